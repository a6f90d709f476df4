// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { z } from 'zod'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Currency } from '~/lib/currency'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import type { bookingPayments } from '../../contract-booking-payments'
import { bookingPaymentsQuery } from '../queries'
import { BookingPaymentNotice, EventMissingNotice, PayDepositButton, TopUpButton } from './booking-payments'

type Payments = z.output<NonNullable<(typeof bookingPayments.get)['~orpc']['outputSchema']>>
type Side = 'client' | 'dj'

const due: Payments = {
  canPay: true,
  depositDueCents: 3_000,
  depositDueBy: '2026-12-08T12:00:00.000Z',
  balanceLimitCents: 7_000,
  paidDepositCents: 0,
  paidBalanceCents: 0,
  cancelledCents: null,
  isPending: false,
  refundedCents: 0,
  returnedCents: 0,
}
const missingCents = 4_000
const late = { depositDueBy: '2026-11-30T12:00:00.000Z' }
const nothingDue = { depositDueCents: 0, depositDueBy: null }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Appears once both parts have their data, even if they show nothing. */
function Loaded() {
  return useQuery(bookingPaymentsQuery('booking-1')).data && <output>Loaded</output>
}

/** Renders both parts and waits for the payments. */
async function show(
  side: Side,
  payments: Partial<Payments> = {},
  handlers: Parameters<typeof fakeServer>[0] = {},
  currency: Currency = 'USD',
) {
  const { asked: calls } = fakeServer({
    'bookingPayments.get': () => ({ ...due, ...payments }),
    ...handlers,
  })
  const otherName = side === 'client' ? 'Juno Frost' : 'Mara Voss'
  const booking = { id: 'booking-1', side, otherName, timezone: 'UTC', currency }
  renderPart(
    <>
      <section aria-label="Notice">
        <BookingPaymentNotice booking={booking} />
      </section>
      <PayDepositButton booking={booking} />
      <TopUpButton booking={booking} missingCents={missingCents} />
      <Loaded />
    </>,
  )
  await screen.findByText('Loaded')
  return { calls, notice: screen.getByRole('region', { name: 'Notice' }) }
}

const findButton = () => screen.findByRole('button', { name: 'Pay deposit' })

describe('the notice', () => {
  test.each<[Side, string, Partial<Payments>, string]>([
    [
      'client',
      'a deposit is due',
      {},
      'Deposit due by Tue 8 Dec. If you don’t pay the $30.00 by then, Juno Frost can cancel the booking and owes nothing.',
    ],
    [
      'dj',
      'a deposit is due',
      {},
      'Deposit due by Tue 8 Dec. Mara Voss hasn’t paid the $30.00 yet. If it isn’t paid by then, you can cancel the booking and owe nothing.',
    ],
    [
      'client',
      'a deposit is late',
      late,
      'Deposit was due by Mon 30 Nov. Pay the $30.00 now. Until then, Juno Frost can cancel the booking and owes nothing.',
    ],
    [
      'dj',
      'a deposit is late',
      late,
      'Deposit was due by Mon 30 Nov. Mara Voss hasn’t paid the $30.00 yet. You can cancel the booking and owe nothing.',
    ],
    [
      'client',
      'a bank decides',
      { isPending: true },
      'Your bank hasn’t confirmed the payment yet. It can take a few days.',
    ],
    [
      'dj',
      'a bank decides',
      { isPending: true },
      'Mara Voss’s bank hasn’t confirmed the payment yet. It can take a few days.',
    ],
    [
      'client',
      'money is refunded',
      { ...nothingDue, refundedCents: 1_500 },
      '$15.00 of your payments is refunded to you. It arrives within 10 business days.',
    ],
    [
      'dj',
      'money is refunded',
      { ...nothingDue, refundedCents: 1_500 },
      '$15.00 of Mara Voss’s payments is refunded to them.',
    ],
    [
      'client',
      'a payment came too late',
      { ...nothingDue, returnedCents: 3_000 },
      '$30.00 is refunded to you in full, because it was paid too late, twice or in another amount. It arrives within 10 business days.',
    ],
    ['dj', 'nothing, if a payment came too late', { ...nothingDue, returnedCents: 3_000 }, ''],
  ])('tells the %s that %s', async (side, _, payments, text) => {
    const { notice } = await show(side, payments)
    expect(notice.textContent).toBe(text)
  })

  test.each([
    ['once all is paid', nothingDue],
    ['for a booking that can’t be paid here', { canPay: false }],
  ])('the notice is empty %s', async (_, payments) => {
    const { notice } = await show('client', payments)
    expect(notice.textContent).toBe('')
  })
})

describe('the button', () => {
  test('the button opens the payment of the deposit', async () => {
    // Uses a hash as the address, because jsdom doesn't navigate to other pages.
    const { calls } = await show('client', {}, { 'bookingPayments.pay': () => ({ redirectUrl: '#b2b_1' }) })
    await userEvent.click(await findButton())
    await waitFor(() => expect(window.location.hash).toBe('#b2b_1'))
    expect(calls).toContainEqual([
      'bookingPayments.pay',
      { bookingId: 'booking-1', purpose: 'deposit', amountCents: 3_000 },
    ])
    const opening = screen.getByRole('button', { name: /Opening payment$/ })
    expect(opening.getAttribute('aria-disabled')).toBe('true')
  })

  test('shows why opening the payment failed, and the amount that is now due', async () => {
    let dueCents = 3_000
    await show(
      'client',
      {},
      {
        'bookingPayments.get': () => ({ ...due, depositDueCents: dueCents }),
        'bookingPayments.pay': () => {
          dueCents = 2_000
          throw new ORPCError('AMOUNT_CHANGED', {
            defined: true,
            message: 'The amount changed. Nothing was charged. Check the new amount, then pay.',
            data: { amountCents: 2_000 },
          })
        },
      },
    )
    await userEvent.click(await findButton())
    expect(
      await screen.findByText('The amount changed. Nothing was charged. Check the new amount, then pay.'),
    ).toBeTruthy()
    expect(await screen.findByText(/If you don’t pay the \$20\.00 by then/)).toBeTruthy()
    expect((await findButton()).getAttribute('aria-disabled')).not.toBe('true')
  })

  test.each<[string, Side, Partial<Payments>]>([
    ['the DJ', 'dj', {}],
    ['a client whose bank is deciding', 'client', { isPending: true }],
    ['a client who has paid', 'client', nothingDue],
    ['a client who can’t pay here', 'client', { canPay: false }],
  ])('the button is hidden for %s', async (_, side, payments) => {
    await show(side, payments)
    expect(screen.queryByRole('button', { name: /deposit/ })).toBeNull()
  })
})

test.each<[Side, Partial<Payments>, string]>([
  [
    'client',
    { cancelledCents: 2_000, paidDepositCents: 3_000 },
    'Juno Frost keeps $20.00 of the deposit, as the booking’s terms say.',
  ],
  [
    'dj',
    { cancelledCents: 5_000 },
    'Under the booking’s terms, you get $50.00. The rest is paid when the event is settled.',
  ],
  [
    'client',
    { cancelledCents: 5_000, paidDepositCents: 3_000 },
    'Under the booking’s terms, Juno Frost gets $50.00, of which $30.00 was paid as the deposit. The rest is paid when the event is settled.',
  ],
  ['client', { cancelledCents: 0 }, ''],
])('after a cancellation, the notice tells the %s how %j is paid', async (side, payments, text) => {
  const { notice } = await show(side, { ...nothingDue, ...payments })
  expect(notice.textContent).toBe(text)
})

test('a booking without an event says how it can be paid here', async () => {
  renderPart(<EventMissingNotice side="client" otherName="Juno Frost" />)
  const link = await screen.findByRole('link', { name: 'one of your events' })
  expect(link.getAttribute('href')).toBe('/dashboard/events')
})

test.each([
  ['EUR', '€30.00', 'Top up €42.10'],
  ['JPY', '¥3,000', 'Top up ¥4,210'],
] as const)('shows what is due for a booking in %s', async (currency, deposit, topUp) => {
  const { notice } = await show('client', {}, {}, currency)
  expect(notice.textContent).toContain(`If you don’t pay the ${deposit} by then`)
  cleanup()
  await show('client', nothingDue, {}, currency)
  expect(screen.getByRole('button', { name: topUp })).toBeTruthy()
})

describe('topping up', () => {
  test('asks for the deposit before any top-up', async () => {
    const { calls } = await show('client', {}, { 'bookingPayments.pay': () => ({ redirectUrl: '#b2b_3' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Pay the deposit of $30.00 first' }))
    await waitFor(() =>
      expect(calls).toContainEqual([
        'bookingPayments.pay',
        { bookingId: 'booking-1', purpose: 'deposit', amountCents: 3_000 },
      ]),
    )
  })

  test('adds the processing fee to a top-up, and says so', async () => {
    const { calls } = await show('client', nothingDue, {
      'bookingPayments.pay': () => ({ redirectUrl: '#b2b_2' }),
    })
    expect(
      screen.getByText(
        'Includes $2.10 for the processing fee. The part that isn’t charged stays in your balance.',
      ),
    ).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Top up $42.10' }))
    await waitFor(() => expect(window.location.hash).toBe('#b2b_2'))
    expect(calls).toContainEqual([
      'bookingPayments.pay',
      { bookingId: 'booking-1', purpose: 'balance', amountCents: 4_210 },
    ])
  })

  test('a top-up never exceeds the rest of the fee', async () => {
    await show('client', { ...nothingDue, balanceLimitCents: 3_500 })
    expect(screen.getByRole('button', { name: 'Top up $35.00' })).toBeTruthy()
    expect(screen.queryByText(/processing fee/)).toBeNull()
  })
})
