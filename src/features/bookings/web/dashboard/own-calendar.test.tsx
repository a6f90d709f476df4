// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useCallback, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { fakeServer } from '~tests/support/fake-server'
import type { CalendarEntry } from '../../contract-shapes'
import { clearParts, renderPart } from '../testing-bookings'
import { OwnCalendar } from './own-calendar'
import { findDayByKey } from '../use-month-keyboard'

afterEach(clearParts)

const entry: CalendarEntry = {
  day: '2026-12-18',
  state: 'pending',
  bookingId: 'b1',
  eventId: null,
  title: 'Soft Machinery',
  detail: 'Loom Hall, Glasgow',
  time: '23:00',
  awaitsYou: true,
  until: null,
}
const held: CalendarEntry = {
  ...entry,
  day: '2026-12-05',
  state: 'held',
  bookingId: null,
  eventId: null,
  title: 'Ilse Brandt',
  detail: 'until Tue 24 Nov',
  time: null,
  awaitsYou: false,
  until: '2026-11-24',
}
const entries: CalendarEntry[] = [
  entry,
  held,
  {
    ...entry,
    day: '2026-12-06',
    state: 'confirmed',
    bookingId: 'b2',
    eventId: null,
    title: 'Signal and Noise',
    awaitsYou: false,
  },
]
const calendar = { timezone: 'Europe/Berlin', today: '2026-11-21', entries, freeDays: ['2026-12-04'] }
const URL = 'https://backtoback.example/feeds/mv-7c41e0.ics'

type Responses = Record<string, (input: never) => unknown>

async function renderCalendar(responses: Responses = {}, { canHold = true } = {}) {
  const calls = fakeServer({ calendar: () => calendar, feed: () => ({ url: URL }), ...responses })
  const onToday = vi.fn<() => void>()
  function Page() {
    const [month, setMonth] = useState('2026-12')
    return <OwnCalendar month={month} onMonth={setMonth} onToday={onToday} canHold={canHold} />
  }
  await renderPart(<Page />)
  const table = await screen.findByRole('table', { name: /December 2026/ })
  await within(table).findByRole('link', { name: /Signal and Noise/ })
  return { calls, table, onToday }
}
const findDay = (name: string | RegExp) => screen.findByRole('button', { name })

describe('month', () => {
  test('every status has a label and a link', async () => {
    const { table } = await renderCalendar()
    const link = within(table).getByRole('link', {
      name: 'Friday 18 December, 23:00 pending Soft Machinery Glasgow, waits for your answer',
    })
    expect(link.getAttribute('href')).toBe('/dashboard/bookings/b1')
    expect(link.closest('td')?.textContent).toContain('Answer')
    expect(within(table).getByRole('button', { name: 'Friday 4 December, free' })).toBeTruthy()
    expect(
      within(table).getByRole('button', {
        name: 'Saturday 5 December, Hold Ilse Brandt until Tue 24 Nov',
      }),
    ).toBeTruthy()
    expect(within(table).getByRole('link', { name: /Signal and Noise.*confirmed/ })).toBeTruthy()
    const agenda = screen.getByRole('list', { name: 'This month' })
    expect(
      within(agenda)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      '5Ilse Brandtuntil Tue 24 Novon hold',
      '6Signal and Noise23:00, Glasgowconfirmed',
      '18Soft Machinery23:00, GlasgowAnswer',
    ])
  })

  test('shows the entries of the neighboring months in their visible days, outside of the tab order', async () => {
    const light = { ...entry, day: '2027-01-02', bookingId: 'b3', title: 'First Light' }
    const later = { ...light, day: '2027-01-09', bookingId: 'b4', title: 'Second Light' }
    const { table } = await renderCalendar({
      calendar: ({ month }: { month: string }) =>
        month === '2027-01' ? { ...calendar, entries: [light, later] } : calendar,
    })
    const link = await within(table).findByRole('link', { name: /^Saturday 2 January.*First Light/ })
    expect(link.tabIndex).toBe(-1)
    expect(within(table).queryByText('Second Light')).toBeNull()
    expect(within(table).getAllByRole('link', { name: /Soft Machinery/ })).toHaveLength(1)
    expect(within(screen.getByRole('list', { name: 'This month' })).queryByText('First Light')).toBeNull()
  })

  test('buttons change the month and return to today', async () => {
    const { calls, onToday } = await renderCalendar()
    await userEvent.click(await findDay('Next month'))
    expect(await screen.findByRole('heading', { name: 'January 2027' })).toBeTruthy()
    expect(calls).toContainEqual(['calendar', { month: '2027-01' }])
    await userEvent.click(await findDay('Today'))
    expect(onToday).toHaveBeenCalled()
  })

  test('keeps the days and shows an error when a month fails to load', async () => {
    fakeServer({ feed: () => ({ url: null }) })
    await renderPart(
      <OwnCalendar month="2026-12" onMonth={() => undefined} onToday={() => undefined} canHold />,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('couldn’t reach the server')
    expect((await findDay('Friday 4 December')).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('keyboard', () => {
  test('has one day in the tab order; arrow keys move on, also across months', async () => {
    const { table } = await renderCalendar()
    const first = await findDay('Tuesday 1 December')
    expect(first.tabIndex).toBe(0)
    expect(
      within(table)
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toEqual([first])
    first.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(within(table).getByRole('link', { name: /Friday 18 December/ }))
    await userEvent.keyboard('{PageDown}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday 18 January'))
  })

  test('moves the focus to a month that loads later and keeps it when entries replace the day', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    fakeServer({
      feed: () => ({ url: URL }),
      calendar: ({ month }: { month: string }) => (month === '2026-12' ? calendar : promise),
    })
    let showMonth = () => undefined as void
    function Page() {
      const [month, setMonth] = useState('2026-12')
      const later = useCallback((next: string) => void (showMonth = () => setMonth(next)), [])
      return <OwnCalendar month={month} onMonth={later} onToday={() => undefined} canHold />
    }
    await renderPart(<Page />)
    const last = await findDay('Thursday 31 December')
    last.focus()
    await userEvent.keyboard('{ArrowRight}')
    act(showMonth)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Friday 1 January' })),
    )
    resolve({ ...calendar, entries: [{ ...entry, day: '2027-01-01', title: 'First Light' }] })
    const light = await within(screen.getByRole('table')).findByRole('link', { name: /First Light/ })
    expect(document.activeElement).toBe(light)
  })

  test('arrow and page keys move the chosen date by day, week and month', () => {
    expect(findDayByKey('2026-12-31', 'ArrowRight')).toBe('2027-01-01')
    expect(findDayByKey('2026-12-18', 'Home')).toBe('2026-12-14')
    expect(findDayByKey('2026-12-18', 'End')).toBe('2026-12-20')
    expect(findDayByKey('2027-01-31', 'PageDown')).toBe('2027-02-28')
    expect(findDayByKey('2026-03-31', 'PageUp')).toBe('2026-02-28')
    expect(findDayByKey('2026-12-18', 'a')).toBeUndefined()
  })
})

describe('holds', () => {
  test('Enter on a free day holds it and the following days; the toast undoes it', async () => {
    const { calls } = await renderCalendar({ hold: () => ({}), release: () => ({}) })
    const free = await findDay('Friday 4 December, free')
    free.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Hold this day' })
    expect(dialog.textContent).toContain('Friday 4 December 2026 shows as on hold on your page.')
    await userEvent.type(within(dialog).getByLabelText(/^Note/), 'Family')
    fireEvent.change(within(dialog).getByLabelText(/^Hold expires/), { target: { value: '2026-12-01' } })
    fireEvent.change(within(dialog).getByLabelText(/^Last day/), { target: { value: '2026-12-06' } })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Hold' }))
    expect(await screen.findByText('Fri 4 Dec to Sun 6 Dec are on hold')).toBeTruthy()
    expect(calls).toContainEqual([
      'hold',
      { day: '2026-12-04', note: 'Family', until: '2026-12-01', through: '2026-12-06' },
    ])
    fireEvent.click(await findDay('Undo'))
    await waitFor(() =>
      expect(calls).toContainEqual(['release', { day: '2026-12-04', through: '2026-12-06' }]),
    )
  })

  test('changes or releases a hold, and undoes the release', async () => {
    const { calls } = await renderCalendar({ release: () => ({}), hold: () => ({}) })
    await userEvent.click((await screen.findAllByRole('button', { name: /Ilse Brandt/ }))[0] ?? document.body)
    const dialog = await screen.findByRole('dialog', { name: 'Change this hold' })
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Note/).value).toBe('Ilse Brandt')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Release' }))
    expect(await screen.findByText('Sat 5 Dec is free again')).toBeTruthy()
    fireEvent.click(await findDay('Undo'))
    await waitFor(() =>
      expect(calls).toContainEqual([
        'hold',
        { day: '2026-12-05', note: 'Ilse Brandt', until: '2026-11-24', through: null },
      ]),
    )
  })

  test('shows an invalid last day at its field and keeps the input after a failure', async () => {
    const sentences = [refusal('BAD_TERMS', 'Choose today or a later day.', { field: 'until' })]
    await renderCalendar({
      hold: () => {
        throw sentences.shift() ?? new TypeError('fetch failed')
      },
    })
    await userEvent.click(await findDay('Friday 4 December, free'))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText(/^Note/), 'Studio')
    const until = within(dialog).getByLabelText(/^Hold expires/)
    const save = () => userEvent.click(within(dialog).getByRole('button', { name: 'Hold' }))
    fireEvent.change(until, { target: { value: '2026-12-09' } })
    await save()
    expect(screen.getByText('Choose a date up to the day of the hold, or leave this empty.')).toBeTruthy()
    fireEvent.change(until, { target: { value: '2026-11-30' } })
    await save()
    expect(await screen.findByText('Choose today or a later day.')).toBeTruthy()
    fireEvent.change(until, { target: { value: '' } })
    await save()
    expect(await screen.findByText(/couldn’t reach the server/)).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Note/).value).toBe('Studio')
  })

  test('offers no holds to members who aren’t DJs', async () => {
    await renderCalendar({}, { canHold: false })
    const free = await findDay(/Friday 4 December/)
    expect(free.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(free)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('calendar feed', () => {
  test('explains that the feed link expired with the sessions, until there is a new link', async () => {
    await renderCalendar({
      feed: () => ({ url: null, endedWithSessions: true }),
      renewFeed: () => ({ url: URL, endedWithSessions: false }),
    })
    expect(await screen.findByText(/^Your link expired when you signed out everywhere/u)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Make a link' }))
    expect(await screen.findByLabelText('Feed address')).toBeTruthy()
    expect(screen.queryByText(/^Your link expired/u)).toBeNull()
  })

  test('copies the feed address, and revokes it after a confirmation', async () => {
    const { calls } = await renderCalendar({ revokeFeed: () => ({ url: null }) })
    expect(screen.getByText(/Anyone with the link can read it\./)).toBeTruthy()
    const user = userEvent.setup()
    expect((await screen.findByLabelText<HTMLInputElement>('Feed address')).value).toBe(URL)
    await user.click(await findDay('Copy'))
    expect(await findDay('Link copied')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(URL)
    await user.click(await findDay('Revoke'))
    const question = await screen.findByRole('alertdialog', { name: 'Revoke this link?' })
    expect(question.textContent).toContain('Calendars subscribed to this link stop updating')
    expect(calls.map(([name]) => name)).not.toContain('revokeFeed')
    await user.click(within(question).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Link revoked')).toBeTruthy()
    expect(await findDay('Make a link')).toBeTruthy()
  })

  test('creates a link when there is none', async () => {
    await renderCalendar({ feed: () => ({ url: null }), renewFeed: () => ({ url: URL }) })
    await userEvent.click(await findDay('Make a link'))
    expect((await screen.findByLabelText<HTMLInputElement>('Feed address')).value).toBe(URL)
  })
})
