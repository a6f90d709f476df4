// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { BookingStep } from '../../contract-shapes'
import { refusal } from '~tests/support/refusal'
import {
  pendingBooking,
  Booking,
  clearParts,
  completed,
  confirmed,
  request,
  serveBooking,
  renderPart,
} from '../testing-bookings'

afterEach(() => {
  vi.useRealTimers()
  clearParts()
})

const { id } = pendingBooking
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const findInDialog = async (name: string) => {
  const dialog = await waitFor(() => screen.queryByRole('dialog') ?? screen.getByRole('alertdialog'))
  await userEvent.click(within(dialog).getByRole('button', { name }))
}
const deposit: BookingStep = {
  ...request,
  position: 3,
  kind: 'pay',
  terms: {},
  message: null,
  payment: { purpose: 'deposit', cents: 30_000, method: null },
}
const findToast = (text: string | RegExp) => screen.findByText(text)

test('M-06 shows who requests what, the deadline and the current terms of a pending booking', async () => {
  serveBooking(pendingBooking)
  await renderPart(<Booking id={id} />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Soft Machinery' })).toBeTruthy()
  expect(screen.getByText(/Fri 18 Dec 2026 · Loom Hall, Glasgow/)).toBeTruthy()
  expect(screen.getByText('Answer by Fri 4 Dec')).toBeTruthy()
  const sheet = screen.getByRole('complementary', { name: 'Current terms' })
  expect(within(sheet).getByText('$1,200.00')).toBeTruthy()
  expect(within(sheet).getByText('23:00–02:00')).toBeTruthy()
  const names = within(sheet).getByRole('list', { name: 'Agreed by' })
  expect(
    within(names)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['SLSofia Lindoffered 19 Nov', 'MVMara Vossnot yet'])
})

test('offers a calendar file only for a confirmed booking', async () => {
  serveBooking(confirmed)
  await renderPart(<Booking id={confirmed.id} />)
  const link = await screen.findByRole('link', { name: 'Add to calendar' })
  expect(link.getAttribute('href')).toBe(`/dashboard/bookings/${confirmed.id}.ics`)
  expect(link.getAttribute('download')).toBe(`${confirmed.number}.ics`)
  clearParts()
  serveBooking(pendingBooking)
  await renderPart(<Booking id={id} />)
  await screen.findByRole('heading', { level: 1, name: 'Soft Machinery' })
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
})

test('lists the history newest first, with only the changes of each step', async () => {
  const [first] = pendingBooking.trail
  if (!first) throw new Error('no step')
  const offer = {
    ...first,
    position: 2,
    kind: 'offer' as const,
    actor: pendingBooking.dj,
    terms: { ...pendingBooking.terms, feeCents: 140_000, endsAt: '2026-12-19T03:00:00.000Z' },
    message: null,
  }
  serveBooking({ ...pendingBooking, steps: 2, trail: [first, offer], awaiting: 'them' })
  await renderPart(<Booking id={id} />)
  const steps = (await screen.findAllByRole('heading', { level: 3 })).map((heading) => heading.textContent)
  expect(steps).toEqual(['Counter-offer', 'Request'])
  expect(screen.getAllByText('Fee')[0]?.nextElementSibling?.textContent).toBe(
    '$1,200.00 changed to $1,400.00',
  )
  expect(screen.getByText('Deposit, hospitality and technical rider as before.')).toBeTruthy()
  expect(screen.getByText('Two hours of machines, then you.')).toBeTruthy()
  expect(screen.getByText('Open until Fri 4 Dec')).toBeTruthy()
})

test('shows in the history when an unpaid deposit is due', async () => {
  const trail = [
    ...confirmed.trail,
    { ...request, position: 3, kind: 'accept_fee' as const, terms: {}, message: null },
  ]
  serveBooking({ ...confirmed, trail })
  await renderPart(<Booking id={id} unpaidDeposit={{ cents: 30_000, dueBy: '2026-11-27T09:12:00.000Z' }} />)
  const agreed = (await screen.findByRole('heading', { level: 3, name: 'Agreed' })).closest('li')
  expect(agreed?.textContent).toMatch(/Deposit of \$300\.00 · due Fri 27 Nov$/)
  expect(screen.getAllByText(/^Deposit of/)).toHaveLength(1)
  clearParts()
  serveBooking({ ...confirmed, trail: [...trail, { ...deposit, position: 4 }] })
  await renderPart(<Booking id={id} unpaidDeposit={{ cents: 30_000, dueBy: '2026-11-27T09:12:00.000Z' }} />)
  await screen.findByRole('heading', { level: 3, name: 'Deposit paid' })
  expect(screen.queryByText(/^Deposit of/)).toBeNull()
})

describe('answering', () => {
  test('accepting repeats the terms in one sentence and answers the step that was shown', async () => {
    const calls = serveBooking(pendingBooking, { accept: () => confirmed })
    await renderPart(<Booking id={id} />)
    await press('Accept')
    expect(
      screen.getByText(
        'You play Loom Hall, Glasgow on Fri 18 Dec 2026, 23:00–02:00 (London time) for $1,200.00, of which $300.00 is the deposit. The day is then booked in both calendars.',
      ),
    ).toBeTruthy()
    expect(calls.map(([name]) => name)).not.toContain('accept')
    await findInDialog('Accept')
    expect(await findToast('Accepted. The day is booked in both calendars.')).toBeTruthy()
    expect(calls).toContainEqual(['accept', { id, steps: 1 }])
    expect(screen.getByRole('complementary', { name: 'Terms, confirmed' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })

  test('shows the error and refetches after a concurrent answer', async () => {
    const sentence = 'This booking has changed since you opened it. Reload it before you answer.'
    const calls = serveBooking(pendingBooking, {
      accept: () => {
        throw refusal('CHANGED', sentence)
      },
    })
    await renderPart(<Booking id={id} />)
    await press('Accept')
    await findInDialog('Accept')
    expect(await findToast(sentence)).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(calls.filter(([name]) => name === 'get').length).toBeGreaterThan(1)
  })

  test('suggests free days for a booked time; choosing one starts a counter-offer', async () => {
    serveBooking(pendingBooking, {
      accept: () => {
        throw refusal('TAKEN', 'That time overlaps another booking. Choose another day.', {
          freeDays: ['2026-12-25'],
        })
      },
    })
    await renderPart(<Booking id={id} />)
    await press('Accept')
    await findInDialog('Accept')
    await press('Fri 25 Dec')
    expect(await screen.findByRole('heading', { name: 'Your counter-offer' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2026-12-25')
  })

  test('keeps the dialog open without a connection', async () => {
    serveBooking(pendingBooking)
    await renderPart(<Booking id={id} />)
    await press('Decline')
    await userEvent.type(screen.getByLabelText(/^Reason/), 'Too far')
    await findInDialog('Decline')
    expect(await findToast(/couldn’t reach the server/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Too far')
  })

  test('declines without a reason', async () => {
    const cancelled = { ...pendingBooking, status: 'cancelled', awaiting: null }
    const calls = serveBooking(pendingBooking, { decline: () => cancelled })
    await renderPart(<Booking id={id} />)
    await press('Decline')
    await findInDialog('Decline')
    expect(await findToast('Declined. We notified Sofia Lind.')).toBeTruthy()
    expect(calls).toContainEqual(['decline', { id, steps: 1 }])
  })

  test('cancelling states the consequence, requires a reason and turns the sheet gray', async () => {
    const cancelled = {
      ...confirmed,
      status: 'cancelled',
      cancelReason: 'The ferry is off',
      cancelledBy: 'you',
    }
    const calls = serveBooking(
      { ...confirmed, trail: [...confirmed.trail, deposit] },
      { cancel: () => cancelled },
    )
    await renderPart(<Booking id={id} />)
    vi.setSystemTime('2026-12-01T12:00:00Z')
    await press('Cancel booking')
    const row = screen.getByRole('row', { name: /today/ })
    expect(row.textContent).toBe(
      '28 Nov to 11 Dec todayYou cancel: $300.00 refunded to Sofia LindSofia Lind cancels: You keep $300.00',
    )
    expect(screen.getByText(/^Sofia Lind booked you/).textContent).toBe(
      'Sofia Lind booked you for Fri 18 Dec, a fee of $1,200.00 with a $300.00 deposit. If you cancel today, 1 Dec, the $300.00 deposit is refunded to Sofia Lind and nothing else is due.',
    )
    expect(
      screen.getByText(
        'We’ll notify Sofia Lind immediately, with your reason. The event leaves both calendars. This can’t be undone.',
      ),
    ).toBeTruthy()
    await findInDialog('Cancel booking')
    expect(screen.getByText('Enter a reason. The other person will read it.')).toBeTruthy()
    expect(calls.map(([name]) => name)).not.toContain('cancel')
    await userEvent.type(screen.getByLabelText(/^Reason/), 'The ferry is off')
    await findInDialog('Cancel booking')
    expect(await findToast('Booking canceled')).toBeTruthy()
    expect(calls).toContainEqual(['cancel', { id, steps: 2, reason: 'The ferry is off' }])
    const sheet = screen.getByRole('complementary', { name: 'Terms, canceled' })
    expect(within(sheet).getByText('“The ferry is off”')).toBeTruthy()
    expect(within(sheet).getByText('23:00–02:00').tagName).toBe('DEL')
    expect(within(sheet).queryByRole('button')).toBeNull()
  })

  test.each([
    [
      { cents: 30_000, dueBy: '2026-12-10T12:00:00.000Z' },
      /the \$300\.00 deposit isn’t paid, so nothing is due\.$/,
      /You cancel: Nothing is dueSofia Lind cancels: Nothing is due$/,
      /^We’ll notify Sofia Lind/,
    ],
    [
      undefined,
      /the \$300\.00 deposit is refunded to Sofia Lind and nothing else is due\.$/,
      /Sofia Lind cancels: You keep \$300\.00$/,
      /^We don’t know whether the deposit was paid\. The table assumes that it was\. We’ll notify/,
    ],
  ])('canceling counts a deposit by whether it was paid: %#', async (unpaidDeposit, first, row, note) => {
    serveBooking(confirmed)
    vi.setSystemTime('2026-12-01T12:00:00Z')
    await renderPart(<Booking id={id} {...(unpaidDeposit && { unpaidDeposit })} />)
    await press('Cancel booking')
    expect(screen.getByText(/^Sofia Lind booked you/).textContent).toMatch(first)
    expect(screen.getByRole('row', { name: /today/ }).textContent).toMatch(row)
    expect(screen.getByText(note)).toBeTruthy()
  })

  test.each([
    ['client', 'before the set', '2026-12-18T22:59:00Z', true],
    ['client', 'during the set', '2026-12-18T23:00:00Z', false],
    ['dj', 'during the set', '2026-12-18T23:00:00Z', true],
    ['dj', 'after the set', '2026-12-19T02:00:00Z', false],
  ] as const)('the %s sees Cancel %s only if the server allows it', async (side, _, now, isAllowed) => {
    vi.setSystemTime(now)
    serveBooking(side === 'dj' ? confirmed : { ...confirmed, side, otherParty: confirmed.dj })
    await renderPart(<Booking id={id} />)
    await screen.findByRole('heading', { level: 1, name: 'Soft Machinery' })
    expect(screen.queryByRole('button', { name: 'Cancel booking' }) !== null).toBe(isAllowed)
    const note = screen.queryByText('The set has started. Only Mara Voss can cancel now.')
    expect(note !== null).toBe(side === 'client' && !isAllowed)
  })

  test('the side that waits for an answer can only withdraw', async () => {
    serveBooking({ ...pendingBooking, side: 'client', awaiting: 'them', otherParty: pendingBooking.dj })
    await renderPart(<Booking id={id} />)
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })
})

describe('after the event', () => {
  test('asks for stars and text, and hides both reviews until both are written', async () => {
    const written = {
      ...completed,
      canReview: false,
      ownReview: { rating: 4, body: 'Loud and kind', at: '2026-12-20T10:00:00.000Z' },
    }
    const calls = serveBooking(completed, { review: () => written })
    await renderPart(<Booking id={id} />)
    await press('Save review')
    expect(await screen.findByText('Choose one to five stars.')).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: '4 of 5, very good' }))
    await userEvent.type(screen.getByLabelText(/Your review/), 'Loud and kind')
    expect(screen.getByText('13 of 2000')).toBeTruthy()
    await press('Save review')
    expect(await findToast('Review saved')).toBeTruthy()
    expect(calls).toContainEqual(['review', { id, rating: 4, body: 'Loud and kind' }])
    expect(
      screen.getByText('Both reviews are published once Sofia Lind has written one, or after Sat 2 Jan.'),
    ).toBeTruthy()
  })

  test('keeps a review that failed to send', async () => {
    serveBooking(completed)
    await renderPart(<Booking id={id} />)
    await userEvent.click(await screen.findByRole('radio', { name: '1 of 5, poor' }))
    await userEvent.type(screen.getByLabelText(/Your review/), 'No monitors')
    await press('Save review')
    expect(await findToast(/couldn’t reach the server/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Your review/).value).toBe('No monitors')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '1 of 5, poor' }).checked).toBe(true)
  })
})
