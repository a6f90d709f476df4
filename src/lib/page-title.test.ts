import { expect, test } from 'vitest'
import { pageTitle } from './page-title'

test('combines page and site name, or uses the page alone without a site name', () => {
  expect(pageTitle('Events', 'Slipped Halves')).toBe('Events — Slipped Halves')
  expect(pageTitle('This page didn’t load', '')).toBe('This page didn’t load')
})
