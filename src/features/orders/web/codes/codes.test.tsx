// @vitest-environment jsdom
import { NO_TAX } from '~/lib/tax'
import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { Selection } from '../selection-search'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import { TicketPanel } from '../ticket-panel'
import { getFieldText } from '../ticket-types/testing-fields'
import { parseCodes } from './opened-codes'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => registerLink(undefined))

const EVENT = '01a1fbc7-c116-73f4-9959-0d8be57bf3c2'
const GENERAL = '01a1fbc7-0000-7000-8000-000000000001'
const CREW = '01a1fbc7-0000-7000-8000-000000000002'
const general = { id: GENERAL, name: 'General Admission', description: '', priceCents: 1600, remaining: 142 }
const crew = {
  id: CREW,
  name: 'Crew Table',
  description: 'Seats six',
  priceCents: 12_000,
  available: 2,
  saleStartsAt: null,
  saleEndsAt: null,
}
const reserved = {
  id: 'order-1',
  status: 'reserved',
  totalCents: 7040,
  expiresAt: '2026-12-01T20:10:00Z',
  serverNow: '2026-12-01T20:00:00Z',
}
const responses: Record<string, unknown> = {
  CREW88: { kind: 'types', code: 'CREW88', types: [crew] },
  LEEDSCREW: { kind: 'promo', code: 'LEEDSCREW', percent: 20, amountCents: null, endsAt: null },
  SIXTEEN: { kind: 'promo', code: 'SIXTEEN', percent: null, amountCents: 1600, endsAt: null },
}
const unlock = (input: unknown) => {
  const { code } = Object(input)
  const response = responses[code]
  if (response !== undefined) return response
  throw new ORPCError('NOT_FOUND', { message: 'This code isn’t valid for this event. Check it for typos.' })
}

type Start = { codes?: string; selection?: Selection; isAllIn?: boolean; types?: (typeof general)[] }
async function show(
  { codes: first, selection: chosen = {}, isAllIn = false, types = [general] }: Start,
  calls: Parameters<typeof fakeServer>[0] = {},
) {
  const server = fakeServer({ unlock, ...calls })
  const address: { codes: string | undefined; selection: Selection } = { codes: first, selection: chosen }
  const onReserved = vi.fn<(orderId: string, seen: number | undefined) => void>()
  function Page() {
    const [codes, setCodes] = useState(first)
    const [selection, setSelection] = useState(chosen)
    Object.assign(address, { codes, selection })
    return (
      <TicketPanel
        eventId={EVENT}
        ticketTypes={types}
        timezone="Europe/London"
        codes={codes}
        onCodes={setCodes}
        selection={selection}
        onSelect={setSelection}
        terms={{
          priceDisplay: isAllIn ? 'all_in' : 'itemised',
          feeBasisPoints: 1000,
          feeTaxPpm: 0,
          currency: 'USD',
          tax: NO_TAX,
        }}
        closedReason={null}
        isSignedIn
        onSignIn={() => undefined}
        onReserved={onReserved}
      />
    )
  }
  renderPart(<Page />)
  await screen.findByRole('heading', { name: 'Select Tickets' })
  const listInputs = (call: string) =>
    server.asked.filter(([name]) => name === call).map(([, input]) => input)
  return { listInputs, address, onReserved, user: userEvent.setup() }
}
const bill = () => [...document.querySelectorAll('.total > div')].map((line) => line.textContent)
const use = async (user: ReturnType<typeof userEvent.setup>, code: string) => {
  await user.type(await screen.findByLabelText('Code'), `${code}{Enter}`)
}

test('shows only a button to visitors without a code; pressing it opens the field', async () => {
  const { listInputs, user } = await show({})
  await user.click(screen.getByRole('button', { name: 'Have a code?' }))
  const field = await screen.findByLabelText('Code')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(listInputs('unlock')).toEqual([])
})

describe('promo code', () => {
  test('a promo code shows its discount, with prices before and after', async () => {
    const { address, user } = await show({ selection: { [GENERAL]: 4 } })
    expect(bill()).toEqual(['Subtotal$64.00', 'Service fee (10%)$6.40', 'Total$70.40'])
    await user.click(screen.getByRole('button', { name: 'Have a code?' }))
    await use(user, 'leeds crew')
    expect(await screen.findByText(/20% off/)).toBeTruthy()
    expect(bill()).toEqual([
      'Subtotal$64.00',
      'LEEDSCREW−$12.80',
      'Service fee (10%)$5.12',
      'TotalBefore: $70.40$56.32',
    ])
    expect(address.codes).toBe('LEEDSCREW')
    await user.click(screen.getByRole('button', { name: 'Remove LEEDSCREW' }))
    expect(bill()).toHaveLength(3)
    expect(address.codes).toBeUndefined()
  })

  test('a promo code takes an amount off the full order, at most all of it, and the lines add up', async () => {
    const { user } = await show({ selection: { [GENERAL]: 2 }, codes: 'SIXTEEN', isAllIn: true })
    await screen.findByText(/\$16\.00 off/)
    expect(bill()).toEqual(['SIXTEEN−$17.60', 'TotalBefore: $35.20$17.60'])
    await user.click(screen.getByRole('button', { name: 'Fewer' }))
    expect(bill().at(-1)).toBe('TotalBefore: $17.60Free')
  })

  test('a promo code that is used up before the checkout shows an error at its field; the selection stays and can be bought without the code', async () => {
    let tries = 0
    const { listInputs, onReserved, user } = await show(
      { selection: { [GENERAL]: 4 }, codes: 'LEEDSCREW' },
      {
        reserve: () => {
          tries += 1
          if (tries > 1) return reserved
          throw new ORPCError('PROMO_USED_UP', { message: 'This promo code is used up. Remove it.' })
        },
      },
    )
    await screen.findByText(/20% off/)
    await user.click(screen.getAllByRole('button', { name: 'Checkout' })[0] ?? document.body)
    expect((await screen.findByRole('alert')).textContent).toBe('This promo code is used up. Remove it.')
    expect(bill().at(-1)).toBe('Total$70.40')
    await user.click(screen.getByRole('button', { name: 'Remove LEEDSCREW' }))
    await user.click(screen.getAllByRole('button', { name: 'Checkout' })[0] ?? document.body)
    await waitFor(() => expect(onReserved).toHaveBeenCalledWith('order-1', undefined))
    const [first, second] = listInputs('reserve').map((input) => Object(input))
    expect([first.promoCode, second.promoCode]).toEqual(['LEEDSCREW', null])
    expect(first.clientKey).not.toBe(second.clientKey)
    expect(second.items).toEqual([{ ticketTypeId: GENERAL, quantity: 4 }])
  })
})

describe('hidden tickets', () => {
  test('a link unlocks hidden tickets and restores the selection from before sign-in', async () => {
    const { listInputs, address } = await show(
      { codes: 'CREW88~LEEDSCREW', selection: { [CREW]: 1, [GENERAL]: 1 } },
      { reserve: () => reserved },
    )
    const row = within(await screen.findByRole('group', { name: 'Crew Table' }))
    expect(row.getByText('1')).toBeTruthy()
    await screen.findByText(/20% off/)
    expect(address).toEqual({ codes: 'CREW88~LEEDSCREW', selection: { [CREW]: 1, [GENERAL]: 1 } })
    await userEvent.click(screen.getAllByRole('button', { name: 'Checkout' })[0] ?? document.body)
    await waitFor(() =>
      expect(listInputs('reserve')).toMatchObject([{ accessCode: 'CREW88', promoCode: 'LEEDSCREW' }]),
    )
  })

  test('hidden tickets stay selected when another ticket is selected while they load', async () => {
    let open = () => {}
    const { address, user } = await show(
      { codes: 'CREW88', selection: { [CREW]: 2 } },
      { unlock: () => new Promise((done) => (open = () => done(responses['CREW88']))) },
    )
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(address.selection).toEqual({ [CREW]: 2, [GENERAL]: 1 })
    await waitFor(() => expect(open).not.toBeUndefined())
    await waitFor(() => {
      open()
      expect(screen.getByRole('group', { name: 'Crew Table' })).toBeTruthy()
    })
    expect(bill()[0]).toBe('Subtotal$256.00')
  })

  test('an event with only hidden tickets shows the code field', async () => {
    const { user } = await show({ types: [] })
    expect(screen.getByText('Ticket information coming soon')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Have a code?' }))
    await use(user, 'crew88')
    expect(await screen.findByRole('group', { name: 'Crew Table' })).toBeTruthy()
  })
})

test('an invalid code stays in its field, with the error', async () => {
  const { user, address } = await show({ codes: 'CREW89' })
  const field = await screen.findByLabelText('Code')
  await waitFor(() =>
    expect(getFieldText(field)).toContain('This code isn’t valid for this event. Check it for typos.'),
  )
  expect(field).toHaveProperty('value', 'CREW89')
  await user.type(field, '{Backspace}8{Enter}')
  expect(await screen.findByRole('group', { name: 'Crew Table' })).toBeTruthy()
  expect(address.codes).toBe('CREW88')
})

test('ignores invalid codes in the URL', () => {
  expect(parseCodes('CREW88~LEEDS-CREW')).toBe('CREW88~LEEDS-CREW')
  expect(parseCodes(1234)).toBe('1234')
  for (const odd of ['<script>', 'A'.repeat(61), '', ['A'], undefined, null])
    expect(parseCodes(odd)).toBeUndefined()
})
