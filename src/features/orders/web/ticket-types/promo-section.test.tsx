// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import { toPromoFields, parsePromo } from './promo-form'
import { PromoSection } from './promo-section'
import { formatValidity, formatUse } from './format-promo'
import { EVENT, createPromo, createPromoBoard } from './testing-board'
import { getFieldText } from './testing-fields'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  sessionStorage.clear()
})

function show(handlers: Parameters<typeof fakeServer>[0], acts = ['edit', 'money'], isFixed = false) {
  const server = fakeServer(handlers)
  renderPart(
    <PromoSection
      eventId={EVENT}
      acts={acts}
      timezone="Europe/London"
      currency="USD"
      startsAt="2030-12-05T23:00:00Z"
      eventEnd={null}
      capacity={null}
      isFixed={isFixed}
    />,
  )
  const listInputs = (call: string) =>
    server.asked.filter(([name]) => name === call).map(([, input]) => input)
  return { listInputs, user: userEvent.setup() }
}
const twoForOne = createPromo({
  id: '01a1fbc7-0000-7000-8000-0000000000a2',
  code: 'TWOFORONE',
  percent: null,
  amountCents: 1600,
  useLimit: 12,
  used: 12,
  state: 'used_up',
})

test('shows the codes of a cancelled event as they are', async () => {
  show({ 'promo.list': () => createPromoBoard() }, undefined, true)
  const ways = await screen.findAllByRole('button')
  expect(ways.map((way) => [way.getAttribute('aria-label'), way.matches(':disabled')])).toEqual([
    ['More for LEEDSCREW', true],
  ])
})

test('shows discount, uses and end of each promo code', async () => {
  show({ 'promo.list': () => createPromoBoard([createPromo(), twoForOne]) })
  const [, ...rows] = await screen.findAllByRole('row')
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  expect(cells.map((row) => row.slice(0, 4))).toEqual([
    ['LEEDSCREW', '20%', '34 of 50', 'Fri 4 Dec'],
    ['TWOFORONE', '$16.00', '12 of 12', 'Used up'],
  ])
})

test('hides the section from managers and requests nothing', () => {
  const { listInputs } = show({ 'promo.list': () => createPromoBoard() }, ['edit'])
  expect(screen.queryByRole('heading', { name: 'Promo codes' })).toBeNull()
  expect(listInputs('promo.list')).toEqual([])
})

test('adds a code; an error is shown at its field and keeps the input', async () => {
  let tries = 0
  const { listInputs, user } = show({
    'promo.list': () => createPromoBoard([]),
    'promo.add': () => {
      tries += 1
      if (tries > 1) return createPromoBoard()
      const fields = [{ path: 'code', message: 'CREW88 already unlocks Crew Table. Choose another code.' }]
      throw new ORPCError('INVALID', { status: 422, data: { fields } })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add a promo code' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const day of [/^From/, /^Until/])
    expect(getFieldText(dialog.getByLabelText(day))).toContain('London time')
  await user.type(dialog.getByLabelText('Code'), 'crew88')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(getFieldText(dialog.getByLabelText('Percent off'))).toContain('Enter a whole number from 1 to 100')
  await user.type(dialog.getByLabelText('Percent off'), '20')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(getFieldText(dialog.getByLabelText('Code'))).toMatch(/already unlocks Crew Table/),
  )
  await user.clear(dialog.getByLabelText('Code'))
  await user.type(dialog.getByLabelText('Code'), 'leedscrew')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(listInputs('promo.add').at(-1)).toEqual({
    eventId: EVENT,
    code: 'LEEDSCREW',
    percent: 20,
    amountCents: null,
    useLimit: null,
    customerLimit: null,
    startsAt: null,
    endsAt: null,
  })
  expect(screen.getByText('LEEDSCREW')).toBeTruthy()
})

test('stops a code and undoes it', async () => {
  const { listInputs, user } = show({
    'promo.list': () => createPromoBoard(),
    'promo.stop': () => createPromoBoard([createPromo({ state: 'over', endsAt: '2026-11-21T12:00:00Z' })]),
    'promo.save': () => createPromoBoard(),
  })
  await user.click(await screen.findByRole('button', { name: 'More for LEEDSCREW' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Stop' }))
  await screen.findByText('LEEDSCREW is stopped.')
  expect(screen.getByText('Ended Sat 21 Nov')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Fri 4 Dec')
  expect(listInputs('promo.save')).toEqual([
    { id: createPromo().id, changes: { startsAt: null, endsAt: '2026-12-04T23:59:00Z' } },
  ])
})

test('formats the validity of a code', () => {
  const format = (changes: Parameters<typeof createPromo>[0]) =>
    formatValidity(createPromo(changes), 'Europe/London')
  expect(format({ endsAt: null })).toBe('No end')
  expect(format({ endsAt: '2026-12-05T18:00:00Z' })).toBe('Sat 5 Dec, 18:00')
  expect(format({ state: 'later', startsAt: '2026-11-27T00:00:00Z' })).toBe('From Fri 27 Nov, 00:00')
  expect(formatUse({ used: 7, useLimit: null, customerLimit: null })).toBe('7')
  expect(formatUse({ used: 7, useLimit: 50, customerLimit: 1 })).toBe('7 of 50, 1 per customer')
})

test('a promo code is valid from the first minute of its first day to the last of its last day, in the event’s zone; an unchanged date keeps its time', () => {
  const place = { timezone: 'America/New_York', currency: 'USD' } as const
  const typed = {
    code: 'ny',
    kind: 'amount',
    amount: '$5',
    useLimit: '',
    customerLimit: '',
    from: '2026-12-01',
    until: '2026-12-04',
  }
  const { input, problems } = parsePromo({ ...typed, code: 'nyc 1' }, place)
  expect(problems).toEqual({})
  expect(input).toEqual({
    code: 'NYC1',
    percent: null,
    amountCents: 500,
    useLimit: null,
    customerLimit: null,
    startsAt: '2026-12-01T05:00:00.000Z',
    endsAt: '2026-12-05T04:59:00.000Z',
  })
  const stored = createPromo({ endsAt: '2026-12-05T01:30:00Z' })
  expect(parsePromo(toPromoFields(stored, place), place, stored).input).toMatchObject({
    percent: 20,
    useLimit: 50,
    endsAt: '2026-12-05T01:30:00Z',
  })
  expect(parsePromo({ ...typed, useLimit: '0', until: '2026-11-30' }, place).problems).toEqual({
    code: 'A code has 3 to 24 letters, digits and dashes',
    useLimit: 'Enter a whole number, or leave it empty',
    until: 'The code ends before it starts. Choose a later day.',
  })
})
