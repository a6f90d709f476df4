import { describe, expect, test } from 'vitest'
import { isPublicHost } from './public-host'
import { validateSocialLink, parseSocialLinks, SOCIAL_SERVICES, NOT_PUBLIC } from '../rules/social-link'

function judge(label: string, url: string): string {
  const judged = validateSocialLink({ label, url }, isPublicHost)
  return 'link' in judged ? judged.link.url : judged.problem
}

test('reads only stored social links that lead to the public web', () => {
  const good = { label: 'Website', url: 'https://voss.example' }
  expect(
    parseSocialLinks([
      good,
      { label: 'Bad', url: 'javascript:alert(1)' },
      { label: '', url: 'https://x.example' },
      { label: 'None' },
      'text',
      null,
      { label: 'Broken', url: 'voss' },
    ]),
  ).toEqual([good])
  expect(parseSocialLinks({ label: 'x', url: 'https://x.example' })).toEqual([])
})

describe('PR-02 typed addresses', () => {
  test.each([
    ['SoundCloud', 'soundcloud.com/maravoss', 'https://soundcloud.com/maravoss'],
    ['SoundCloud', 'http://on.soundcloud.com/x?si=1', 'https://on.soundcloud.com/x?si=1'],
    ['Instagram', 'https://www.instagram.com/mara.voss/', 'https://www.instagram.com/mara.voss/'],
    ['Bandcamp', 'maravoss.bandcamp.com', 'https://maravoss.bandcamp.com'],
    ['Resident Advisor', 'RA.co/dj/maravoss', 'https://ra.co/dj/maravoss'],
    ['YouTube', 'youtu.be/abc', 'https://youtu.be/abc'],
    ['TikTok', 'tiktok.com/@mara', 'https://tiktok.com/@mara'],
    ['Website', 'voss.example', 'https://voss.example'],
    ['Website', 'http://voss.co.uk/sets', 'http://voss.co.uk/sets'],
    ['Website', 'https://mara.github.io', 'https://mara.github.io'],
    ['Website', 'bücher.de/voß', 'https://xn--bcher-kva.de/vo%C3%9F'],
    ['Website', 'https://voss.de:443/', 'https://voss.de'],
    ['Radio', 'https://radio.voss.fm', 'https://radio.voss.fm'],
    ['SoundCloud', 'https://voss.example/sets', 'https://voss.example/sets'],
  ])('accepts a %s link typed as %s', (label, typed, stored) => {
    expect(judge(label, typed)).toBe(stored)
  })

  test.each([
    'https://voss.exampel',
    'voss',
    'com',
    'co.uk',
    '',
    'https://',
    'javascript:alert(1)',
    'JavaScript://voss.de/%0aalert(1)',
    'data:text/html,hello',
    'mailto:mara@voss.de',
    'ftp://voss.de',
    '//',
    'https://mara:secret@voss.de',
    'https://soundcloud.com@voss.de',
    'voss.de:8080',
    'http://localhost',
    'http://localhost:5432/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://db.internal',
    'http://printer.local',
    'https://voss.de.',
    String.raw`https:\\voss.de`,
    'https://voss.de/a b',
    'https://voss.de/\u202egpj.exe',
    'https://vo\u0000ss.de',
  ])('%j is not reachable', (typed) => {
    expect(judge('Website', typed)).toBe(NOT_PUBLIC)
  })

  test.each([
    ['SoundCloud', 'https://voss.de/soundcloud.com'],
    ['Instagram', 'https://instagram.com.evil.com/mara'],
    ['Instagram', 'https://notinstagram.com/mara'],
    ['Spotify', 'https://xn--spotify-oxb.com'],
    ['spotify', 'https://soundcloud.com/mara'],
  ])('a %s link refuses the address %s', (label, typed) => {
    expect(judge(label, typed)).toMatch(
      /^This address isn’t on (SoundCloud|Instagram|Spotify)\. Check the spelling\.$/,
    )
  })

  test.each([
    ['Instagram', '@klima', 'https://www.instagram.com/klima'],
    ['instagram', ' @klima.berlin ', 'https://www.instagram.com/klima.berlin'],
    ['SoundCloud', '@klima', 'https://soundcloud.com/klima'],
    ['Bandcamp', '@klima', 'https://klima.bandcamp.com'],
    ['YouTube', '@klima', 'https://www.youtube.com/@klima'],
    ['TikTok', '@klima', 'https://www.tiktok.com/@klima'],
  ])('a %s link accepts the handle %s', (label, typed, url) => {
    expect(validateSocialLink({ label, url: typed }, isPublicHost)).toMatchObject({ link: { url } })
  })

  test.each([
    ['Website', '@klima'],
    ['Spotify', '@klima'],
    ['Bandcamp', '@evil.example/x'],
    ['Instagram', '@@klima'],
  ])('a %s link refuses the handle %s', (label, typed) => {
    expect(validateSocialLink({ label, url: typed }, isPublicHost)).toHaveProperty('problem')
  })

  test('stores the link type as the form spells it, ignoring case', () => {
    const judged = validateSocialLink({ label: 'RESIDENT ADVISOR', url: 'ra.co/dj/x' }, isPublicHost)
    expect(judged).toEqual({ link: { label: 'Resident Advisor', url: 'https://ra.co/dj/x' } })
    expect(SOCIAL_SERVICES.at(-1)).toBe('Website')
  })
})
