import { expect, test } from 'vitest'
import { pageTitle } from './page-title'

test('a tab is called after its page and the site; after the page alone where the name could not be read', () => {
  expect(pageTitle('Events', 'Slipped Halves')).toBe('Events — Slipped Halves')
  expect(pageTitle('This page did not load', '')).toBe('This page did not load')
})
