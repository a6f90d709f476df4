// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import { clearEditor, refuse } from '../edit/testing-edit'
import { renderPart } from '../testing-part'
import { formatZone } from '~/lib/time'
import { CreatePage, CreateForMembersOnly } from './create-page'

afterEach(clearEditor)

const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(getField(label), { target: { value } })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Create draft' }))
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

async function open() {
  const onCreated = vi.fn<(id: string) => void>()
  const client = await renderPart(<CreatePage onCreated={onCreated} />)
  return { onCreated, client }
}

test('R-07 creates a draft from a date, a venue and a title, in the time zone of the browser', async () => {
  const calls = fakeServer({ 'dashboard.create': () => ({ id: 'new' }) })
  const { onCreated } = await open()
  type(/^Title/, 'Dust & Diamonds')
  type('Date', '2026-12-05')
  type('Venue', 'Carriage Works')
  expect(screen.getByText(`Ends Sunday, ${formatZone(ZONE)}`)).toBeTruthy()
  await send()
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith('new'))
  expect(calls).toEqual([
    [
      'dashboard.create',
      {
        title: 'Dust & Diamonds',
        eventType: 'club_night',
        date: '2026-12-05',
        startsAt: '23:00',
        endsAt: '06:00',
        doorsAt: null,
        timezone: ZONE,
        venueName: 'Carriage Works',
        location: '',
        clientKey: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ],
  ])
  // A second event starts empty.
  expect(sessionStorage.getItem('event-create')).toBeNull()
})

test('restores the input after a reload and sends it with the same key', async () => {
  let isOnline = false
  const calls = fakeServer({
    'dashboard.create': () => {
      if (!isOnline) throw new TypeError('fetch failed')
      return { id: 'new' }
    },
  })
  const first = await open()
  type(/^Title/, 'Kept')
  type('Date', '2026-12-05')
  await send()
  expect((await screen.findByRole('alert')).textContent).toMatch(/couldn’t reach the server/)
  first.client.unmount()
  isOnline = true
  const { onCreated } = await open()
  await waitFor(() => expect(getField(/^Title/).value).toBe('Kept'))
  await send()
  await waitFor(() => expect(onCreated).toHaveBeenCalledTimes(1))
  const keys = calls.map(([, input]) => (input as { clientKey: string }).clientKey)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('shows server errors at their fields and focuses the first', async () => {
  fakeServer({
    'dashboard.create': () =>
      refuse('BAD_REQUEST', 400, {
        fields: [
          { path: 'title', message: 'Enter a title.' },
          { path: 'startsAt', message: 'Enter a time such as 23:00.' },
        ],
      }),
  })
  const { onCreated } = await open()
  await send()
  expect(await screen.findByText('Enter a title.')).toBeTruthy()
  expect(screen.getByText('Enter a time such as 23:00.')).toBeTruthy()
  expect(getField('Starts').getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(getField(/^Title/)))
  expect(onCreated).not.toHaveBeenCalled()
})

test('finds a time zone by city', async () => {
  fakeServer({})
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Change time zone' }))
  await userEvent.type(getField('Search time zones'), 'new york{Enter}')
  expect(screen.getByText(/New York time/, { selector: 'p > span' })).toBeTruthy()
})

test('the time zone follows the city until the user chooses one', async () => {
  fakeServer({})
  await open()
  const shown = (zone: RegExp) => screen.getByText(zone, { selector: 'p > span' })
  type('City', 'Leeds')
  expect(shown(/London time/)).toBeTruthy()
  type('City', 'Reykjavík')
  expect(shown(/Reykjavik time/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change time zone' }))
  await userEvent.selectOptions(getField('Time zone of the place'), 'Asia/Tokyo')
  type('City', 'Berlin')
  expect(shown(/Tokyo time/)).toBeTruthy()
})

test('asks to check the time zone of an unknown city, until one is chosen', async () => {
  fakeServer({})
  await open()
  type('City', 'Leeds')
  expect(screen.queryByText(/^We don’t know/)).toBeNull()
  type('City', 'Hill Farm')
  expect(
    screen.getByText(`We don’t know this place’s time zone. Check that ${formatZone(ZONE)} is right.`),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change time zone' }))
  await userEvent.selectOptions(getField('Time zone of the place'), 'Asia/Tokyo')
  expect(screen.queryByText(/^We don’t know/)).toBeNull()
})

test('draws the flyer from the title', async () => {
  fakeServer({})
  await open()
  const flyer = () =>
    screen.getByRole('complementary', { name: 'Flyer preview' }).querySelector('svg')?.innerHTML
  const before = flyer()
  type(/^Title/, 'Low Ceiling')
  type('Date', '2026-12-05')
  expect(flyer()).not.toBe(before)
  expect(flyer()).toContain('Sat 5 Dec')
})

test('explains to non-members how to join', async () => {
  await renderPart(<CreateForMembersOnly form={<form aria-label="Invitation code" />} />)
  expect(screen.getByRole('heading', { level: 1, name: 'Members create events' })).toBeTruthy()
  expect(screen.getByRole('form', { name: 'Invitation code' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Request Invite' }).getAttribute('href')).toBe('/request-invite')
})
