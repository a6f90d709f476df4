// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer } from '~tests/support/fake-server'
import { renderPart } from '~tests/support/render-order-parts'
import type { IssuedInvoice } from '../contract'
import { InvoiceDownloads, OrderInvoices } from './order-invoices'

afterEach(() => registerLink(undefined))

const invoice: IssuedInvoice = {
  id: 'invoice-1',
  orderId: 'order-1',
  number: 'JW-2026-00148',
  kind: 'invoice',
  seller: 'organizer',
  issuedAt: '2026-11-19T23:30:00.000Z',
  totalCents: 3600,
  currency: 'EUR',
  isReplaced: false,
}
const note: IssuedInvoice = {
  ...invoice,
  id: 'note-1',
  number: 'JW-2026-C-00012',
  kind: 'credit_note',
  totalCents: -1800,
}

test('the page of an order says what each invoice is for, and whether it was canceled', async () => {
  const fee = { ...invoice, id: 'fee-1', number: 'BB-2026-00149', seller: 'platform', isReplaced: true }
  const calls = fakeServer({
    list: () => ({ invoices: [invoice, note, fee, { ...note, isReplaced: true }] }),
  })
  renderPart(<OrderInvoices orderId="order-1" />)
  const [first, second, third, fourth] = within(
    await screen.findByRole('region', { name: 'Invoices' }),
  ).getAllByRole('listitem')
  expect(first?.textContent).toBe('Invoice JW-2026-00148Tickets, 19 Nov 2026, €36.00')
  expect(second?.textContent).toBe('Credit note JW-2026-C-00012Tickets, 19 Nov 2026, −€18.00')
  expect(third?.textContent).toContain('Service fee, canceled, 19 Nov 2026')
  expect(fourth?.textContent).toContain('Tickets, cancels an invoice, 19 Nov 2026')
  expect(screen.getByRole('link', { name: 'Invoice JW-2026-00148' }).getAttribute('href')).toBe(
    '/api/v1/invoices/invoice-1/invoice.pdf',
  )
  expect(calls).toEqual([['list', { orderIds: ['order-1'] }]])
})

test('nothing is shown before invoices are issued', async () => {
  const calls = fakeServer({ list: () => ({ invoices: [] }) })
  renderPart(
    <>
      <p>Order</p>
      <OrderInvoices orderId="order-1" />
    </>,
  )
  await screen.findByText('Order')
  await expect.poll(() => calls.length).toBe(1)
  expect(screen.queryByRole('heading')).toBeNull()
})

test('rows of several orders request their invoices in one call, and each row shows its own', async () => {
  const calls = fakeServer({
    list: () => ({
      invoices: [
        invoice,
        { ...invoice, isReplaced: true },
        { ...invoice, id: 'other', orderId: 'order-2', number: 'JW-2026-00149' },
      ],
    }),
  })
  const orderIds = ['order-1', 'order-2']
  renderPart(
    <ul>
      {orderIds.map((orderId) => (
        <li key={orderId}>
          <InvoiceDownloads orderId={orderId} orderIds={orderIds} />
        </li>
      ))}
    </ul>,
  )
  await screen.findByRole('link', { name: 'Invoice JW-2026-00149' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Invoice JW-2026-00148',
    'Invoice JW-2026-00149',
  ])
  expect(calls).toEqual([['list', { orderIds }]])
})
