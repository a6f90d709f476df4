// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { MyEvent, MyEvents } from '../../contract-dashboard-shapes'
import type { OwnSet } from '../../contract-line-up'
import { listEventActions, type EventRelation } from '../../rules/event-policy'
import { namedEvent, renderPart } from '../dashboard/testing-part'
import { MyEventsPage } from './my-events-page'

afterEach(() => document.body.replaceChildren())

const createMyEvent = (relations: EventRelation[], changes: Partial<MyEvent> = {}): MyEvent => ({
  ...namedEvent,
  relations,
  actions: listEventActions(relations),
  sold: 402,
  total: 606,
  salesPercent: 66,
  revenueCents: listEventActions(relations).includes('sales') ? 644_800 : null,
  currency: 'USD',
  version: 3,
  ...changes,
})

async function show(
  list: Partial<MyEvents>,
  { canCreate = true, sets = [] }: { canCreate?: boolean; sets?: OwnSet[] } = {},
) {
  const asked: [string, unknown][] = []
  registerLink({
    call: (path, input) => {
      const name = path.slice(1).join('.')
      asked.push([name, input])
      if (name === 'dashboard.listOwn')
        return Promise.resolve({ upcoming: [], past: [], nextCursor: null, totals: null, ...list })
      if (name === 'lineUp.listOwn') return Promise.resolve({ sets })
      return Promise.resolve({ id: 'copy' })
    },
  })
  const onOpen = vi.fn<(event: MyEvent, screen: string) => void>()
  const onDuplicated = vi.fn<(id: string) => void>()
  await renderPart(
    <Suspense fallback="loading">
      <MyEventsPage
        ownId="kit"
        canCreate={canCreate}
        moreChoices={({ actions: acts }) =>
          acts.includes('money') ? [{ label: 'Cancel event', danger: true, onSelect: () => undefined }] : []
        }
        onOpen={onOpen}
        onDuplicated={onDuplicated}
      />
    </Suspense>,
  )
  return { asked, onOpen, onDuplicated, user: userEvent.setup() }
}

const row = (name: string) => screen.findByRole('article', { name })
async function openMenu(user: ReturnType<typeof userEvent.setup>, name: string): Promise<(string | null)[]> {
  await user.click(within(await row(name)).getByRole('button', { name: `Actions for ${name}` }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

test('accepts a request to play, or declines it after a confirmation', async () => {
  const { eventType: _, imageUrl: __, ...named } = namedEvent
  const request: OwnSet = {
    ...named,
    isPending: true,
    requestedBy: 'Ilse Baumann',
    setStartsAt: '2026-12-06T01:00:00.000Z',
    setEndsAt: '2026-12-06T03:00:00.000Z',
  }
  const { asked, user } = await show({}, { sets: [request] })
  await screen.findByText(/Ilse Baumann asks you to play/u)
  expect(screen.getByText('Sun 6 Dec, 01:00–03:00, London time')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Accept Dust & Diamonds' }))
  await waitFor(() => expect(asked).toContainEqual(['lineUp.accept', { id: 'e1' }]))
  await user.click(screen.getByRole('button', { name: 'Decline Dust & Diamonds' }))
  expect(asked.some(([name]) => name === 'lineUp.leave')).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Decline the request' }))
  await waitFor(() => expect(asked).toContainEqual(['lineUp.leave', { id: 'e1' }]))
})

test('ME-01 the empty state offers to create an event to people who may create one', async () => {
  await show({})
  await screen.findByText('No events yet')
  expect(screen.getByRole('link', { name: 'Create event' }).getAttribute('href')).toBe(
    '/dashboard/events/create',
  )
})

test('ME-01 a customer sees an empty state without creating events', async () => {
  await show({}, { canCreate: false })
  await screen.findByText(/Events that you help with/u)
  expect(screen.queryByRole('link', { name: 'Create event' })).toBeNull()
})

test('ME-01 ME-02 lists upcoming and past events with sales and revenue', async () => {
  await show({
    upcoming: [
      createMyEvent(['organizer']),
      createMyEvent(['organizer'], {
        id: 'e2',
        title: 'Second Summer',
        status: 'draft',
        sold: 0,
        total: 0,
        salesPercent: 0,
        revenueCents: 0,
        venueName: '',
        location: '',
      }),
    ],
    past: [
      createMyEvent(['host'], {
        id: 'e3',
        title: 'Warm Start',
        status: 'completed',
        sold: 338,
        total: 400,
        salesPercent: 85,
        revenueCents: 811_200,
      }),
    ],
    totals: {
      tickets: 1593,
      revenues: [
        { currency: 'USD', cents: 4_376_800 },
        { currency: 'JPY', cents: 5000 },
      ],
    },
  })
  const first = (await row('Dust & Diamonds')).textContent
  for (const text of [
    'Sat 5 Dec',
    '23:00',
    'Carriage Works, Leeds',
    '402 of 606 sold',
    '66%',
    '$6,448.00',
    'published',
  ])
    expect(first).toContain(text)
  const draft = await row('Second Summer')
  for (const text of ['No venue yet', 'No tickets yet', '$0.00']) expect(draft.textContent).toContain(text)
  expect(within(draft).getByRole('link', { name: 'Finish' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Upcoming Events' }).textContent).toContain(
    '1,593 tickets, $43,768.00, ¥5,000',
  )
  expect(
    within(screen.getByRole('region', { name: 'Past Events' })).getByRole('article').textContent,
  ).toContain('completed')
})

test('R-07 shows each person only their own actions', async () => {
  const { user } = await show({
    upcoming: [
      createMyEvent(['organizer'], { title: 'Organizer' }),
      createMyEvent(['manager'], { id: 'e2', title: 'Manager' }),
      createMyEvent(['host'], { id: 'e3', title: 'Host' }),
      createMyEvent(['check_in'], { id: 'e4', title: 'Check-in' }),
    ],
  })
  const menus: Record<string, (string | null)[]> = {}
  for (const name of ['Organizer', 'Manager', 'Host', 'Check-in']) {
    menus[name] = await openMenu(user, name)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  }
  const page = 'View the page'
  expect(menus).toEqual({
    Organizer: [
      'Open check-in',
      'Analytics',
      'Settlement',
      'Edit',
      'Guests',
      'Duplicate',
      page,
      'Cancel event',
    ],
    Manager: ['Open check-in', 'Analytics', 'Edit', 'Guests', page, 'Leave the team'],
    Host: ['Analytics', page],
    'Check-in': ['Open check-in', page, 'Leave the team'],
  })
  // Check-in staff see no sales, and a manager no revenue.
  expect((await row('Check-in')).textContent).not.toMatch(/sold|\$/u)
  expect((await row('Manager')).textContent).toMatch(/402 of 606 sold/u)
  expect((await row('Manager')).textContent).not.toContain('Revenue')
})

test('opens a duplicate immediately, and deletes a draft after a confirmation', async () => {
  const { asked, onDuplicated, user } = await show({
    upcoming: [createMyEvent(['organizer'], { status: 'draft', title: 'Second Summer' })],
  })
  await openMenu(user, 'Second Summer')
  await user.click(screen.getByRole('menuitem', { name: 'Duplicate' }))
  await waitFor(() => expect(onDuplicated).toHaveBeenCalledWith('copy'))
  await openMenu(user, 'Second Summer')
  await user.click(screen.getByRole('menuitem', { name: 'Delete the draft' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Second Summer?' })
  expect(asked.map(([name]) => name)).not.toContain('dashboard.remove')
  await user.click(within(dialog).getByRole('button', { name: 'Delete the draft' }))
  await waitFor(() => expect(asked).toContainEqual(['dashboard.remove', { id: 'e1' }]))
})

test('R-07 leaves the team after a confirmation', async () => {
  const { asked, user } = await show({
    upcoming: [
      createMyEvent(['manager'], { title: 'Managed' }),
      createMyEvent(['check_in'], { id: 'e2', title: 'Check-in' }),
      createMyEvent(['host', 'manager'], { id: 'e3', title: 'Hosted' }),
    ],
  })
  const ask = async (name: string) => {
    await openMenu(user, name)
    await user.click(screen.getByRole('menuitem', { name: 'Leave the team' }))
    return screen.findByRole('alertdialog', { name: `Leave the team of ${name}?` })
  }
  const managed = await ask('Managed')
  expect(managed.textContent).toContain(
    'You’ll lose access to its guests, figures and check-in. Only the organizer',
  )
  await user.click(within(managed).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked.map(([name]) => name)).not.toContain('dashboard.removePerson')
  const hosted = await ask('Hosted')
  expect(hosted.textContent).toContain('You’ll lose access to its guests and check-in. Only the organizer')
  await user.click(within(hosted).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const checkIn = await ask('Check-in')
  expect(checkIn.textContent).toContain('You’ll lose access to its check-in.')
  await user.click(within(checkIn).getByRole('button', { name: 'Leave the team' }))
  await waitFor(() => expect(asked).toContainEqual(['dashboard.removePerson', { id: 'e2', personId: 'kit' }]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked.filter(([name]) => name === 'dashboard.listOwn').length).toBeGreaterThan(1)
})

test('an event without a date says so, unless it is cancelled', async () => {
  await show({
    upcoming: [
      createMyEvent(['organizer'], { id: 'a', title: 'Waits', status: 'postponed', isDateOpen: true }),
      createMyEvent(['organizer'], { id: 'b', title: 'Off', status: 'cancelled', isDateOpen: true }),
    ],
  })
  expect(within(await row('Waits')).getByText('Date to be announced')).toBeTruthy()
  expect(within(await row('Off')).getByText('No date')).toBeTruthy()
})
