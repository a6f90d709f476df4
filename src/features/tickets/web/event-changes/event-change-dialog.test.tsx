// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { EventImpact } from '../../contract-event-changes'
import type { EventChange } from '../../rules/event-change'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import { listChangeActions } from './event-change-choices'
import { EventChangeDialog } from './event-change-dialog'

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
})
const eventId = '01a1fbc7-c116-73f4-9959-0d8be57bf3c2'
const impact: EventImpact = {
  title: 'Dust & Diamonds',
  status: 'published',
  version: 4,
  timezone: 'Europe/London',
  currency: 'USD',
  startsAt: '2026-12-05T23:00:00.000Z',
  doorsAt: '2026-12-05T22:30:00.000Z',
  endsAt: '2026-12-06T05:00:00.000Z',
  isDateOpen: false,
  isOver: false,
  isPaidOut: false,
  orders: 128,
  tickets: 241,
  cents: 424_160,
  holds: 2,
  waiting: 0,
  notifyAt: null,
  bookings: [],
}
const mara = {
  id: '01a1fbc7-c116-73f4-9959-0d8be57bf3c3',
  djName: 'Mara Voss',
  status: 'confirmed' as const,
  startsAt: '2026-12-06T01:00:00.000Z',
  endsAt: '2026-12-06T03:00:00.000Z',
  timezone: 'Europe/London',
}
const statusMessage = 'The roof leaks.'
const type = (label: string | RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const postponed = { 'eventChanges.postpone': () => ({ version: 5, status: 'postponed' }) }
async function open(
  change: EventChange,
  more: Partial<EventImpact> = {},
  handlers: Parameters<typeof fakeServer>[0] = {},
) {
  const onClose = vi.fn()
  const server = fakeServer({ 'eventChanges.impact': () => ({ ...impact, ...more }), ...handlers })
  const { unmount } = renderPart(<EventChangeDialog eventId={eventId} change={change} onClose={onClose} />)
  await screen.findByText(/^Refunded, fees included|^Maximum refunds/u)
  return { ...server, onClose, unmount }
}

describe('R-07 cancelling an event', () => {
  test('shows the effects of the cancellation, asks for a reason and the password, and sends both', async () => {
    const { asked, onClose } = await open(
      'cancel',
      {},
      { 'eventChanges.cancel': () => ({ version: 5, status: 'cancelled' }) },
    )
    expect(screen.getByText('Orders refunded').nextSibling?.textContent).toBe('128')
    expect(screen.getByText('Refunded, fees included').nextSibling?.textContent).toBe('$4,241.60')
    expect(screen.queryByText('On the waitlist (it closes)')).toBeNull()
    await press('Cancel event')
    expect(screen.getByText('Describe in one sentence what happened.')).toBeTruthy()
    expect(screen.getByText('Enter your password.')).toBeTruthy()
    await type(/What happened/u, statusMessage)
    expect(screen.getByText('15/500')).toBeTruthy()
    await type('Your password', 'slipped-halves')
    await press('Cancel event')
    expect(await screen.findByText(/The refunds are on their way/u)).toBeTruthy()
    expect(asked).toContainEqual([
      'eventChanges.cancel',
      { eventId, version: 4, statusMessage, password: 'slipped-halves' },
    ])
    expect(onClose).toHaveBeenCalledOnce()
    expect(sessionStorage).toHaveLength(0)
  })

  test('shows a wrong password at its field, and keeps the input when the dialog closes', async () => {
    const wrong = () => {
      throw new ORPCError('WRONG_PASSWORD', { defined: true, message: 'That password is incorrect.' })
    }
    const first = await open('cancel', {}, { 'eventChanges.cancel': wrong })
    await type(/What happened/u, statusMessage)
    await type('Your password', 'guess')
    await press('Cancel event')
    expect(await screen.findByText('That password is incorrect.')).toBeTruthy()
    expect(first.onClose).not.toHaveBeenCalled()
    first.unmount()
    await open('cancel')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/What happened/u).value).toBe(statusMessage)
    expect(screen.getByLabelText<HTMLInputElement>('Your password').value).toBe('')
  })

  test('refetches the figures after another person’s change, and uses them for the next attempt', async () => {
    let version = 4
    const { asked } = await open(
      'cancel',
      {},
      {
        'eventChanges.impact': () => ({ ...impact, version }),
        'eventChanges.cancel': () => {
          version = 5
          throw new ORPCError('CHANGED', { defined: true, message: 'changed', data: { by: null, at: null } })
        },
      },
    )
    await type(/What happened/u, statusMessage)
    await type('Your password', 'slipped-halves')
    await press('Cancel event')
    expect((await screen.findByRole('alert')).textContent).toContain('check them, then try again')
    await waitFor(() => expect(asked.filter(([name]) => name === 'eventChanges.impact')).toHaveLength(2))
    await press('Cancel event')
    await waitFor(() => expect(asked.at(-2)?.[1] ?? asked.at(-1)?.[1]).toMatchObject({ version: 5 }))
  })

  test('offers a retry when the figures fail to load', async () => {
    let tries = 0
    fakeServer({
      'eventChanges.impact': () => {
        tries += 1
        if (tries === 1) throw new TypeError('offline')
        return impact
      },
    })
    renderPart(<EventChangeDialog eventId={eventId} change="cancel" onClose={() => undefined} />)
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server')
    await press('Try again')
    expect(await screen.findByLabelText('Your password')).toBeTruthy()
  })
})

describe('R-07 postponing an event', () => {
  test.each(['postpone', 'set_date'] as const)('%s says when holders are emailed next', async (change) => {
    const status = change === 'postpone' ? ('published' as const) : ('postponed' as const)
    const { unmount } = await open(change, { status })
    expect(screen.queryByText(/Ticket holders already got three emails/u)).toBeNull()
    unmount()
    await open(change, { status, notifyAt: '2026-12-01T09:30:00.000Z' })
    expect(screen.getByText(/is sent on Tuesday 1 December 2026, 09:30, or earlier/u)).toBeTruthy()
  })

  test.each([
    ['moved', 'postpone', 'Event moved.', 'Every ticket holder gets an email.'],
    ['open', 'postpone', 'Event postponed.', 'Every ticket holder gets an email.'],
    ['dated', 'set_date', 'The date is set. Tickets are on sale again.', 'gets an email with the date'],
  ] as const)('promises no email while the next one has to wait: %s', async (way, change, done, emailed) => {
    const handlers = {
      'eventChanges.postpone': () => ({ version: 5, status: 'published' }),
      'eventChanges.setDate': () => ({ version: 5, status: 'published' }),
    }
    const status = change === 'postpone' ? ('published' as const) : ('postponed' as const)
    const soon = await open(change, { status })
    if (way === 'open') await press('To be announced')
    expect(screen.getByRole('dialog').textContent).toContain(emailed)
    soon.unmount()
    sessionStorage.clear()
    await open(change, { status, notifyAt: '2026-12-01T09:30:00.000Z' }, handlers)
    if (way === 'open') await press('To be announced')
    const dialog = screen.getByRole('dialog').textContent
    expect(dialog).toMatch(/The next one is sent on Tuesday/u)
    expect(dialog).not.toMatch(/gets an email/u)
    if (way === 'moved') await type('Day', '2027-01-16')
    if (change === 'postpone') await type(/What happened/u, statusMessage)
    await press(change === 'postpone' ? 'Postpone event' : 'Set the date')
    expect(await screen.findByText(done)).toBeTruthy()
    expect(screen.queryByText(/will be notified/u)).toBeNull()
  })

  test('suggests the event’s current times for a new date', async () => {
    const { asked } = await open(
      'postpone',
      {},
      { 'eventChanges.postpone': () => ({ version: 5, status: 'published' }) },
    )
    expect(screen.getByText(/^Sales continue for the new date/u)).toBeTruthy()
    await press('Postpone event')
    expect(screen.getByText('Choose a day.')).toBeTruthy()
    await type('Day', '2027-01-16')
    await type(/What happened/u, statusMessage)
    await press('Postpone event')
    await waitFor(() =>
      expect(asked).toContainEqual([
        'eventChanges.postpone',
        {
          eventId,
          version: 4,
          statusMessage,
          date: '2027-01-16',
          clocks: { startsAt: '23:00', doorsAt: '22:30', endsAt: '05:00' },
          refundDays: 14,
        },
      ]),
    )
    expect(await screen.findByText('Event moved. Ticket holders will be notified.')).toBeTruthy()
  })

  test('accepts an open date and another return period, and refuses too many days', async () => {
    const { asked } = await open('postpone', {}, postponed)
    await press('To be announced')
    expect(screen.queryByLabelText('Day')).toBeNull()
    expect(screen.getByText(/^Sales stop until you choose “Set the new date” in the menu/u)).toBeTruthy()
    await type(/What happened/u, statusMessage)
    await userEvent.clear(screen.getByLabelText('Return period (days)'))
    await type('Return period (days)', '61')
    await press('Postpone event')
    expect(screen.getByText('Enter a number up to 60.')).toBeTruthy()
    await userEvent.clear(screen.getByLabelText('Return period (days)'))
    await type('Return period (days)', '30')
    await press('Postpone event')
    await waitFor(() =>
      expect(asked).toContainEqual([
        'eventChanges.postpone',
        { eventId, version: 4, statusMessage, refundDays: 30 },
      ]),
    )
  })

  test('shows a date that the server refused at its field', async () => {
    await open(
      'set_date',
      { status: 'postponed' },
      {
        'eventChanges.setDate': () => {
          throw new ORPCError('BAD_DATE', {
            defined: true,
            message: 'Check the date and times.',
            data: { fields: [{ path: 'date', message: 'Choose a date in the future.' }] },
          })
        },
      },
    )
    expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('2026-12-05')
    await press('Set the date')
    expect(await screen.findByText('Choose a date in the future.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('R-07 offers changes by the event’s status, only to callers who manage its money', () => {
  const onChoose = vi.fn()
  const labels = (status: string, acts: string[]) =>
    listChangeActions({ status }, acts, onChoose).map(({ label }) => label)
  expect(labels('published', ['edit', 'money'])).toEqual(['Postpone event', 'Cancel event'])
  expect(labels('postponed', ['money'])).toEqual(['Set the new date', 'Cancel event'])
  expect(labels('published', ['edit', 'publish'])).toEqual([])
  expect([labels('cancelled', ['money']), labels('draft', ['money'])]).toEqual([[], []])
  listChangeActions({ status: 'published' }, ['money'], onChoose)[1]?.onSelect()
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('cancel')
})

test('canceling lists the booked DJs, and keeps a booking on request', async () => {
  const { asked } = await open(
    'cancel',
    { bookings: [mara] },
    { 'eventChanges.cancel': () => ({ version: 5, status: 'cancelled' }) },
  )
  const select = screen.getByLabelText<HTMLSelectElement>('Mara Voss')
  expect(select.value).toBe('cancel')
  expect(screen.getByText('Sun 6 Dec, 01:00–03:00, London time')).toBeTruthy()
  await userEvent.selectOptions(select, 'Keep the booking as it is')
  await type(/What happened/u, statusMessage)
  await type('Your password', 'slipped-halves')
  await press('Cancel event')
  await waitFor(() =>
    expect(asked).toContainEqual([
      'eventChanges.cancel',
      expect.objectContaining({ bookings: [{ id: mara.id, outcome: 'keep' }] }),
    ]),
  )
})

test('postponing asks booked DJs to agree to the new date, and keeps their bookings if there is no date yet', async () => {
  const { asked } = await open('postpone', { bookings: [mara] }, postponed)
  expect(screen.getByLabelText<HTMLSelectElement>('Mara Voss').value).toBe('ask')
  await press('To be announced')
  expect(screen.getByLabelText<HTMLSelectElement>('Mara Voss').value).toBe('keep')
  await type(/What happened/u, statusMessage)
  await press('Postpone event')
  await waitFor(() =>
    expect(asked).toContainEqual([
      'eventChanges.postpone',
      expect.objectContaining({ bookings: [{ id: mara.id, outcome: 'keep' }] }),
    ]),
  )
})
