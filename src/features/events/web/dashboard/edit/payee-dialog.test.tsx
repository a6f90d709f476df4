// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PayeeNeeded } from '../../../contract-payee'
import {
  clearEditor,
  createDraft,
  fakeEditServer,
  listenToToasts,
  refuse,
  renderEditor,
} from './testing-edit'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearEditor()
  vi.unstubAllGlobals()
})

const noAccount: PayeeNeeded = {
  provider: 'stripe',
  status: 'not_connected',
  requirement: null,
  currency: 'EUR',
  minPriceCents: 1800,
  isOrganizer: true,
  organizerName: 'Jonas Wirth',
  waiver: null,
}

async function pressPublish(values: Partial<PayeeNeeded> = {}, requestWaiver?: () => object) {
  const server = fakeEditServer(createDraft(), {
    'dashboard.publish': () => refuse('PAYEE_NEEDED', 409, { ...noAccount, ...values }),
    ...(requestWaiver && { 'dashboard.requestWaiver': requestWaiver }),
  })
  await renderEditor(createDraft(), {
    renderConnect: (label) => <button type="button">{label}</button>,
  })
  await userEvent.type(screen.getByLabelText(/^Title/), ' II')
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  return { server, dialog: within(await screen.findByRole('dialog')) }
}

test('names the missing account and the lowest price, and offers to connect one', async () => {
  const { dialog } = await pressPublish()
  expect(dialog.getByRole('heading', { name: 'Connect a bank account first' })).toBeTruthy()
  expect(dialog.getByText(/^Dust & Diamonds II sells tickets from €18\.00\./)).toBeTruthy()
  expect(dialog.getByText('No payout account')).toBeTruthy()
  expect(dialog.getByText('Setup takes about 5 minutes. You need an ID and your IBAN.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Connect bank account' })).toBeTruthy()
})

test.each([
  ['Keep as draft', () => userEvent.click(screen.getByRole('button', { name: 'Keep as draft' }))],
  ['Close', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('%s keeps the draft and everything typed', async (_name, close) => {
  const { server } = await pressPublish()
  await close()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.held()).toMatchObject({ title: 'Dust & Diamonds II', status: 'draft' })
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Dust & Diamonds II')
  expect(screen.getByRole('button', { name: 'Publish' })).toBeTruthy()
})

test('paused payouts name what the provider needs, and offer no waiver', async () => {
  const { dialog } = await pressPublish({ status: 'restricted', requirement: 'tax_number' })
  expect(dialog.getByRole('heading', { name: 'Payouts are paused' })).toBeTruthy()
  expect(
    dialog.getByText(
      'You can’t publish a paid event while Stripe needs your tax number. Dust & Diamonds II stays a draft. Events already on sale keep selling.',
    ),
  ).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Add number' })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'ask an admin for a waiver' })).toBeNull()
})

test('an unfinished setup names the next item and can be continued', async () => {
  const { dialog } = await pressPublish({ status: 'in_progress', requirement: 'identity_document' })
  expect(dialog.getByText('Stripe needs a photo of your ID.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Continue setup' })).toBeTruthy()
})

test('requests a waiver once, and then shows when it was requested', async () => {
  const sent = { requestedAt: '2026-11-12T10:00:00.000Z', isDeclined: false }
  const { server, dialog } = await pressPublish({}, () => sent)
  await userEvent.click(dialog.getByRole('button', { name: 'ask an admin for a waiver' }))
  expect((await dialog.findByRole('status')).textContent).toBe(
    'Waiver requested Thu 12 Nov 2026. You’ll be notified when an admin decides.',
  )
  expect(dialog.queryByRole('button', { name: 'ask an admin for a waiver' })).toBeNull()
  expect(server.listInputs('dashboard.requestWaiver')).toEqual([{ id: createDraft().id }])
})

test('reports a failed request, which can be repeated', async () => {
  const { toasts } = listenToToasts()
  const { dialog } = await pressPublish({}, () => refuse('NOT_NOW', 409))
  await userEvent.click(dialog.getByRole('button', { name: 'ask an admin for a waiver' }))
  await waitFor(() => expect(toasts).toEqual(['error: Waiver not requested']))
  expect(dialog.getByRole('button', { name: 'ask an admin for a waiver' })).toBeTruthy()
})

test('says that an admin declined an earlier request', async () => {
  const { dialog } = await pressPublish({
    waiver: { requestedAt: '2026-11-12T10:00:00.000Z', isDeclined: true },
  })
  expect(dialog.getByText('An admin declined a waiver for this event.')).toBeTruthy()
})

test('a manager reads who has to connect an account', async () => {
  const { dialog } = await pressPublish({ isOrganizer: false })
  expect(
    dialog.getByText(/Jonas Wirth has to connect a bank account before it can be published\./),
  ).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Connect bank account' })).toBeNull()
  expect(dialog.queryByRole('button', { name: 'ask an admin for a waiver' })).toBeNull()
})
