// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { Order } from '../../contract'
import type { OrderRefund } from '../../contract-shapes'
import { CheckoutPage } from '../checkout-page'
import { fakeServer, orderWith, refundWith, renderPart } from '~tests/support/render-order-parts'

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
})

const sentAt = '2026-12-03T11:21:00.000Z'
const card = { method: 'Visa ending 4242', ticketNumbers: ['TK-0C41-90211'] }

async function open(refund: Partial<OrderRefund>, changes: Partial<Order> = {}) {
  const order = orderWith({
    status: 'confirmed',
    refunds: [refundWith(refund)],
    refundedCents: 1980,
    ticketCounts: { own: 1, transferred: 0, refunded: 1, cancelled: 0 },
    serverNow: '2026-12-04T12:00:00.000Z',
    ...changes,
  })
  fakeServer({ getOrder: () => order })
  renderPart(
    <CheckoutPage orderId={order.id} priceDisplay="itemised" seen={undefined} onOrder={() => undefined} />,
  )
  const headline = await screen.findByRole('heading', { level: 1 })
  const refundPart = screen.getByRole('region', { name: 'Refund of $19.80' })
  return {
    headline: headline.textContent,
    steps: within(refundPart)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
    sheet: screen.getByRole('complementary', { name: 'Order' }),
  }
}

describe('refund of an order, for its buyer', () => {
  test('a sent refund shows the recipient, the arrival day and the invalid ticket; the valid ticket is below', async () => {
    const { headline, steps, sheet } = await open({ ...card, state: 'sent', sentAt })
    expect(headline).toBe('Your refund is on its way.')
    expect(
      screen.getByText(
        '$19.80 goes to your Visa ending 4242. It arrives by Thu 17 Dec, depending on your bank. Ticket TK-0C41-90211 is no longer valid.',
      ),
    ).toBeTruthy()
    expect(steps).toEqual([
      'The organizer approved the refundThe venue is smaller than planned.Thu 3 Dec, 11:20',
      'Sent to your bankThu 3 Dec, 11:21',
      'Arrives on your Visa ending 4242by Thu 17 Dec',
    ])
    expect(within(sheet).getByText('partially refunded')).toBeTruthy()
    expect(screen.getByText(/^One ticket, in/)).toBeTruthy()
  })

  test('a refund sent long ago without news from the bank shows when it was due', async () => {
    const { headline } = await open(
      { ...card, state: 'sent', sentAt },
      { serverNow: '2026-12-20T12:00:00.000Z' },
    )
    expect(headline).toBe('Your refund was sent.')
    expect(screen.getByText(/was due by Thu 17 Dec\. If you don’t see it, ask your bank\./)).toBeTruthy()
  })

  test('a refund that is not sent yet, to an unknown method, shows no date', async () => {
    const { headline, steps } = await open({ ticketNumbers: ['TK-1', 'TK-2', 'TK-3'] })
    expect(headline).toBe('Your refund is on its way.')
    expect(
      screen.getByText(
        '$19.80 goes to your payment method. Banks take 5 to 10 business days. Tickets TK-1, TK-2 and TK-3 are no longer valid.',
      ),
    ).toBeTruthy()
    expect(steps.slice(1)).toEqual(['Goes to your bank', 'Arrives on your payment method'])
  })

  test('a refund that waits for the balance says that it was not sent', async () => {
    await open({ ...card, state: 'waiting' })
    expect(screen.getByText(/We couldn’t send it yet, and try again within the hour\./)).toBeTruthy()
  })

  test('a paid refund shows the day and the reference for the bank', async () => {
    const { headline, steps, sheet } = await open(
      {
        ...card,
        state: 'paid',
        sentAt,
        paidAt: '2026-12-08T06:40:00.000Z',
        bankReference: '74102290334155',
      },
      { status: 'refunded' },
    )
    expect(headline).toBe('Refund paid.')
    expect(
      screen.getByText(
        /^\$19\.80 was paid to your Visa ending 4242 on Tue 8 Dec\. If you don’t see it, give your bank this reference: 74102290334155\./,
      ),
    ).toBeTruthy()
    expect(steps[2]).toBe('Paid to your Visa ending 4242Tue 8 Dec, 06:40')
    expect(within(sheet).getByText('refunded')).toBeTruthy()
  })

  test('a refund that the bank rejected shows the reason, who holds the amount, and how to reach the site', async () => {
    const { headline, steps, sheet } = await open(
      {
        ...card,
        state: 'rejected',
        sentAt,
        failedAt: '2026-12-07T09:02:00.000Z',
        rejection: 'lost_or_stolen_card',
      },
      { contactAddress: 'help@b2b.example' },
    )
    expect(headline).toBe('Your bank rejected the refund.')
    expect(
      screen.getByText(
        /couldn’t be paid to your Visa ending 4242, because the card was reported lost or stolen\. We hold the amount for you, and our team was notified\. Write to help@b2b\.example/,
      ),
    ).toBeTruthy()
    expect(steps[2]).toBe('Rejected by your bank: the card was reported lost or stolenMon 7 Dec, 09:02')
    expect(within(sheet).getByText('refund failed')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
      'mailto:help@b2b.example?subject=Refund%20of%20order%20OR-2026-10442',
    )
  })

  test('a refund that failed before it reached the bank offers no link on a site without a contact address', async () => {
    const { headline } = await open({ ...card, state: 'failed', failedAt: '2026-12-04T09:02:00.000Z' })
    expect(headline).toBe('Your refund is delayed.')
    expect(screen.getByText(/our team was notified\. You don’t need to do anything now\./)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull()
  })

  test('a lost dispute says that the bank itself refunded the amount', async () => {
    const { headline, steps } = await open(
      {
        ...card,
        state: 'charged_back',
        reason: 'The buyer’s bank took the payment back.',
        isByOrganizer: false,
      },
      { status: 'refunded' },
    )
    expect(headline).toBe('Your bank took the payment back.')
    expect(steps).toEqual(['The buyer’s bank took the payment backThu 3 Dec, 11:20'])
  })

  test('a failed refund comes before a newer one, and both have their steps', async () => {
    const { headline } = await open(
      {},
      {
        refunds: [
          refundWith({ id: 'new', amountCents: 1000 }),
          refundWith({ ...card, state: 'rejected', sentAt, failedAt: sentAt, rejection: 'declined' }),
        ],
      },
    )
    expect(headline).toBe('Your bank rejected the refund.')
    expect(screen.getByRole('region', { name: 'Refund of $10.00' })).toBeTruthy()
  })
})
