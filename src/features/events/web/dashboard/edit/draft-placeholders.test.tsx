// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DraftLoading } from './draft-placeholders'

afterEach(cleanup)

test('shows the back link while loading', () => {
  render(<DraftLoading />)
  const page = screen.getByRole('region', { name: 'Loading event' })
  expect(page.getAttribute('aria-busy')).toBe('true')
  expect(within(page).getByRole('link', { name: 'My Events' }).getAttribute('href')).toBe('/dashboard/events')
})
