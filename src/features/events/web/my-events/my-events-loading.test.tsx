// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MyEventsLoading } from './my-events-loading'

afterEach(cleanup)

test('ME-01 shows the title and announces loading', () => {
  const { container } = render(<MyEventsLoading />)
  screen.getByRole('heading', { level: 1, name: 'My Events' })
  screen.getByRole('region', { name: 'Loading events' })
  expect(container.querySelector('[aria-busy="true"]')).not.toBeNull()
})
