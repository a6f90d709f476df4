// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import type { DisputeDetail } from '../../contract-disputes'
import { disputeQuery } from '../queries'
import { DisputePage } from './dispute-page'
import { DisputeLoading, DisputeNotFound } from './dispute-placeholders'

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
})
const ticket = { type: 'Advance', status: 'valid' as const, scans: [] }
const open: DisputeDetail = {
  id: 'dp_1',
  status: 'open',
  reason: 'product_not_received',
  amountCents: 3600,
  currency: 'EUR',
  buyerName: 'Juno Okafor',
  event: { id: '01a1fbc7-c116-73f4-9959-0d8be57bf3c2', title: 'Cellar Door', timezone: 'Europe/Berlin' },
  isOwnEvent: true,
  openedAt: '2026-12-10T09:14:00.000Z',
  dueBy: '2026-12-22T22:59:00.000Z',
  closedAt: null,
  notifiedAt: '2026-12-10T09:15:00.000Z',
  canRespond: true,
  ticketsToRevoke: 2,
  facts: {
    orderNumber: 'OR-2026-12077',
    totalCents: 3960,
    paidAt: '2026-12-02T17:31:00.000Z',
    buyerEmail: 'juno@okafor.example',
    tickets: [
      { ...ticket, number: 'TK-0001', scans: [{ at: '2026-12-05T22:14:00.000Z', entrance: 'Front' }] },
      { ...ticket, number: 'TK-0002' },
    ],
  },
  evidence: {
    customerName: 'Juno Okafor',
    customerEmail: 'juno@okafor.example',
    product: '2 tickets for Cellar Door on 2026-12-31.',
    serviceDate: '2026-12-31',
    activity: 'Order OR-2026-12077 was paid.\nTicket TK-0001 was scanned at the event.',
  },
  response: null,
}
const submitted: DisputeDetail = {
  ...open,
  status: 'under_review',
  canRespond: false,
  dueBy: null,
  response: { kind: 'evidence', at: '2026-12-11T08:30:00.000Z', by: 'Jonas Wirth', note: 'Juno was there.' },
}
const decided = { ...submitted, closedAt: '2026-12-21T11:00:00.000Z' }
const lostTickets = (open.facts?.tickets ?? []).map((seat) => ({ ...seat, status: 'refunded' as const }))
const lost: DisputeDetail = {
  ...decided,
  status: 'lost',
  facts: open.facts && { ...open.facts, tickets: lostTickets },
}

function Part() {
  const { data } = useSuspenseQuery({ ...disputeQuery('dp_1'), staleTime: Number.POSITIVE_INFINITY })
  return <DisputePage dispute={data} />
}

/** Shows the page of a dispute that a stand-in of the server returns. */
async function show(dispute: DisputeDetail, handlers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ 'disputes.get': () => dispute, ...handlers })
  renderPart(<Part />)
  await screen.findByRole('heading', { level: 1, name: 'Dispute over €36.00' })
  return { calls: server.asked }
}

const readHistory = () =>
  within(screen.getByRole('region', { name: 'History' }))
    .getAllByRole('listitem')
    .map(({ children }) => [...children].map(({ textContent }) => textContent))
const fail = (code: string, message: string) => () => {
  throw new ORPCError(code, { defined: true, message })
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const getSheet = () => screen.getByRole('complementary', { name: 'Amount in dispute' })
const getNote = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Add a note/ })

describe('an open dispute', () => {
  test('shows the deadline, the claim, the numbered evidence and the decision', async () => {
    await show(open)
    expect(screen.getByText('answer by Tue 22 Dec')).toBeTruthy()
    expect(screen.getByText('Cellar Door · opened Thu 10 Dec by the bank of Juno Okafor')).toBeTruthy()
    expect(
      screen.getByText('The bank of Juno Okafor says that the buyer didn’t get the tickets.'),
    ).toBeTruthy()
    expect(screen.getByText(/If neither happens by Tue 22 Dec, 23:59/)).toBeTruthy()
    const evidence = within(screen.getByRole('region', { name: 'Evidence' }))
    expect(evidence.getByText('Collected automatically, 3 items')).toBeTruthy()
    expect(
      evidence
        .getAllByRole('listitem')
        .map(({ children }) => [...children].map(({ textContent }) => textContent)),
    ).toEqual([
      ['Order', 'OR-2026-12077, 2 tickets, €39.60, paid Wed 2 Dec 2026'],
      ['Email', 'Tickets emailed to juno@okafor.example'],
      [
        'Tickets',
        'TK-0001, Advance, valid · scanned Sat 5 Dec, 23:14, entrance Front',
        'TK-0002, Advance, valid · not scanned',
      ],
    ])
    const sheet = within(getSheet())
    for (const text of ['€36.00', 'Juno Okafor', 'Not received', '2, still valid'])
      expect(sheet.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Analytics of Cellar Door' }).getAttribute('href')).toBe(
      `/dashboard/events/${open.event.id}/analytics`,
    )
  })

  test('shows exactly what the bank receives, with the note', async () => {
    await show(open)
    await userEvent.type(getNote(), 'Juno was there.')
    await press('What the bank receives')
    const dialog = await screen.findByRole('dialog', { name: 'What the bank receives' })
    expect(
      within(dialog)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual([...Object.values(open.evidence ?? {}), 'Juno was there.'])
  })

  test('submits the evidence with the note, which can’t be changed afterwards', async () => {
    const { calls } = await show(open, { 'disputes.submit': () => submitted })
    await userEvent.type(getNote(), 'Juno was there.')
    await press('Submit evidence')
    expect(await screen.findByText('Evidence submitted on Fri 11 Dec, 09:30.')).toBeTruthy()
    expect(calls).toContainEqual(['disputes.submit', { id: 'dp_1', note: 'Juno was there.' }])
    expect(screen.queryByRole('button', { name: /Submit|Accept/ })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
    await expect.poll(() => document.activeElement?.textContent).toBe('Dispute over €36.00')
  })

  test('keeps the note when Stripe can’t be reached, and sends it again', async () => {
    const message = 'Stripe can’t be reached. Try again in a minute.'
    let isReachable = false
    const { calls } = await show(open, {
      'disputes.submit': () => (isReachable ? submitted : fail('STRIPE_UNAVAILABLE', message)()),
    })
    await userEvent.type(getNote(), 'Juno was there.')
    await press('Submit evidence')
    expect((await within(getSheet()).findByRole('alert')).textContent).toBe(message)
    expect(getNote().value).toBe('Juno was there.')
    isReachable = true
    await press('Submit evidence')
    expect(await screen.findByText('in review')).toBeTruthy()
    expect(calls.filter(([name]) => name === 'disputes.submit')).toHaveLength(2)
  })

  test('shows the new state when another tab has already responded', async () => {
    let current = open
    await show(open, {
      'disputes.get': () => current,
      'disputes.submit': () => {
        current = submitted
        return fail('DISPUTE_NOT_OPEN', 'This dispute was already answered or decided.')()
      },
    })
    await press('Submit evidence')
    expect(await screen.findByText('in review')).toBeTruthy()
    expect(await screen.findAllByText('This dispute was already answered or decided.')).not.toEqual([])
  })

  test('names the amount and the tickets in a confirmation before accepting', async () => {
    const accepted: DisputeDetail = {
      ...lost,
      response: { kind: 'acceptance', at: '2026-12-11T08:30:00.000Z', by: 'Jonas Wirth', note: '' },
    }
    const { calls } = await show(open, { 'disputes.accept': () => accepted })
    await press('Accept dispute')
    const dialog = await screen.findByRole('alertdialog', { name: 'Accept dispute?' })
    expect(dialog.textContent).toContain(
      '€36.00 goes back to Juno Okafor. 2 tickets stop being valid and go on sale again. This can’t be undone.',
    )
    expect(calls.map(([name]) => name)).not.toContain('disputes.accept')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Accept dispute' }))
    expect(await screen.findByText('accepted')).toBeTruthy()
    expect(
      screen.getByText(/^Jonas Wirth accepted the dispute on Mon 21 Dec\. €36\.00 went back/),
    ).toBeTruthy()
    expect(calls).toContainEqual(['disputes.accept', { id: 'dp_1' }])
  })

  test('shows why accepting failed, and the dispute stays open', async () => {
    await show(open, { 'disputes.accept': fail('IS_INQUIRY', 'There is nothing to accept.') })
    await press('Accept dispute')
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Accept dispute' }))
    expect((await within(getSheet()).findByRole('alert')).textContent).toBe('There is nothing to accept.')
    expect(screen.getByRole('button', { name: 'Submit evidence' })).toBeTruthy()
  })

  test('disables submitting for a payment that brought no tickets, because there is no evidence', async () => {
    await show({ ...open, facts: null, evidence: null, ticketsToRevoke: 0 })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit evidence' }).disabled).toBe(true)
    await press('Accept dispute')
    expect((await screen.findByRole('alertdialog')).textContent).toContain('The tickets stay as they are.')
  })

  test('leads an admin back to the payments', async () => {
    await show({ ...open, isOwnEvent: false })
    expect(screen.getByRole('link', { name: 'Payments' }).getAttribute('href')).toBe('/admin/payments')
  })
})

describe('a dispute that can’t be changed', () => {
  test('shows when the evidence was submitted, and by whom', async () => {
    await show(submitted)
    expect(screen.getByText('in review')).toBeTruthy()
    expect(screen.queryByRole('complementary')).toBeNull()
    const details = within(screen.getByRole('region', { name: 'Details' }))
    for (const text of ['Juno Okafor', 'Not received', 'OR-2026-12077', '2, still valid'])
      expect(details.getByText(text)).toBeTruthy()
    expect(readHistory()).toEqual([
      ['Dispute opened, €36.00 held', 'Thu 10 Dec, 10:14'],
      ['The organizer was emailed', 'Thu 10 Dec, 10:15'],
      ['Evidence submitted by Jonas Wirth', 'Fri 11 Dec, 09:30'],
      ['The bank decides'],
    ])
    await press('View evidence')
    const dialog = await screen.findByRole('dialog', { name: 'What the bank receives' })
    expect(within(dialog).getByText('Juno was there.')).toBeTruthy()
  })

  test.each<[string, DisputeDetail, string, string, RegExp, string | undefined]>([
    [
      'Won',
      { ...decided, status: 'won' },
      'won',
      'Decided for you',
      /^The bank decided for you on Mon 21 Dec\. You keep €36\.00\. 2 tickets are still valid\.$/,
      'The bank decided for you',
    ],
    [
      'Lost',
      lost,
      'lost',
      'Decided for the buyer',
      /^The bank decided for the buyer on Mon 21 Dec\. €36\.00 went back to Juno Okafor\. 2 tickets are no longer valid\.$/,
      'The bank decided for the buyer',
    ],
    [
      'Closed',
      { ...decided, status: 'closed', response: null },
      'closed',
      'Withdrawn by the bank',
      /^The bank withdrew its question on Mon 21 Dec\. You keep €36\.00\.$/,
      'The bank withdrew its question',
    ],
  ])('%s: shows the decision', async (headline, dispute, badge, outcome, decision, step) => {
    await show(dispute)
    expect(screen.getByText(badge)).toBeTruthy()
    const sheet = within(screen.getByRole('complementary', { name: outcome }))
    for (const text of [headline, '€36.00', 'Juno Okafor']) expect(sheet.getByText(text)).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Decision' })).getByText(decision)).toBeTruthy()
    expect(readHistory().at(-1)).toEqual([step, 'Mon 21 Dec, 12:00'])
    expect(screen.queryByRole('button', { name: /Submit|Accept/ })).toBeNull()
  })

  test('says that the bank decides once the deadline has passed', async () => {
    await show({ ...open, canRespond: false })
    expect(screen.getByText('deadline passed')).toBeTruthy()
    expect(screen.getByText('The deadline passed on Tue 22 Dec, 23:59.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Submit|Accept/ })).toBeNull()
  })

  test('says that the evidence was erased with the buyer’s account', async () => {
    await show({ ...submitted, buyerName: '', evidence: null })
    expect(screen.getByText(/^The evidence was erased/)).toBeTruthy()
    expect(screen.getByText(/by the bank of a deleted account$/)).toBeTruthy()
  })
})

test('an unknown dispute and a loading dispute each have their own page', async () => {
  renderPart(
    <>
      <DisputeNotFound />
      <DisputeLoading />
    </>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Dispute not found' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Loading dispute' })).toBeTruthy()
})
