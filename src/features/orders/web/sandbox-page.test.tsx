// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import { SandboxPage } from './sandbox-page'

afterEach(() => registerLink(undefined))

test('says that the payment of a booking was declined, and leads back to the booking', async () => {
  const returnUrl = '/dashboard/bookings/b1'
  fakeServer({
    'sandbox.get': () => ({
      reference: 'sandbox_1',
      status: 'started',
      processingSince: null,
      amountCents: 30_000,
      currency: 'USD',
      subject: 'booking',
      number: 'BK-2026-0417',
      eventTitle: 'Low Ceiling',
      returnUrl,
    }),
    'sandbox.decide': () => ({ status: 'declined', returnUrl }),
  })
  renderPart(<SandboxPage reference="sandbox_1" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The bank declined the payment. Nothing was charged. You can pay again from the booking.',
  )
  const back = screen.getByRole('link', { name: 'Back to the booking' })
  expect(back.getAttribute('href')).toBe(returnUrl)
  expect(document.activeElement).toBe(back)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})
