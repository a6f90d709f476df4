// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '~/design/toast'
import { fakeServer } from '~tests/support/fake-server'
import type { OpenWaiver } from '../../contract-payments'
import { clearParts, renderPart } from '../testing-parts'
import { WaiversTable } from './waivers-table'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const waiver: OpenWaiver = {
  eventId: '01a1fe9c-0000-7000-8000-000000000001',
  eventTitle: 'Cellar Door',
  organizerName: 'Jonas Wirth',
  currency: 'USD',
  minPriceCents: 1800,
  maxPriceCents: 2200,
  tickets: 400,
  requestedAt: '2026-11-12T10:00:00.000Z',
}

async function openDialog(decide: () => unknown = () => ({})) {
  const calls = fakeServer({ decideWaiver: decide })
  await renderPart(<WaiversTable rows={[waiver]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Decide on waiver: Cellar Door' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Waive payout account' }))
  return { calls, dialog, reason: dialog.getByRole('textbox', { name: /^Reason/ }) }
}

test('lists event, organizer, prices and tickets', async () => {
  await renderPart(<WaiversTable rows={[waiver, { ...waiver, eventId: '2', organizerName: null }]} />)
  const [, first, second] = screen.getAllByRole('row')
  for (const text of ['Cellar Door', 'Jonas Wirth', '$18.00 to $22.00', '400'])
    expect(within(first as HTMLElement).getByText(text)).toBeTruthy()
  const tickets = within(first as HTMLElement).getByText('400')
  expect(tickets.textContent, 'the unit is only visible where the column has no title').toBe('400 tickets')
  expect(within(second as HTMLElement).getByText('Deleted account')).toBeTruthy()
})

test.each([
  ['Grant waiver', true],
  ['Decline', false],
])('the button “%s” needs a reason, and sends it', async (name, isGranted) => {
  const { calls, dialog, reason } = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name }))
  expect(dialog.getByText('Enter a reason. The organizer will see it.')).toBeTruthy()
  expect(calls).toEqual([])
  await userEvent.type(reason, ' Paid by bank transfer. ')
  await userEvent.click(dialog.getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls).toContainEqual([
    'decideWaiver',
    { eventId: waiver.eventId, isGranted, reason: 'Paid by bank transfer.' },
  ])
})

test('closes when another admin has decided, and says so', async () => {
  const error = vi.spyOn(notify, 'error').mockImplementation(() => undefined)
  const { dialog, reason } = await openDialog(() => {
    throw new ORPCError('ALREADY_DECIDED', { status: 409, message: 'Another admin has already decided it.' })
  })
  await userEvent.type(reason, 'Paid by bank transfer.')
  await userEvent.click(dialog.getByRole('button', { name: 'Grant waiver' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(error).toHaveBeenCalledWith('Failed to save the decision', {
    detail: 'Another admin has already decided it.',
  })
})

test('stays open after another error, with the reason', async () => {
  const { dialog, reason } = await openDialog(() => {
    throw new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 })
  })
  await userEvent.type(reason, 'Paid by bank transfer.')
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect((reason as HTMLTextAreaElement).value).toBe('Paid by bank transfer.')
})
