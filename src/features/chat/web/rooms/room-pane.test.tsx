// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RoomDetail } from '../../contract-shapes'
import { consumeLeavingMark } from '../live/leaving-marks'
import { RoomPane } from './room-pane'
import { RoomFailed, RoomNotFound } from './room-placeholders'
import {
  clearParts,
  fakeChat,
  listenToToasts,
  personNamed,
  refuse,
  renderPart,
  roomNamed,
} from './testing-rooms'

vi.mock('../messages/conversation', () => ({
  Conversation: ({ room, joinAction }: { room: RoomDetail; joinAction: ReactNode }) => (
    <div role="log" aria-label="Messages">
      {room.writeRestriction?.kind === 'not_member' && joinAction}
    </div>
  ),
}))
vi.mock('../live/use-live', () => ({ useWatchRoom: () => undefined }))

let said: string[]
let asked: [string, unknown][]
let answers: Record<string, (input: never) => unknown>
const onLeave = vi.fn()

beforeEach(() => {
  said = listenToToasts()
  answers = {}
  onLeave.mockReset()
  asked = fakeChat(new Proxy({}, { get: (_none, name: string) => answers[name] ?? (() => ({})) }))
})
afterEach(clearParts)

const show = (room: RoomDetail) =>
  renderPart(
    <RoomPane
      room={room}
      meId="me"
      isModerator={false}
      listHref="/dashboard/chat?q=deep"
      onLeave={onLeave}
    />,
  )
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const choose = async (room: string, item: string) => {
  await userEvent.click(button(`Options for ${room}`))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const offered = async (room: string) => {
  await userEvent.click(button(`Options for ${room}`))
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}
const privateRoom = (values: Partial<RoomDetail> = {}) =>
  roomNamed('After hours', {
    roomType: 'private',
    joinBy: 'request',
    role: null,
    people: [],
    memberCount: 41,
    canRead: false,
    writeRestriction: { kind: 'not_member' },
    ...values,
  })

test('CH-03 the header shows the kind of room and its member count, and links back to the list', async () => {
  await show(
    roomNamed('Deep end', {
      roomType: 'genre',
      genre: 'Deep House',
      description: 'Under 122 bpm.',
      memberCount: 1342,
    }),
  )
  const room = screen.getByRole('region', { name: 'Deep end' })
  expect(within(room).getByRole('heading', { level: 2, name: 'Deep end' })).toBeTruthy()
  expect(screen.getByText('Deep House').className).toContain('stock-mint')
  expect(room.className).toContain('stock-mint')
  expect(screen.getByText('Under 122 bpm.').getAttribute('title')).toBe('Under 122 bpm.')
  expect(button('1,342 members')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Rooms' }).getAttribute('href')).toBe('/dashboard/chat?q=deep')
  expect(screen.getByRole('log', { name: 'Messages' })).toBeTruthy()
})

test("a direct conversation shows the other person’s name, links to their page and can't be left", async () => {
  const direct = personNamed('Juno Okafor')
  await show(roomNamed('Juno Okafor', { roomType: 'private', joinBy: 'invitation', isDirect: true, direct }))
  expect(screen.getByRole('link', { name: 'Juno Okafor' }).getAttribute('href')).toBe(
    `/dashboard/members/${direct.id}`,
  )
  expect(screen.queryByRole('button', { name: /Options for/ })).toBeNull()
  expect(screen.queryByText(/members/)).toBeNull()
  expect(screen.queryByText('Private')).toBeNull()
})

test('the menu offers only allowed actions', async () => {
  await show(roomNamed('Load-in'))
  expect(await offered('Load-in')).toEqual(['Members', 'Leave room'])
})

test('the menu offers the admin of a private room invitations and settings', async () => {
  await show(
    roomNamed('After hours', { roomType: 'private', role: 'admin', canManage: true, canModerate: true }),
  )
  expect(await offered('After hours')).toEqual(['Members', 'Invite people', 'Room settings', 'Leave room'])
})

test('a moderator who is not a member can list the members and archive the room', async () => {
  await show(roomNamed('Load-in', { role: null, canModerate: true, canClose: true }))
  expect(await offered('Load-in')).toEqual(['Members', 'Archive room'])
})

test('a moderator can permanently archive a room that its admins archived', async () => {
  await show(roomNamed('Load-in', { role: null, isActive: false, canModerate: true, canClose: true }))
  expect(await offered('Load-in')).toEqual(['Members', 'Archive permanently'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Archive permanently' }))
  const sure = within(await screen.findByRole('alertdialog', { name: 'Archive Load-in?' }))
  expect(sure.getByText(/only a moderator can restore it/)).toBeTruthy()
  await userEvent.click(sure.getByRole('button', { name: 'Archive room' }))
  await waitFor(() =>
    expect(asked).toContainEqual(['rooms.update', { roomId: 'room-Load-in', isActive: false }]),
  )
})

test('an archived room can be restored from its menu', async () => {
  await show(
    roomNamed('Load-in', {
      role: 'admin',
      isActive: false,
      canManage: true,
      canModerate: true,
      canRestore: true,
    }),
  )
  expect(await offered('Load-in')).toEqual(['Members', 'Room settings', 'Restore room', 'Leave room'])
  expect(screen.getByText('Archived')).toBeTruthy()
})

test('CH-04 a private room must be joined before reading', async () => {
  answers = { 'rooms.join': () => ({ outcome: 'joined' }) }
  await show(privateRoom())
  expect(screen.getByText('You need to join this room to view messages')).toBeTruthy()
  expect(screen.queryByRole('log')).toBeNull()
  expect(screen.getByText('41 members').tagName).toBe('SPAN')
  expect(screen.getByPlaceholderText('Join the room to send messages').hasAttribute('disabled')).toBe(true)
  await userEvent.click(button('Join Room'))
  await waitFor(() => expect(said).toEqual(['success: Joined room successfully!']))
  expect(asked).toContainEqual(['rooms.join', { roomId: 'room-After hours' }])
})

test('CH-04 a request does not make someone a member, and a failure can be retried', async () => {
  answers = { 'rooms.join': () => refuse('INTERNAL') }
  await show(privateRoom())
  await userEvent.click(button('Join Room'))
  await waitFor(() => expect(said).toEqual(['error: Failed to join room']))
  answers = { 'rooms.join': () => ({ outcome: 'asked' }) }
  await userEvent.click(button('Join Room'))
  await waitFor(() => expect(said.at(-1)).toBe('info: Request to join sent'))
})

test('CH-04 a request can be withdrawn; a declined one shows when to ask again', async () => {
  await show(privateRoom({ request: { state: 'asked', requestAgainAt: null } }))
  expect(screen.getByText('Request sent. A room admin will answer it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join Room' })).toBeNull()
  await userEvent.click(button('Withdraw request'))
  await waitFor(() => expect(said).toEqual(['info: Request withdrawn']))
  expect(asked).toContainEqual(['rooms.withdrawRequest', { roomId: 'room-After hours' }])
  clearParts()
  await show(privateRoom({ request: { state: 'declined', requestAgainAt: '2996-11-28T10:30:00.000Z' } }))
  expect(screen.getByText(/You can send another request from .*28 Nov 2996/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join Room' })).toBeNull()
  clearParts()
  await show(privateRoom({ request: { state: 'declined', requestAgainAt: '2016-11-28T12:00:00.000Z' } }))
  expect(button('Join Room')).toBeTruthy()
})

test('CH-04 an invited person can join or decline', async () => {
  await show(privateRoom({ isInvited: true, joinBy: 'invitation' }))
  expect(screen.getByText('You are invited.')).toBeTruthy()
  expect(button('Join Room')).toBeTruthy()
  await userEvent.click(button('Decline'))
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(asked).toContainEqual(['members.declineInvitation', { roomId: 'room-After hours' }])
  expect(said).toEqual(['info: Invitation declined'])
})

test('CH-08 a public room can be read without joining, and joined from the composer', async () => {
  answers = { 'rooms.join': () => ({ outcome: 'joined' }) }
  await show(roomNamed('Load-in', { role: null, writeRestriction: { kind: 'not_member' } }))
  await userEvent.click(within(screen.getByRole('log')).getByRole('button', { name: 'Join Room' }))
  await waitFor(() => expect(said).toEqual(['success: Joined room successfully!']))
})

test('leaving asks for confirmation and explains how to rejoin; a private room then disappears', async () => {
  await show(privateRoom({ role: 'member', canRead: true, writeRestriction: null }))
  await choose('After hours', 'Leave room')
  const sure = within(await screen.findByRole('alertdialog', { name: 'Leave After hours?' }))
  expect(sure.getByText(/a room admin must accept your request/)).toBeTruthy()
  expect(asked.map(([name]) => name)).not.toContain('rooms.leave')
  await userEvent.click(sure.getByRole('button', { name: 'Leave room' }))
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(said).toEqual(['success: You left the room'])
})

test('the only admin is asked to appoint another one before leaving, and no request is sent', async () => {
  answers = { 'members.list': () => ({ members: [], nextCursor: null }) }
  await show(roomNamed('Load-in', { role: 'admin', canManage: true, isOnlyAdmin: true }))
  await choose('Load-in', 'Leave room')
  const dialog = within(await screen.findByRole('dialog', { name: 'You are the only admin' }))
  expect(dialog.getByText(/make another member an admin, or archive the room/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Choose an admin' }))
  await screen.findByRole('dialog', { name: 'Members' })
  expect(asked.map(([name]) => name)).not.toContain('rooms.leave')
})

test("a public room stays visible after leaving; an admin who has become the only one sees why they can't leave", async () => {
  answers = { 'rooms.leave': () => refuse('LAST_ADMIN') }
  await show(roomNamed('Load-in'))
  await choose('Load-in', 'Leave room')
  const sure = within(await screen.findByRole('alertdialog'))
  expect(sure.getByText('You can join again any time.')).toBeTruthy()
  await userEvent.click(sure.getByRole('button', { name: 'Leave room' }))
  await waitFor(() => expect(said).toEqual(['error: Refused: LAST_ADMIN']))
  expect(consumeLeavingMark('room-Load-in')).toBe(false)
  answers = {}
  await userEvent.click(sure.getByRole('button', { name: 'Leave room' }))
  await waitFor(() => expect(said.at(-1)).toBe('success: You left the room'))
  expect(onLeave).not.toHaveBeenCalled()
})

test('archiving and restoring ask for confirmation', async () => {
  await show(roomNamed('Load-in', { role: 'admin', isActive: false, canManage: true, canRestore: true }))
  await choose('Load-in', 'Restore room')
  const sure = within(await screen.findByRole('alertdialog', { name: 'Restore Load-in?' }))
  await userEvent.click(sure.getByRole('button', { name: 'Restore room' }))
  await waitFor(() => expect(said).toEqual(['success: Room restored']))
  expect(asked).toContainEqual(['rooms.update', { roomId: 'room-Load-in', isActive: true }])
})

test('CH-04 offers a retry if a room fails to load', async () => {
  const retry = vi.fn()
  await renderPart(
    <RoomFailed
      error={new TypeError('fetch')}
      onRetry={retry}
      isRetrying={false}
      listHref="/dashboard/chat"
    />,
  )
  expect(said).toEqual(['error: Failed to load chat room'])
  expect(screen.getByText(/couldn’t reach the server/)).toBeTruthy()
  await userEvent.click(button('Try again'))
  expect(retry).toHaveBeenCalledOnce()
})

test('a missing room looks the same as one the reader may not see', async () => {
  await renderPart(<RoomNotFound listHref="/dashboard/chat" />)
  expect(screen.getByText('Room not found')).toBeTruthy()
  expect(screen.getByText('It doesn’t exist, or you don’t have access.')).toBeTruthy()
})
