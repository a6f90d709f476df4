// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { clearParts, renderPart } from '../testing-bookings'
import { BookingFailed, BookingLoading, BookingNotFound } from './booking-placeholders'

afterEach(clearParts)

test('shows “not found” with a link back for a booking between two other people', async () => {
  await renderPart(<BookingNotFound />)
  expect(screen.getByRole('heading', { level: 1, name: 'Booking not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Bookings' }).getAttribute('href')).toBe(
    '/dashboard/bookings',
  )
})

test('shows why a booking failed to load and retries', async () => {
  const onRetry = vi.fn<() => void>()
  await renderPart(<BookingFailed error={new TypeError('fetch failed')} onRetry={onRetry} />)
  expect(screen.getByText(/couldn’t reach the server/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('announces that a booking is loading', async () => {
  await renderPart(<BookingLoading />)
  expect(screen.getByRole('region', { name: 'Loading booking' }).getAttribute('aria-busy')).toBe('true')
})
