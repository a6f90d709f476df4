// @vitest-environment jsdom
import { cleanup as clearPart, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { fakeServer } from '~tests/support/fake-server'
import { BookNow, BookNowButton } from './book-now'
import { resetRequestPage, getMonth, renderRequest } from './testing-request'

afterEach(resetRequestPage)

const dj = { id: 'mara', name: 'Mara Voss', stock: 'bone', rateCents: 120_000, depositPercent: 25 } as const
const onSignIn = vi.fn()

function Page({ readerId = 'jonas', day = '2026-12-18' }: { readerId?: string | null; day?: string }) {
  const [book, setBook] = useState<string>()
  return (
    <>
      <BookNowButton onPress={() => setBook(day)} />
      <BookNow
        dj={dj}
        month="2026-12"
        readerId={readerId}
        book={book}
        onClose={() => setBook(undefined)}
        onSignIn={onSignIn}
        onOpenBooking={() => undefined}
      />
    </>
  )
}

const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Book Mara Voss' }))
const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Book Now' }))

async function open(page = <Page />) {
  await renderRequest(page)
  await press()
  await findDialog()
}

type Request = { clientKey: string } & Record<string, unknown>
const listRequests = (calls: [string, unknown][]) =>
  calls.filter(([name]) => name === 'request').map(([, input]) => input as Request)

test('asks to check the time zone of an unknown place', async () => {
  fakeServer({ availability: getMonth })
  await open()
  await userEvent.type(getField('Place'), 'Glasgow')
  expect(screen.queryByText(/^We don’t know/)).toBeNull()
  await userEvent.clear(getField('Place'))
  await userEvent.type(getField('Place'), 'Hill Farm')
  expect(
    screen.getByText('We don’t know this place’s time zone. Check that London time is right.'),
  ).toBeTruthy()
})

test('P-02 sends event, place, hours and fee, and confirms with the text of the specification', async () => {
  const calls = fakeServer({
    availability: getMonth,
    request: () => ({ id: 'booking', number: 'BK-2026-0417' }),
  })
  await open()
  expect((await findDialog()).getByText('18 December 2026')).toBeTruthy()
  expect(await screen.findByText('Available. 5 and 12 Dec are on hold.')).toBeTruthy()
  expect(screen.queryByPlaceholderText('Type of event')).toBeNull()
  // Typing starts at the first field without a default.
  await waitFor(() => expect(document.activeElement).toBe(getField('Place')))
  expect(getField('Your fee').value).toBe('$1,200.00')
  await userEvent.type(getField('Place'), 'Loom Hall, Glasgow')
  // The time zone of the place, not of the DJ.
  expect(screen.getByText('London time')).toBeTruthy()
  await userEvent.type(getField(/^Message/), 'A long one.')
  await press()
  expect(await screen.findByText('Booking request sent! The DJ will contact you shortly.')).toBeTruthy()
  expect(listRequests(calls)).toEqual([
    {
      id: 'mara',
      clientKey: expect.stringMatching(/^[\da-f-]{36}$/),
      eventType: 'Club Night',
      location: 'Loom Hall, Glasgow',
      timezone: 'Europe/London',
      currency: 'USD',
      startsAt: '2026-12-18T23:00:00.000Z',
      endsAt: '2026-12-19T02:00:00.000Z',
      feeCents: 120_000,
      message: 'A long one.',
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('link', { name: 'View booking BK-2026-0417' }).getAttribute('href')).toBe(
    '/dashboard/bookings/booking',
  )
  // A sent request leaves no draft.
  await press()
  await findDialog()
  expect(getField('Place').value).toBe('')
})

test('takes another type of event as text and shows missing input beside its field', async () => {
  const calls = fakeServer({ availability: getMonth, request: () => ({ id: 'b', number: 'BK-1' }) })
  await open()
  await userEvent.selectOptions(getField('Event type'), 'Other')
  await userEvent.clear(getField('Your fee'))
  await userEvent.type(getField('Your fee'), 'a lot')
  await press()
  expect(getField('Type of event').getAttribute('aria-invalid')).toBe('true')
  for (const text of ['Enter the type of event.', 'Enter the place.', 'Enter an amount such as 1200.'])
    expect(screen.getByText(text)).toBeTruthy()
  // The focus moves to the first error.
  await waitFor(() => expect(document.activeElement).toBe(getField('Type of event')))
  expect(listRequests(calls)).toEqual([])
  await userEvent.type(getField('Type of event'), 'Wedding')
  expect(screen.queryByText('Enter the type of event.')).toBeNull()
  await userEvent.type(getField('Place'), 'Barn')
  await userEvent.clear(getField('Your fee'))
  await press()
  await waitFor(() => expect(listRequests(calls)).toHaveLength(1))
  expect(listRequests(calls)[0]).toMatchObject({ eventType: 'Wedding', feeCents: null })
})

test('suggests the nearest free days for a booked day and retries with the same key', async () => {
  let isTaken = true
  const calls = fakeServer({
    availability: getMonth,
    request: () => {
      if (isTaken)
        throw refusal('TAKEN', 'That time overlaps another booking. Choose another day.', {
          freeDays: ['2026-12-04', '2026-12-19'],
        })
      return { id: 'b', number: 'BK-1' }
    },
  })
  await open(<Page day="2026-12-11" />)
  await userEvent.type(getField('Place'), 'Loom Hall')
  await press()
  expect(await screen.findByText('That time overlaps another booking. Choose another day.')).toBeTruthy()
  const instead = within(screen.getByRole('group', { name: 'Nearest free days' }))
  isTaken = false
  await userEvent.click(instead.getByRole('button', { name: 'Sat 19 Dec' }))
  expect(getField('Date').value).toBe('2026-12-19')
  expect(instead.getByRole('button', { name: 'Sat 19 Dec' }).getAttribute('aria-pressed')).toBe('true')
  expect(getField('Place').value).toBe('Loom Hall')
  await press()
  expect(await screen.findByRole('link', { name: 'View booking BK-1' })).toBeTruthy()
  const [first, second] = listRequests(calls)
  expect(second?.clientKey).toBe(first?.clientKey)
})

test('after a lost response and changed terms, shows the earlier request; the next press sends the changed one', async () => {
  const came: Request[] = []
  const calls = fakeServer({
    availability: getMonth,
    request: (request: Request) => {
      const first = came.find(({ clientKey }) => clientKey === request.clientKey)
      if (first && first['location'] !== request['location'])
        throw refusal('SENT_BEFORE', 'Your request went out before you changed it.', {
          id: 'first',
          number: 'BK-1',
        })
      came.push(request)
      if (came.length === 1) throw new TypeError('fetch failed')
      return { id: 'second', number: 'BK-2' }
    },
  })
  await open()
  await userEvent.type(getField('Place'), 'Loom Hall')
  await press()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We couldn’t reach the server/)
  await userEvent.type(getField('Place'), ', Glasgow')
  await press()
  const link = await screen.findByRole('link', { name: 'View booking BK-1' })
  expect(link.getAttribute('href')).toBe('/dashboard/bookings/first')
  expect(screen.getByRole('alert').textContent).toContain('Your request went out before you changed it.')
  expect(getField('Place').value).toBe('Loom Hall, Glasgow')
  await press()
  expect(await screen.findByRole('link', { name: 'View booking BK-2' })).toBeTruthy()
  const [lost, notified, sent] = listRequests(calls).map(({ clientKey }) => clientKey)
  expect(notified).toBe(lost)
  expect(sent).not.toBe(lost)
})

test('keeps the input when sending fails or the dialog closes', async () => {
  fakeServer({
    availability: getMonth,
    request: () => {
      throw new TypeError('fetch failed')
    },
  })
  await open()
  await userEvent.type(getField('Place'), 'Loom Hall')
  await press()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'We couldn’t reach the server. Check your connection and try again.',
  )
  expect(getField('Place').value).toBe('Loom Hall')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press()
  await findDialog()
  expect(getField('Place').value).toBe('Loom Hall')
})

test('shows server errors beside their fields', async () => {
  fakeServer({
    availability: getMonth,
    request: () => {
      throw refusal('BAD_TERMS', 'That time is over.', { field: 'startsAt' })
    },
  })
  await open()
  await userEvent.type(getField('Place'), 'Loom Hall')
  await press()
  expect(await screen.findByText('That time is over.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(getField('Date')))
})

test('keeps the input of a visitor through signing in', async () => {
  onSignIn.mockClear()
  const calls = fakeServer({ availability: getMonth })
  await open(<Page readerId={null} />)
  expect(screen.getByText('Next, you’ll sign in. Your input is saved.')).toBeTruthy()
  await userEvent.type(getField('Place'), 'Loom Hall')
  await press()
  expect(onSignIn).toHaveBeenCalledWith('2026-12-18')
  expect(listRequests(calls)).toEqual([])
  const stored = Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? ''] as const)
  resetRequestPage()
  for (const [key, text] of stored) sessionStorage.setItem(key, text)
  fakeServer({ availability: getMonth })
  await open(<Page readerId="jonas" />)
  expect(getField('Place').value).toBe('Loom Hall')
  // The draft now belongs to the account: the next visitor in this tab must not see it.
  clearPart()
  await open(<Page readerId="sofia" />)
  expect(getField('Place').value).toBe('')
  clearPart()
  await open(<Page readerId="jonas" />)
  expect(getField('Place').value).toBe('Loom Hall')
})

test('the input of a visitor replaces an older draft of the account', async () => {
  fakeServer({ availability: getMonth })
  await open(<Page readerId="jonas" />)
  await userEvent.type(getField('Place'), 'Old Mill')
  clearPart()
  await open(<Page readerId={null} />)
  await userEvent.type(getField('Place'), 'Loom Hall')
  clearPart()
  await open(<Page readerId="jonas" />)
  expect(getField('Place').value).toBe('Loom Hall')
  clearPart()
  await open(<Page readerId="jonas" />)
  expect(getField('Place').value).toBe('Loom Hall')
})

test('asks for sign-in when the session has ended', async () => {
  onSignIn.mockClear()
  fakeServer({
    availability: getMonth,
    request: () => {
      throw refusal('UNAUTHORIZED', 'Sign in first.')
    },
  })
  await open()
  await userEvent.type(getField('Place'), 'Loom Hall')
  await press()
  await waitFor(() => expect(onSignIn).toHaveBeenCalledWith('2026-12-18'))
})

test('Book Now at the top uses the next free day', async () => {
  fakeServer({ availability: getMonth })
  await open(<Page day="any" />)
  expect(getField('Date').value).toBe('2026-12-04')
})

test('Book Now at the top doesn’t propose today, because its set time may be over', async () => {
  fakeServer({ availability: (input: { month: string }) => ({ ...getMonth(input), today: '2026-12-04' }) })
  await open(<Page day="any" />)
  expect(getField('Date').value).toBe('2026-12-18')
})
