import { expect, test } from 'vitest'
import { createPageHead, createPlainHead, createPrivateHead, getRootTitle } from './page-head'

const match = { context: { site: { name: 'Slipped Halves' } } }

test("includes the site's name in the title and share tags of a public page", () => {
  const { meta, links } = createPageHead(match, {
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
  expect(createPrivateHead(match, 'New password', referrer).meta).toEqual([
    { title: 'New password — Slipped Halves' },
    { name: 'robots', content: 'noindex' },
    referrer,
  ])
})

test('gives a plain page a description and lets it be indexed', () => {
  expect(createPlainHead(match, 'Sign In', 'Sign in, or join.').meta).toEqual([
    { title: 'Sign In — Slipped Halves' },
    { name: 'description', content: 'Sign in, or join.' },
  ])
})

test('unknown URLs and failed pages have the same title, whatever the title of their route', () => {
  expect(getRootTitle('Back to Back', [{ status: 'success' }])).toBe('Back to Back')
  expect(getRootTitle('Back to Back', [{ status: 'success', _notFound: true }])).toBe(
    'Page not found — Back to Back',
  )
  expect(getRootTitle('Back to Back', [{ status: 'success' }, { status: 'notFound' }])).toBe(
    'Page not found — Back to Back',
  )
  expect(getRootTitle('', [{ status: 'error' }])).toBe('This page didn’t load')
  const failed = { context: { site: { name: 'Back to Back' } }, status: 'error' }
  expect(createPrivateHead(failed, 'Event not found').meta[0]).toEqual({
    title: 'This page didn’t load — Back to Back',
  })
})
