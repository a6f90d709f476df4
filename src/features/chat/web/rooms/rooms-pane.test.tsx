// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedRoom } from '../../contract-shapes'
import { RoomsPane } from './rooms-pane'
import { parseRoomsSearch, toRoomHref } from './rooms-search'
import {
  clearParts,
  fakeChat,
  listedRoom,
  listenToToasts,
  personNamed,
  refuse,
  renderPart,
} from './testing-rooms'

const shown = vi.fn<(this: Element) => void>()
beforeEach(() => {
  shown.mockClear()
  Element.prototype.scrollIntoView = shown
})
afterEach(clearParts)

const rooms: ListedRoom[] = [
  listedRoom('After hours', { roomType: 'private', joinBy: 'invitation', isInvited: true }),
  listedRoom('Deep end', { roomType: 'genre', genre: 'Deep House', unread: 3 }),
  listedRoom('Juno Okafor', {
    roomType: 'private',
    joinBy: 'invitation',
    isDirect: true,
    direct: personNamed('Juno Okafor'),
    unread: 1,
  }),
  listedRoom('Load-in', { unread: 100 }),
  listedRoom('Lost and found'),
  listedRoom('Old stairs', { isActive: false, role: 'admin' }),
]

function Pane({ current, start }: { current?: string; start?: string }) {
  const [q, setQ] = useState(start)
  return (
    <>
      <RoomsPane q={q} onSearchChange={setQ} currentRoomId={current} onCreated={() => undefined} />
      <output aria-label="Address">{q ?? 'none'}</output>
    </>
  )
}
const named = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('CH-01 lists rooms under their headings, with genre, invitation and unread count', async () => {
  fakeChat({ 'rooms.list': () => ({ rooms, seq: 1 }) })
  await renderPart(<Pane current="room-Deep end" />)
  expect(await screen.findByRole('heading', { level: 2, name: 'PUBLIC ROOMS' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Chat' })).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'PUBLIC ROOMS',
    'GENRE ROOMS',
    'PRIVATE ROOMS',
    'DIRECT MESSAGES',
    'ARCHIVED ROOMS',
  ])
  expect(named('PUBLIC ROOMS')).toEqual(['Load-in99+ unread', 'Lost and found'])
  expect(named('GENRE ROOMS')).toEqual(['Deep endDeep House3 unread'])
  expect(named('PRIVATE ROOMS')).toEqual(['After hoursInvited'])
  expect(named('ARCHIVED ROOMS')).toEqual(['Old stairs'])
  const current = screen.getByRole('link', { current: 'page' })
  expect(current.textContent).toContain('Deep end')
  // Rooms of this genre have the paper color mint.
  expect(current.className).toContain('stock-mint')
  expect(current.getAttribute('href')).toBe('/dashboard/chat/room-Deep end')
  // The current room is scrolled into view, because it may be below the visible part of a long list.
  expect(shown.mock.contexts).toEqual([current])
})

test('CH-01 a search waits for a pause in typing, stays in the address and in the links, and can be cleared', async () => {
  const asked = fakeChat({
    'rooms.list': ({ search }: { search: string }) => ({
      rooms: rooms.filter(({ name }) => name.toLowerCase().includes(search)),
      seq: 1,
    }),
  })
  await renderPart(<Pane />)
  await screen.findByRole('link', { name: /Lost and found/ })
  const field = screen.getByRole('searchbox', { name: 'Search rooms' })
  expect(field.getAttribute('placeholder')).toBe('Search rooms...')
  await userEvent.type(field, 'lost')
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('lost'))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Deep end/ })).toBeNull())
  expect(asked.map(([, input]) => input)).toEqual([{ search: '' }, { search: 'lost' }])
  expect(screen.getByRole('link', { name: 'Lost and found' }).getAttribute('href')).toBe(
    '/dashboard/chat/room-Lost and found?q=lost',
  )
  expect(screen.getByText('1 room found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByRole('link', { name: /Deep end/ })).toBeTruthy()
})

test('a search without results shows a message and can be cleared', async () => {
  fakeChat({ 'rooms.list': ({ search }: { search: string }) => ({ rooms: search ? [] : rooms, seq: 1 }) })
  await renderPart(<Pane start="polka" />)
  expect(await screen.findByText('No rooms match “polka”.')).toBeTruthy()
  const none = screen.getByText('No rooms match “polka”.').parentElement
  await userEvent.click(within(none ?? document.body).getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByRole('link', { name: /Deep end/ })).toBeTruthy()
})

test('CH-09 rooms that fail to load show no alert and can be retried', async () => {
  const said = listenToToasts()
  let isBroken = true
  fakeChat({ 'rooms.list': () => (isBroken ? refuse('INTERNAL') : { rooms, seq: 1 }) })
  await renderPart(<Pane />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('alert')).toBeNull()
  isBroken = false
  await userEvent.click(again)
  expect(await screen.findByRole('link', { name: /Deep end/ })).toBeTruthy()
  expect(said).toEqual([])
})

test('shows that rooms are loading, and that there are none', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  fakeChat({ 'rooms.list': () => promise })
  await renderPart(<Pane />)
  expect(screen.getByRole('region', { name: 'Loading rooms' }).getAttribute('aria-busy')).toBe('true')
  resolve({ rooms: [], seq: 1 })
  expect(await screen.findByText(/No rooms yet/)).toBeTruthy()
})

test('the address contains the search, up to the maximum length of a room name', () => {
  expect(parseRoomsSearch({ q: '  deep  ' })).toEqual({ q: 'deep' })
  expect(parseRoomsSearch({ q: 90 })).toEqual({ q: '90' })
  expect(parseRoomsSearch({ q: 'x'.repeat(80) }).q).toHaveLength(50)
  expect(parseRoomsSearch({ q: ' ' })).toEqual({ q: undefined })
  expect(toRoomHref(undefined, undefined)).toBe('/dashboard/chat')
  expect(toRoomHref('a', 'r&b')).toBe('/dashboard/chat/a?q=r%26b')
})
