// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { fakeServer } from '~tests/support/fake-server'
import { bookings } from '../queries'
import { pendingBooking, Booking, clearParts, confirmed, renderPart } from '../testing-bookings'

afterEach(clearParts)

const { id, terms } = pendingBooking
const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const set = (label: string, value: string) => fireEvent.change(getField(label), { target: { value } })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

async function openForm(responses: Record<string, (input: never) => unknown> = {}) {
  const calls = fakeServer({
    get: () => pendingBooking,
    nearestFreeDays: () => ({ days: ['2026-12-25'] }),
    ...responses,
  })
  const queryClient = await renderPart(<Booking id={id} />)
  await press('Counter-offer')
  await screen.findByRole('heading', { name: 'Your counter-offer' })
  return { calls, queryClient }
}

test('opens with the offered terms and marks unchanged ones', async () => {
  await openForm()
  const heading = screen.getByRole('heading', { name: 'Your counter-offer' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(getField('Fee').value).toBe('$1,200.00')
  expect(getField('Hours').value).toBe('3')
  expect(getField('Date').value).toBe('2026-12-18')
  expect(screen.getAllByText('As offered')).toHaveLength(2)
  set('Fee', '1400')
  expect(screen.getByText('Offered: $1,200.00')).toBeTruthy()
  fireEvent.blur(getField('Fee'))
  expect(getField('Fee').value).toBe('$1,400.00')
})

test('changing the hours updates the end of the set and vice versa, and the time zone can be changed', async () => {
  await openForm()
  set('Hours', '4.5')
  expect(getField('Set ends').value).toBe('03:30')
  set('Set ends', '01:00')
  expect(getField('Hours').value).toBe('2')
  set('Set starts', '00:30')
  expect(getField('Set ends').value).toBe('02:30')
  expect(screen.getByText('London time, on Sat 19 Dec')).toBeTruthy()
  await press('Change time zone')
  await userEvent.selectOptions(screen.getByLabelText('Time zone of the place'), 'Europe/Berlin')
  expect(getField('Set starts').value).toBe('00:30')
  expect(screen.getByText('Berlin time, on Sat 19 Dec')).toBeTruthy()
})

test('the time zone of an event’s booking can’t be changed', async () => {
  const event = {
    id: 'low-ceiling',
    title: 'Low Ceiling',
    status: 'published',
    startsAt: terms.startsAt,
    isDateOpen: false,
    timezone: 'Europe/London',
    canEdit: false,
    hasPage: true,
  }
  await openForm({ get: () => ({ ...pendingBooking, event }) })
  expect(screen.getByText('London time')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change time zone' })).toBeNull()
})

test('sends the typed fields, and the other terms as offered', async () => {
  const { calls } = await openForm({ offer: () => ({ ...pendingBooking, awaiting: 'them', steps: 2 }) })
  set('Fee', '1400')
  set('Hours', '4')
  await userEvent.type(screen.getByLabelText(/Message/), 'The train is the better part.')
  await press('Send counter-offer')
  expect(await screen.findByText('Counter-offer sent')).toBeTruthy()
  expect(calls).toContainEqual([
    'offer',
    {
      id,
      steps: 1,
      terms: { ...terms, feeCents: 140_000, endsAt: '2026-12-19T03:00:00.000Z' },
      message: 'The train is the better part.',
    },
  ])
  expect(screen.queryByRole('heading', { name: 'Your counter-offer' })).toBeNull()
  expect(sessionStorage.length).toBe(0)
})

test('shows a conflict at the date with the nearest free days', async () => {
  await openForm()
  set('Date', '2026-12-19')
  expect(screen.getByText('You have offered to play in Leeds on Sat 19 Dec')).toBeTruthy()
  expect(getField('Date').getAttribute('aria-invalid')).toBe('true')
  await press('Fri 25 Dec')
  expect(getField('Date').value).toBe('2026-12-25')
  expect(screen.queryByText(/^You have offered/)).toBeNull()
  set('Date', '2026-12-31')
  expect(screen.getByText('You’re already booked in Amsterdam on Thu 31 Dec')).toBeTruthy()
  set('Date', '2026-12-24')
  expect(screen.getByText('You put Thu 24 Dec on hold: Family')).toBeTruthy()
})

test('shows errors at their fields and sends nothing', async () => {
  const { calls } = await openForm()
  set('Fee', 'plenty')
  set('Deposit', '$400.00')
  await press('Send counter-offer')
  expect(screen.getByText('Enter an amount such as 1200.')).toBeTruthy()
  expect(calls.map(([name]) => name)).not.toContain('offer')
  await waitFor(() => expect(document.activeElement).toBe(getField('Fee')))
})

test('shows server errors at their fields: a past time, a booked time', async () => {
  const errors = [
    refusal('BAD_TERMS', 'That time is in the past. Choose a later one.', { field: 'startsAt' }),
    refusal('TAKEN', 'That time overlaps another booking. Choose another day.', { freeDays: ['2026-12-26'] }),
  ]
  await openForm({
    offer: () => {
      throw errors.shift() ?? new Error('no more')
    },
  })
  await press('Send counter-offer')
  await screen.findByText('That time is in the past. Choose a later one.')
  expect(getField('Set starts').getAttribute('aria-invalid')).toBe('true')
  await press('Send counter-offer')
  await screen.findByText('That time overlaps another booking. Choose another day.')
  await press('Sat 26 Dec')
  expect(getField('Date').value).toBe('2026-12-26')
})

test('keeps the draft after a failed send and a reload, and drops it on Discard', async () => {
  await openForm()
  set('Fee', '1400')
  await press('Send counter-offer')
  expect(await screen.findByText(/couldn’t reach the server/)).toBeTruthy()
  const stored = sessionStorage.getItem(`counter-offer:${id}:dj`) ?? ''
  clearParts()
  sessionStorage.setItem(`counter-offer:${id}:dj`, stored)
  fakeServer({ get: () => pendingBooking })
  await renderPart(<Booking id={id} />)
  await screen.findByRole('heading', { name: 'Your counter-offer' })
  expect(getField('Fee').value).toBe('1400')
  await press('Discard')
  expect(screen.queryByRole('heading', { name: 'Your counter-offer' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Counter-offer' }))
  await press('Counter-offer')
  expect(getField('Fee').value).toBe('$1,200.00')
})

test('restores a discarded draft', async () => {
  await openForm()
  set('Fee', '1400')
  await press('Discard')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('heading', { name: 'Your counter-offer' })
  expect(getField('Fee').value).toBe('1400')
})

test('shows a newer offer in the history and the unchanged fields, and keeps the draft', async () => {
  let current = pendingBooking
  const { calls, queryClient } = await openForm({
    get: () => current,
    offer: () => {
      throw refusal('CHANGED', 'This booking has changed since you opened it. Reload it before you answer.')
    },
  })
  set('Fee', '1400')
  await userEvent.type(screen.getByLabelText(/Message/), 'Half typ')
  const [first] = pendingBooking.trail
  if (!first) throw new Error('no step')
  const newer = { ...terms, depositCents: 60_000 }
  const offer = { ...first, position: 2, kind: 'offer' as const, terms: newer, message: null }
  current = { ...pendingBooking, steps: 2, terms: newer, trail: [first, offer] }
  await act(() => queryClient.invalidateQueries({ queryKey: bookings.key() }))
  expect(await screen.findByText(/has changed since you started. Read step 2/)).toBeTruthy()
  expect(getField('Fee').value).toBe('1400')
  expect(screen.getByLabelText<HTMLInputElement>(/Message/).value).toBe('Half typ')
  expect(getField('Deposit').value).toBe('$600.00')
  await press('Send counter-offer')
  await screen.findByText(/Reload it before you answer/)
  expect(calls.findLast(([name]) => name === 'offer')?.[1]).toMatchObject({
    steps: 2,
    terms: { feeCents: 140_000, depositCents: 60_000 },
  })
  expect(getField('Fee').value).toBe('1400')
})

test('the counter-offer closes once the booking is confirmed', async () => {
  let current = pendingBooking
  const { queryClient } = await openForm({ get: () => current })
  current = confirmed
  await act(() => queryClient.invalidateQueries({ queryKey: bookings.key() }))
  await screen.findByRole('complementary', { name: 'Terms, confirmed' })
  expect(screen.queryByRole('heading', { name: 'Your counter-offer' })).toBeNull()
})
