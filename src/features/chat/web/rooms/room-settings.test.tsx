// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RoomDetail } from '../../contract-shapes'
import InviteDialog from './invite-dialog'
import RoomSettingsDialog, { formatPause } from './room-settings-dialog'
import {
  clearParts,
  fakeChat,
  listenToToasts,
  personNamed,
  refuse,
  renderPart,
  roomNamed,
} from './testing-rooms'

let said: string[]
let asked: [string, unknown][]
let answers: Record<string, (input: never) => unknown>
const onClose = vi.fn()
const onArchive = vi.fn()

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  onClose.mockReset()
  onArchive.mockReset()
  said = listenToToasts()
  answers = {}
  asked = fakeChat(new Proxy({}, { get: (_none, name: string) => answers[name] ?? (() => ({})) }))
})
afterEach(clearParts)

const room = (values: Partial<RoomDetail> = {}) =>
  roomNamed('After hours', {
    roomType: 'private',
    joinBy: 'invitation',
    role: 'admin',
    canManage: true,
    ...values,
  })
const show = (values: Partial<RoomDetail> = {}) =>
  renderPart(<RoomSettingsDialog room={room(values)} open onClose={onClose} onArchive={onArchive} />)
const save = () => screen.getByRole('button', { name: /^(Save|Saving)/ })

test("sends only changed fields, so that two admins do not undo each other's changes", async () => {
  await show({ description: 'Late.' })
  expect(save().hasAttribute('disabled')).toBe(true)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Slow mode' }), '30 seconds')
  await userEvent.click(save())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(asked[0]).toEqual(['rooms.update', { roomId: 'room-After hours', slowModeSeconds: 30 }])
  expect(said).toEqual(['success: Room saved'])
})

test("shows another admin's changes and does not revert them", async () => {
  function Settings() {
    const [values, setValues] = useState<Partial<RoomDetail>>({ description: 'Late.' })
    const change = () => setValues({ name: 'Afters', description: 'Later.' })
    return (
      <>
        <button onClick={change}>Somebody changes it</button>
        <RoomSettingsDialog room={room(values)} open onClose={onClose} onArchive={onArchive} />
      </>
    )
  }
  await renderPart(<Settings />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Slow mode' }), '30 seconds')
  fireEvent.click(screen.getByText('Somebody changes it'))
  expect(screen.getByRole('textbox', { name: /^Room name/ })).toHaveProperty('value', 'Afters')
  await userEvent.click(save())
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toEqual(['rooms.update', { roomId: 'room-After hours', slowModeSeconds: 30 }])
})

test('renames a room, changes its description and lets people request to join', async () => {
  await show({ description: 'Late.' })
  const name = screen.getByRole('textbox', { name: /^Room name/ })
  await userEvent.clear(name)
  expect(save().hasAttribute('disabled')).toBe(true)
  await userEvent.type(name, 'Afters')
  await userEvent.clear(screen.getByRole('textbox', { name: /^Description/ }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'How people join' }), 'On request')
  await userEvent.click(save())
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.[1]).toEqual({
    roomId: 'room-After hours',
    name: 'Afters',
    description: null,
    joinBy: 'request',
  })
})

test('keeps the input after a refusal; only private rooms offer a join setting', async () => {
  answers['rooms.update'] = () =>
    refuse('BAD_REQUEST', { fields: [{ path: 'name', message: 'Give the room a name.' }] })
  await show({ roomType: 'public', joinBy: null })
  expect(screen.queryByRole('combobox', { name: 'How people join' })).toBeNull()
  const name = screen.getByRole('textbox', { name: /^Room name/ })
  await userEvent.type(name, '!')
  await userEvent.click(save())
  expect(await screen.findByText('Give the room a name.')).toBeTruthy()
  expect(name).toHaveProperty('value', 'After hours!')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(onClose).not.toHaveBeenCalled()
})

test('opens the archive confirmation', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Archive room' }))
  expect(onArchive).toHaveBeenCalledOnce()
  expect(asked).toEqual([])
})

test('formats the interval of slow mode', () => {
  expect([0, 5, 60, 300, 3600].map(formatPause)).toEqual([
    'Off',
    '5 seconds',
    '1 minute',
    '5 minutes',
    '1 hour',
  ])
})

test('invites people one by one, keeps them visible, and shows refusals', async () => {
  answers = {
    'members.listInvitable': ({ search }: { search: string }) => ({
      people: search === '' ? [personNamed('Juno Okafor'), personNamed('Kestrel')] : [],
    }),
    'members.invite': ({ personId }: { personId: string }) =>
      personId === 'id-Kestrel' ? refuse('BANNED') : {},
  }
  await renderPart(<InviteDialog room={room()} open onClose={onClose} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Invite Juno Okafor' }))
  expect(await screen.findByText('Invited')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Juno Okafor' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Invite Kestrel' }))
  await waitFor(() => expect(said).toEqual(['error: Refused: BANNED']))
  expect(screen.getByRole('button', { name: 'Invite Kestrel' })).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search people' }), 'zed')
  expect(await screen.findByText('No members match “zed”.')).toBeTruthy()
})
