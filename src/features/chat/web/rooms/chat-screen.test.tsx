// @vitest-environment jsdom
import { SiteName } from '~/design/site-name'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unreadQuery } from '../queries'
import { ChatScreen } from './chat-screen'
import { NoRoomChosen } from './room-placeholders'
import { clearParts, fakeChat, renderPart } from './testing-rooms'
import { useTabTitle } from './use-tab-title'

let unread: number

beforeEach(() => {
  unread = 3
  fakeChat({
    'rooms.list': () => ({ rooms: [], seq: 1 }),
    'rooms.unread': () => ({ unread, rooms: [], hiddenPeople: [], seq: 1 }),
  })
})
afterEach(clearParts)

const show = (roomId?: string) =>
  renderPart(
    <ChatScreen q={undefined} onSearchChange={() => undefined} roomId={roomId} onCreated={() => undefined}>
      <NoRoomChosen />
    </ChatScreen>,
  )
const keyboard = () => document.documentElement.style.getPropertyValue('--keyboard')

test('CH-03 without a room the screen asks to choose one', async () => {
  await show()
  expect(screen.getByText('Select a room to start chatting')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Rooms' }).parentElement?.className).not.toContain('inRoom')
})

test('on a phone, the open room replaces the list', async () => {
  await show('room-1')
  expect(screen.getByRole('region', { name: 'Rooms' }).parentElement?.className).toContain('inRoom')
  // The list's heading is hidden together with the list.
  const outsideList = screen
    .getAllByRole('heading', { level: 1, name: 'Chat' })
    .filter((heading) => heading.closest('section') === null)
  expect(outsideList.map(({ className }) => className)).toEqual(['visually-hidden phone-only'])
})

test('leaves room for the keyboard of a phone, but not when zoomed in', async () => {
  const view = Object.assign(new EventTarget(), { scale: 1, height: window.innerHeight - 290 })
  vi.stubGlobal('visualViewport', view)
  await show('room-1')
  expect(keyboard()).toBe('290px')
  Object.assign(view, { scale: 2, height: window.innerHeight / 2 })
  view.dispatchEvent(new Event('resize'))
  expect(keyboard()).toBe('0px')
  clearParts()
  expect(keyboard()).toBe('')
})

function Titled() {
  useTabTitle('Deep end')
  return null
}

test('the tab title counts unread messages', async () => {
  const queryClient = await renderPart(
    <SiteName value="Slipped Halves">
      <Titled />
    </SiteName>,
  )
  await waitFor(() => expect(document.title).toBe('(3) Deep end — Slipped Halves'))
  unread = 120
  await act(() => queryClient.invalidateQueries({ queryKey: unreadQuery().queryKey }))
  await waitFor(() => expect(document.title).toBe('(99+) Deep end — Slipped Halves'))
  unread = 0
  await act(() => queryClient.invalidateQueries({ queryKey: unreadQuery().queryKey }))
  await waitFor(() => expect(document.title).toBe('Deep end — Slipped Halves'))
})
