import { expect, test } from 'vitest'
import { pageHead, plainHead, privateHead, rootTitle } from './page-head'

const match = { context: { site: { name: 'Slipped Halves' } } }

test("includes the site's name in the title and share tags of a public page", () => {
  const { meta, links } = pageHead(match, {
    title: 'Upcoming Events',
    description: 'What is on.',
    url: 'https://b2b.example/events',
  })
  expect(meta).toContainEqual({ title: 'Upcoming Events — Slipped Halves' })
  expect(meta).toContainEqual({ property: 'og:site_name', content: 'Slipped Halves' })
  expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary' })
  expect(links).toEqual([{ rel: 'canonical', href: 'https://b2b.example/events' }])
})

test('hides a private page from search engines and keeps its other tags', () => {
  const referrer = { name: 'referrer', content: 'no-referrer' }
  expect(privateHead(match, 'New password', referrer).meta).toEqual([
    { title: 'New password — Slipped Halves' },
    { name: 'robots', content: 'noindex' },
    referrer,
  ])
})

test('gives a plain page a description and lets it be indexed', () => {
  expect(plainHead(match, 'Sign In', 'Sign in, or join.').meta).toEqual([
    { title: 'Sign In — Slipped Halves' },
    { name: 'description', content: 'Sign in, or join.' },
  ])
})

test('titles an unknown URL and a failed page once, whatever the title of their route', () => {
  expect(rootTitle('Back to Back', [{ status: 'success' }])).toBe('Back to Back')
  expect(rootTitle('Back to Back', [{ status: 'success', _notFound: true }])).toBe(
    'Page not found — Back to Back',
  )
  expect(rootTitle('Back to Back', [{ status: 'success' }, { status: 'notFound' }])).toBe(
    'Page not found — Back to Back',
  )
  expect(rootTitle('', [{ status: 'error' }])).toBe('This page didn’t load')
  const failed = { context: { site: { name: 'Back to Back' } }, status: 'error' }
  expect(privateHead(failed, 'Event not found').meta[0]).toEqual({
    title: 'This page didn’t load — Back to Back',
  })
})
