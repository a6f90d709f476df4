// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { DashboardRefund, EventRefunds } from '../../contract-refunds'
import { fakeServer, orderWith, renderPart } from '~tests/support/render-order-parts'
import { EventRefundsPage } from './event-refunds-page'
import { EventRefundsLoading, EventRefundsNotFound } from './event-refunds-placeholders'

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
})

const { event } = orderWith()
const createRefund = (buyerName: string, changes: Partial<DashboardRefund>): DashboardRefund => ({
  id: buyerName,
  orderNumber: 'OR-2026-09931',
  buyerName,
  tickets: [{ name: 'General Admission', quantity: 1 }],
  state: 'sent',
  amountCents: 1980,
  approvedAt: '2026-12-03T11:20:00.000Z',
  sentAt: '2026-12-03T11:21:00.000Z',
  paidAt: null,
  rejection: null,
  otherPayment: null,
  ...changes,
})
const sums = { count: 3, approvedCents: 7920, sentCents: 1980, waiting: 0, waitingCents: 0 }

function open(refunds: DashboardRefund[], changes: Partial<EventRefunds> = {}) {
  fakeServer({
    'sales.refunds': () => ({ event, sums, refunds, nextCursor: null, ...changes }),
  })
  renderPart(<EventRefundsPage id={event.id} />)
}

async function readRow(name: string): Promise<(string | null)[]> {
  const row = (await screen.findByText(name)).closest('tr')
  return within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}

test('shows buyer, tickets, state, amount and the next step of each refund, and the sums', async () => {
  open([
    createRefund('Ilse Brandt', {}),
    createRefund('Nadia Brandt', { state: 'rejected', rejection: 'lost_or_stolen_card' }),
    createRefund('Juno Okafor', {
      state: 'approved',
      sentAt: null,
      amountCents: 3960,
      tickets: [
        { name: 'General Admission', quantity: 2 },
        { name: 'Late Entry', quantity: 1 },
      ],
    }),
    createRefund('Mara Voss', { state: 'paid', paidAt: '2026-12-08T06:40:00.000Z' }),
    createRefund('Owen Faulk', { state: 'failed' }),
  ])
  expect(await screen.findByRole('heading', { level: 1, name: 'Dust & Diamonds' })).toBeTruthy()
  expect(screen.getByText(/approved, \$19\.80 sent/).textContent).toBe('$79.20 approved, $19.80 sent')
  expect(await readRow('Ilse Brandt')).toEqual([
    'Ilse BrandtOR-2026-09931',
    '1 General Admission',
    'on its way',
    '$19.80',
    'Due by Thu 17 Dec',
  ])
  expect((await readRow('Nadia Brandt')).slice(2)).toEqual([
    'failed',
    '$19.80',
    'The bank rejected it: the card was reported lost or stolen. Our team was notified and retries it.Mark as paid',
  ])
  expect((await readRow('Juno Okafor')).slice(1)).toEqual([
    '2 General Admission, 1 Late Entry',
    'approved',
    '$39.60',
    'We send it to the bank next',
  ])
  expect((await readRow('Mara Voss')).slice(2)).toEqual(['paid', '$19.80', 'Paid on Tue 8 Dec'])
  expect((await readRow('Owen Faulk'))[4]).toBe(
    'It couldn’t be sent. Our team was notified and retries it.Mark as paid',
  )
  expect(screen.queryByText(/waiting for the balance/)).toBeNull()
})

test('says that refunds wait for the balance', async () => {
  open([createRefund('Juno Okafor', { state: 'waiting', sentAt: null })], {
    sums: { ...sums, waiting: 1, waitingCents: 3960 },
  })
  expect((await screen.findByText('1 refund is waiting for the balance.')).parentElement?.textContent).toBe(
    '1 refund is waiting for the balance. The site’s balance doesn’t cover $39.60 yet. We try again within the hour.',
  )
  expect((await readRow('Juno Okafor')).slice(2)).toEqual([
    'insufficient balance',
    '$19.80',
    'We send it once the balance covers it',
  ])
})

test('a failed refund can be marked as paid, with a sentence that stays after an error', async () => {
  const pay = vi.fn(() => {
    throw new TypeError('gone')
  })
  fakeServer({
    'sales.refunds': () => ({
      event,
      sums,
      refunds: [
        createRefund('Nadia Brandt', { state: 'rejected' }),
        createRefund('Ilse Brandt', { state: 'paid_another_way', otherPayment: 'Cash at the door.' }),
      ],
      nextCursor: null,
    }),
    'sales.payRefundAnotherWay': pay,
  })
  renderPart(<EventRefundsPage id={event.id} />)
  expect((await readRow('Ilse Brandt')).slice(2)).toEqual(['paid', '$19.80', 'Cash at the door.'])
  await userEvent.click(screen.getByRole('button', { name: /^Mark as paid/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Did you pay Nadia Brandt $19.80?' })
  const submit = () => userEvent.click(within(dialog).getByRole('button', { name: 'Mark as paid' }))
  await submit()
  expect(within(dialog).getByText('Say how you paid it. The buyer reads it.')).toBeTruthy()
  expect(pay).not.toHaveBeenCalled()
  const field = within(dialog).getByRole('textbox', { name: 'How you paid it' })
  await userEvent.type(field, 'Bank transfer.')
  await submit()
  expect(await screen.findByText('Failed to record the payment')).toBeTruthy()
  expect((field as HTMLTextAreaElement).value).toBe('Bank transfer.')
  pay.mockImplementation(() => ({}) as never)
  await submit()
  expect(await screen.findByText('$19.80 counts as paid')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('says what will appear when there are no refunds', async () => {
  open([], { sums: { ...sums, count: 0, approvedCents: 0, sentCents: 0 } })
  expect(await screen.findByText('No refunds yet')).toBeTruthy()
  expect(screen.queryByText(/approved/)).toBeNull()
})

test('loads more refunds', async () => {
  const list = vi.fn((input: unknown) => ({
    event,
    sums,
    ...((input as { after?: string }).after === 'next'
      ? { refunds: [createRefund('Nadia Brandt', {})], nextCursor: null }
      : { refunds: [createRefund('Ilse Brandt', {})], nextCursor: 'next' }),
  }))
  fakeServer({ 'sales.refunds': list })
  renderPart(<EventRefundsPage id={event.id} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Nadia Brandt')).toBeTruthy()
  expect(screen.getByText('Ilse Brandt')).toBeTruthy()
  expect(list).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('shows that refunds are loading, and that those of another organizer’s event are not found', async () => {
  renderPart(
    <>
      <EventRefundsLoading />
      <EventRefundsNotFound />
    </>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Event not found' })).toBeTruthy()
  expect(screen.getByLabelText('Loading refunds')).toBeTruthy()
})
