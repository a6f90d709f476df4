import { expect, test } from 'vitest'
import { pageHead, plainHead, privateHead, rootTitle } from './page-head'

const match = { context: { site: { name: 'Slipped Halves' } } }

test('a public page has the name of the site in its title and in what is shared of it', () => {
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

test('a private page is kept from search engines, with what else it asks for', () => {
  const referrer = { name: 'referrer', content: 'no-referrer' }
  expect(privateHead(match, 'New password', referrer).meta).toEqual([
    { title: 'New password — Slipped Halves' },
    { name: 'robots', content: 'noindex' },
    referrer,
  ])
})

test('a plain page has a description and may be found', () => {
  expect(plainHead(match, 'Sign In', 'Sign in, or join.').meta).toEqual([
    { title: 'Sign In — Slipped Halves' },
    { name: 'description', content: 'Sign in, or join.' },
  ])
})

test('titles an address that leads nowhere and a failed page once, whatever their route is called', () => {
  expect(rootTitle('Back to Back', [{ status: 'success' }])).toBe('Back to Back')
  expect(rootTitle('Back to Back', [{ status: 'success', _notFound: true }])).toBe(
    'Page not found — Back to Back',
  )
  expect(rootTitle('Back to Back', [{ status: 'success' }, { status: 'notFound' }])).toBe(
    'Page not found — Back to Back',
  )
  expect(rootTitle('', [{ status: 'error' }])).toBe('This page did not load')
  const failed = { context: { site: { name: 'Back to Back' } }, status: 'error' }
  expect(privateHead(failed, 'Event not found').meta[0]).toEqual({
    title: 'This page did not load — Back to Back',
  })
})
