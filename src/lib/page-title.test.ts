import { expect, test } from 'vitest'
import { formatPageTitle } from './page-title'

test('combines page and site name, or uses the page alone without a site name', () => {
  expect(formatPageTitle('Events', 'Slipped Halves')).toBe('Events — Slipped Halves')
  expect(formatPageTitle('This page didn’t load', '')).toBe('This page didn’t load')
})
