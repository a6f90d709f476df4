// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { OrderSummary } from '../contract'
import { OrderHistory } from './order-history'
import { fakeServer, orderWith, renderPart } from '~tests/support/render-order-parts'

afterEach(() => registerLink(undefined))

test('a cancelled order shows that it was not charged', async () => {
  const cancelled: OrderSummary = { ...orderWith({ status: 'cancelled' }), hasReceipt: false }
  const confirmed: OrderSummary = { ...orderWith({ id: 'order-2', status: 'confirmed' }), hasReceipt: true }
  fakeServer({ listOrders: () => ({ orders: [cancelled, confirmed], nextCursor: null }) })
  renderPart(<OrderHistory />)
  expect((await screen.findByText('canceled')).closest('tr')?.textContent).toContain('You weren’t charged.')
  expect(screen.getByText('confirmed').closest('tr')?.textContent).not.toContain('charged')
})

test('an order with a refund links to it', async () => {
  const refunded: OrderSummary = {
    ...orderWith({ id: 'order-3', status: 'confirmed', refundedCents: 1760 }),
    hasReceipt: true,
  }
  fakeServer({ listOrders: () => ({ orders: [refunded], nextCursor: null }) })
  renderPart(<OrderHistory />)
  expect((await screen.findByRole('link', { name: 'View refund' })).getAttribute('href')).toBe(
    '/checkout/order-3',
  )
})

test('paid orders show their invoices, which are requested per page', async () => {
  const paid: OrderSummary = { ...orderWith({ status: 'confirmed' }), hasReceipt: true }
  const free: OrderSummary = { ...paid, id: 'order-2', totalCents: 0 }
  const reserved: OrderSummary = { ...paid, id: 'order-3', hasReceipt: false }
  fakeServer({ listOrders: () => ({ orders: [paid, free, reserved], nextCursor: null }) })
  renderPart(<OrderHistory Invoices={({ orderId, orderIds }) => `${orderId} of ${orderIds.join()}`} />)
  expect((await screen.findAllByText(/ of /)).map(({ textContent }) => textContent)).toEqual([
    `Download Receipt${paid.id} of ${paid.id}`,
  ])
})
