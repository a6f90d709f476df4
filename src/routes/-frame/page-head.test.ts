import { expect, test } from 'vitest'
import { pageHead, plainHead, privateHead } from './page-head'

const match = { context: { site: { name: 'Slipped Halves' } } }

test('a public page has the name of the house in its title and in what is shared of it', () => {
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
