// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { BookingStep } from '../../contract-shapes'
import { Booking, clearParts, confirmed, renderPart, request, serveBooking } from '../testing-bookings'

afterEach(clearParts)

const deposit: BookingStep = {
  ...request,
  position: 3,
  kind: 'pay',
  terms: {},
  message: null,
  payment: { purpose: 'deposit', cents: 30_000, method: null },
}

test('shows a booking in euros: terms, history, deposit and cancellation', async () => {
  const step = { ...request, terms: { ...request.terms, feeCents: 110_000 } }
  const booking = { ...confirmed, currency: 'EUR', trail: [step, deposit] } as const
  serveBooking({ ...booking, trail: [...booking.trail] })
  await renderPart(<Booking id={confirmed.id} />)
  const sheet = await screen.findByRole('complementary', { name: 'Terms, confirmed' })
  expect(within(sheet).getByText('€1,200.00')).toBeTruthy()
  expect(within(sheet).getByText('€300.00, paid')).toBeTruthy()
  const history = screen.getByRole('region', { name: 'History' })
  expect(within(history).getByText('€1,100.00')).toBeTruthy()
  expect(within(history).getByText('€300.00.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel booking' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel booking' })
  expect(dialog.textContent).toContain('€300.00')
  expect(document.body.textContent).not.toContain('$')
})
