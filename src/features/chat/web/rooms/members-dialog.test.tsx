// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RoomDetail } from '../../contract-shapes'
import MembersDialog, { type MembersTab } from './members-dialog'
import {
  clearParts,
  fakeChat,
  listenToToasts,
  memberNamed,
  personNamed,
  refuse,
  renderPart,
  roomNamed,
} from './testing-rooms'

let said: string[]
let asked: [string, unknown][]
let answers: Record<string, (input: never) => unknown>

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  said = listenToToasts()
  answers = {
    'members.list': ({ after, search }: { after?: string; search: string }) => {
      if (search !== '') return { members: [], nextCursor: null }
      return after === undefined
        ? {
            members: [
              memberNamed('Owen Price', { role: 'admin' }),
              memberNamed('Ilse Brandt', { mutedUntil: '2026-11-22T10:00:00.000Z', canUnmute: 'here' }),
              memberNamed('Mara Voss', { role: 'admin', person: { ...personNamed('Mara Voss'), id: 'me' } }),
            ],
            nextCursor: 'next',
          }
        : { members: [memberNamed('Temi Adeyemi')], nextCursor: null }
    },
    'members.listWaiting': () => ({
      waiting: [{ requestId: 'r1', person: personNamed('Kestrel'), requestedAt: '2026-11-20T10:00:00.000Z' }],
    }),
    'moderation.listBans': () => ({ bans: [] }),
  }
  asked = fakeChat(new Proxy({}, { get: (_none, name: string) => answers[name] ?? (() => ({})) }))
})
afterEach(clearParts)

function Opened({ room, start }: { room: RoomDetail; start: MembersTab }) {
  const [tab, setTab] = useState(start)
  return (
    <MembersDialog
      room={room}
      meId="me"
      isModerator={false}
      tab={tab}
      onTabChange={setTab}
      open
      onClose={() => undefined}
    />
  )
}
const show = (values: Partial<RoomDetail> = {}, start: MembersTab = 'members') =>
  renderPart(<Opened room={roomNamed('Load-in', values)} start={start} />)
const admin = { role: 'admin', canManage: true, canModerate: true } as const
const options = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Options for ${name}` }))
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}
const choose = async (name: string, item: string) => {
  await options(name)
  await userEvent.click(screen.getByRole('menuitem', { name: item }))
}

test('shows members page by page, without actions for a member', async () => {
  await show()
  expect(await screen.findByRole('link', { name: 'Owen Price' })).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows[0]).toContain('Admin')
  expect(rows[2]).toContain('You')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('button', { name: /Options for/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: 'Temi Adeyemi' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('finds members by name', async () => {
  await show()
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search members' }), 'zed')
  expect(await screen.findByText('No members match “zed”.')).toBeTruthy()
})

test('offers a retry if the list fails to load', async () => {
  const works = answers['members.list']
  answers['members.list'] = () => refuse('INTERNAL')
  await show()
  const alert = await screen.findByRole('alert')
  if (works) answers['members.list'] = works
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Owen Price' })).toBeTruthy()
})

test("a room admin gets the allowed actions; admins can't be muted or banned", async () => {
  await show(admin)
  expect(await options('Owen Price')).toEqual(['Make member', 'Remove from room…'])
  await userEvent.keyboard('{Escape}')
  expect(await options('Ilse Brandt')).toEqual([
    'Make admin',
    'End mute',
    'Remove from room…',
    'Ban from room…',
  ])
  expect(screen.queryByRole('button', { name: 'Options for Mara Voss' })).toBeNull()
})

test('a moderator who is not a room admin can mute, ban and appoint admins, but removes people only by a ban', async () => {
  answers['members.list'] = () => ({ members: [memberNamed('Temi Adeyemi')], nextCursor: null })
  await show({ canModerate: true })
  expect(await options('Temi Adeyemi')).toEqual(['Make admin', 'Mute…', 'Ban from room…'])
})

test('only people with the permission can end a mute, and only where it applies', async () => {
  const mutedUntil = '2026-11-22T10:00:00.000Z'
  const members = [
    memberNamed('Temi Adeyemi', { mutedUntil, canUnmute: 'everywhere' }),
    memberNamed('Kestrel', { mutedUntil }),
  ]
  answers['members.list'] = () => ({ members, nextCursor: null })
  await show({ canModerate: true })
  expect(await options('Kestrel')).toEqual(['Make admin', 'Ban from room…'])
  await userEvent.keyboard('{Escape}')
  await choose('Temi Adeyemi', 'End mute')
  expect(await screen.findByText('Temi Adeyemi can write again in every room.')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason, / }), 'Said sorry')
  await userEvent.click(screen.getByRole('button', { name: 'End the mute' }))
  await waitFor(() =>
    expect(asked).toContainEqual([
      'moderation.unmute',
      { personId: 'id-Temi Adeyemi', roomId: null, reason: 'Said sorry' },
    ]),
  )
  await waitFor(() => expect(said).toEqual(['success: Temi Adeyemi can write again']))
})

test('changes a role immediately and reports a refusal', async () => {
  await show(admin)
  await choose('Ilse Brandt', 'Make admin')
  await waitFor(() => expect(said).toEqual(['success: Ilse Brandt is an admin now']))
  expect(asked).toContainEqual([
    'members.setRole',
    { roomId: 'room-Load-in', personId: 'id-Ilse Brandt', role: 'admin' },
  ])
  answers['members.setRole'] = () => refuse('LAST_ADMIN')
  await choose('Owen Price', 'Make member')
  await waitFor(() => expect(said.at(-1)).toBe('error: Refused: LAST_ADMIN'))
})

test('removes a member only after confirmation', async () => {
  await show(admin)
  await choose('Ilse Brandt', 'Remove from room…')
  const sure = within(await screen.findByRole('alertdialog', { name: 'Remove Ilse Brandt?' }))
  expect(asked.map(([name]) => name)).not.toContain('members.remove')
  answers['members.list'] = () => ({ members: [memberNamed('Owen Price')], nextCursor: null })
  await userEvent.click(sure.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(said).toEqual(['success: Ilse Brandt was removed from the room']))
  expect(asked).toContainEqual(['members.remove', { roomId: 'room-Load-in', personId: 'id-Ilse Brandt' }])
  // Keyboard users continue in the list, not at the top of the page.
  const list = screen.getByRole('list', { name: 'Members' }).parentElement
  await waitFor(() => expect(document.activeElement).toBe(list))
})

test('accepts or declines a request', async () => {
  await show({ ...admin, roomType: 'private', joinBy: 'request', waiting: 1 }, 'waiting')
  expect(screen.getByRole('tab', { name: 'Requests (1)', selected: true })).toBeTruthy()
  expect(await screen.findByText(/can ask again in a week/)).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Accept Kestrel' }))
  await waitFor(() => expect(said).toEqual(['success: Kestrel was added to the room']))
  expect(asked).toContainEqual([
    'members.answerRequest',
    { roomId: 'room-Load-in', requestId: 'r1', isApproved: true },
  ])
  answers['members.listWaiting'] = () => ({ waiting: [] })
  await userEvent.click(await screen.findByRole('button', { name: 'Decline Kestrel' }))
  await waitFor(() => expect(said.at(-1)).toBe('success: Kestrel’s request was declined'))
  expect(await screen.findByText('No pending requests.')).toBeTruthy()
})

test('people who may moderate get a tab with the banned people', async () => {
  await show({ canModerate: true })
  await userEvent.click(await screen.findByRole('tab', { name: 'Banned' }))
  await waitFor(() => expect(asked).toContainEqual(['moderation.listBans', { roomId: 'room-Load-in' }]))
})
