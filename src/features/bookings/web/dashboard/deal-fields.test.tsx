// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { fakeServer } from '~tests/support/fake-server'
import type { BookingDetail } from '../../contract-shapes'
import { FLAT_DEAL } from '../../rules/deal'
import { Booking, clearParts, mara, pendingBooking, renderPart, sofia } from '../testing-bookings'

afterEach(clearParts)

const { id, terms } = pendingBooking
const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const set = (label: string | RegExp, value: string) =>
  fireEvent.change(getField(label), { target: { value } })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
const event: BookingDetail['event'] = {
  id: 'low-ceiling',
  title: 'Low Ceiling',
  status: 'published',
  startsAt: terms.startsAt,
  isDateOpen: false,
  timezone: 'Europe/London',
  canEdit: false,
  hasPage: true,
  tickets: { averageCents: 1600, capacity: 300 },
}
const offered: BookingDetail = { ...pendingBooking, event }
/** The booking as Sofia sees it after Mara's offer. */
const asClient: BookingDetail = { ...offered, side: 'client', otherParty: mara, client: sofia }

async function openForm(booking: BookingDetail, offer?: () => unknown) {
  const calls = fakeServer({ get: () => booking, ...(offer && { offer }) })
  await renderPart(<Booking id={id} />)
  await press('Counter-offer')
  await screen.findByRole('heading', { name: 'Your counter-offer' })
  return calls
}

test('shows only the fields of the chosen deal, and keeps their values', async () => {
  await openForm(offered)
  expect(screen.queryByLabelText('Percentage of net', { selector: 'input[inputmode]' })).toBeNull()
  await choose('Guarantee versus percentage')
  const share = () =>
    screen.getByLabelText<HTMLInputElement>('Percentage of net', { selector: '[inputmode]' })
  set('Guarantee', '1400')
  fireEvent.change(share(), { target: { value: '60' } })
  fireEvent.blur(share())
  expect(share().value).toBe('60%')
  await choose('Percentage of net')
  expect(screen.queryByLabelText('Guarantee')).toBeNull()
  expect(screen.queryByLabelText('Deposit')).toBeNull()
  expect(screen.queryByRole('switch', { name: 'Guaranteed fee' })).toBeNull()
  expect(share().value).toBe('60%')
  await choose('Flat fee')
  expect(getField('Fee').value).toBe('1400')
})

test('computes the example while typing, with agreed costs deducted', async () => {
  await openForm(offered)
  expect(screen.getByText('Any number of tickets').nextElementSibling?.textContent).toBe('$1,200.00')
  await choose('Guarantee versus percentage')
  expect(screen.queryByText(/^Example: you get/)).toBeNull()
  fireEvent.change(screen.getByLabelText('Percentage of net', { selector: '[inputmode]' }), {
    target: { value: '60%' },
  })
  expect(screen.getByText('Example: you get, at $16.00 per ticket on average')).toBeTruthy()
  await press('Add cost')
  set('Cost 1', 'Venue hire')
  set('Amount of Venue hire', '1060')
  const level = screen.getByText('180 tickets, net $1,820.00')
  expect(level.nextElementSibling?.textContent).toBe('$1,200.00, guarantee')
  expect(screen.getByText('300 tickets, net $3,740.00').nextElementSibling?.textContent).toBe(
    '$2,244.00, percentage',
  )
  await press('Remove Venue hire')
  expect(screen.getByText('180 tickets, net $2,880.00')).toBeTruthy()
})

test('shows no example without an event with paid tickets', async () => {
  await openForm(pendingBooking)
  expect(screen.queryByText(/per ticket on average/)).toBeNull()
})

test('sends the deal, with the guaranteed fee and the days of cancellation', async () => {
  const calls = await openForm(offered, () => ({ ...offered, awaiting: 'them', steps: 2 }))
  await press('Add cost')
  await waitFor(() => expect(document.activeElement).toBe(getField('Cost 1')))
  set('Cost 1', 'Venue hire')
  set('Amount of Venue hire', '600')
  expect(screen.getByText(/The organizer prepays only the deposit\.$/)).toBeTruthy()
  expect(screen.getByText('Due 7 days after you agree, at the latest when the set starts')).toBeTruthy()
  set('Deposit', '')
  expect(
    screen.getByText('Offered: $300.00, due 7 days after you agree, at the latest when the set starts'),
  ).toBeTruthy()
  expect(screen.getByText(/The organizer prepays nothing\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Guaranteed fee' }))
  set(/^Deposit is refunded until/, '30')
  await press('Send counter-offer')
  await screen.findByText('Counter-offer sent')
  const deal = {
    ...FLAT_DEAL,
    costs: [{ label: 'Venue hire', cents: 60_000 }],
    isFeeGuaranteed: true,
    cancellation: { freeDays: 30, halfFeeDays: 6 },
  }
  expect(calls).toContainEqual(['offer', { id, steps: 1, terms: { ...terms, depositCents: null, deal } }])
})

test('refuses a deposit that can’t be charged, at its field', async () => {
  const calls = await openForm(offered)
  set('Deposit', '0.5')
  await press('Send counter-offer')
  expect(await screen.findByText(/^Enter \$0\.00 or at least \$1\.00\./)).toBeTruthy()
  expect(getField('Deposit').getAttribute('aria-invalid')).toBe('true')
  expect(calls.map(([name]) => name)).not.toContain('offer')
})

test('shows the problems of costs at their rows', async () => {
  const calls = await openForm(offered)
  await press('Add cost')
  await press('Send counter-offer')
  expect(screen.getByText('Enter what the cost is for.')).toBeTruthy()
  expect(screen.getByText('Enter an amount above $0.00.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(getField('Cost 1')))
  expect(calls.map(([name]) => name)).not.toContain('offer')
})

test('shares that don’t add up to 100% block Send and say by how much', async () => {
  const booking = { ...asClient, otherShares: [{ id: 'juno', name: 'Juno Okafor', basisPoints: 2500 }] }
  const calls = await openForm(booking, () => ({ ...booking, awaiting: 'them', steps: 2 }))
  await choose('Door split')
  set('Mara Voss', '60%')
  set('You', '20%')
  expect(getField('Juno Okafor').readOnly).toBe(true)
  expect(screen.getByText('Shares add up to 105%. Remove 5%.')).toBeTruthy()
  const send = screen.getByRole('button', { name: 'Send counter-offer' })
  expect(send.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(send)
  expect(calls.map(([name]) => name)).not.toContain('offer')
  set('You', '15%')
  expect(screen.queryByText(/^Shares add up/)).toBeNull()
  await userEvent.click(send)
  await screen.findByText('Counter-offer sent')
  expect(calls.find(([name]) => name === 'offer')?.[1]).toMatchObject({
    terms: { feeCents: null, depositCents: null, deal: { kind: 'split', basisPoints: 6000 } },
  })
})

test('the DJ enters only their own share, and reads the server’s refusal at it', async () => {
  const message = 'The other DJs of this event get 60% of net. Offer at most 40%.'
  await openForm(offered, () => {
    throw refusal('BAD_TERMS', message, { field: 'deal.basisPoints' })
  })
  await choose('Door split')
  expect(screen.queryByLabelText('You')).toBeNull()
  set('Your share of net', '50%')
  await press('Send counter-offer')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(getField('Your share of net').getAttribute('aria-invalid')).toBe('true')
})

test('the sheet and the accept dialog state the whole deal', async () => {
  const deal = {
    ...FLAT_DEAL,
    kind: 'guarantee' as const,
    basisPoints: 6000,
    costs: [{ label: 'Venue hire', cents: 106_000 }],
    isFeeGuaranteed: true,
  }
  fakeServer({ get: () => ({ ...offered, terms: { ...terms, deal } }) })
  await renderPart(<Booking id={id} />)
  const sheet = await screen.findByRole('complementary', { name: 'Current terms' })
  const lines = within(sheet)
    .getAllByRole('term')
    .map((line) => [line.textContent, line.nextElementSibling?.textContent])
  expect(lines).toContainEqual(['Deal', 'Guarantee versus percentage'])
  expect(lines).toContainEqual(['Or', '60% of net'])
  expect(lines).toContainEqual(['Costs', '$1,060.00'])
  expect(lines).toContainEqual(['Guaranteed fee', 'Held from ticket income'])
  await press('Accept')
  expect(
    screen.getByText(
      /for a guarantee of \$1,200\.00 or 60% of net, the greater of both, with a deposit of \$300\.00\./,
    ),
  ).toBeTruthy()
})
