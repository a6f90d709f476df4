// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '~/design/toast'
import { refusal } from '~tests/support/refusal'
import { clearParts, deepEnd, fakeServer, listenToToasts, marco, renderPart } from '../testing-moderation'
import BanDialog from './ban-dialog'
import { BannedPeople } from './banned-people'
import HideMessageDialog from './hide-message-dialog'
import LiftDialog from './lift-dialog'
import MuteDialog from './mute-dialog'
import { useHidePerson } from './use-hide-person'

let toasts: string[]
beforeEach(() => {
  toasts = listenToToasts()
})
afterEach(clearParts)

const state = () => ({ open: true, onClose: vi.fn<() => void>() })
const getReasonField = () => screen.getByRole('textbox', { name: 'Reason, shown to Marco' })
const auditReason = () => screen.getByRole('textbox', { name: 'Reason, for the audit log' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('hiding a message requires a reason', async () => {
  const asked = fakeServer({ hideMessage: () => ({}) })
  const { open, onClose } = state()
  renderPart(
    <HideMessageDialog
      message={{ id: 'm1', senderName: 'Marco Tiele', isHidden: false }}
      open={open}
      onClose={onClose}
    />,
  )
  await press('Hide message')
  screen.getByRole('textbox', { description: 'Enter a reason.' })
  expect(document.activeElement).toBe(getReasonField())
  expect(asked).toEqual([])
  await userEvent.type(getReasonField(), 'Advertising{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(asked).toEqual([['hideMessage', { messageId: 'm1', isHidden: true, reason: 'Advertising' }]])
  expect(toasts).toEqual(['success: Message hidden'])
})

test('a hidden message is shown again', async () => {
  const asked = fakeServer({ hideMessage: () => ({}) })
  renderPart(<HideMessageDialog message={{ id: 'm1', senderName: null, isHidden: true }} {...state()} />)
  await userEvent.type(auditReason(), 'A mistake')
  await press('Show message')
  await waitFor(() => expect(toasts).toEqual(['success: Message shown again']))
  expect(asked).toEqual([['hideMessage', { messageId: 'm1', isHidden: false, reason: 'A mistake' }]])
})

test('a room admin mutes in the room, for a day by default', async () => {
  const asked = fakeServer({ mute: () => ({ until: '2026-11-21T21:48:00.000Z' }) })
  renderPart(<MuteDialog person={marco} room={deepEnd} isModerator={false} {...state()} />)
  expect(screen.queryByRole('combobox', { name: 'Where' })).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mute for' }), '7 days')
  await userEvent.type(getReasonField(), 'Insults')
  await press('Mute')
  await waitFor(() =>
    expect(toasts).toEqual([expect.stringMatching(/Marco Tiele is muted until Sat 21 Nov/)]),
  )
  expect(asked).toEqual([
    ['mute', { personId: 'marco', roomId: 'deep-end', minutes: 10_080, reason: 'Insults' }],
  ])
})

test('a moderator mutes in every room or only in this one', async () => {
  const asked = fakeServer({ mute: () => ({ until: '2026-11-21T21:48:00.000Z' }) })
  renderPart(<MuteDialog person={marco} room={deepEnd} isModerator {...state()} />)
  await userEvent.type(getReasonField(), 'Insults')
  await press('Mute')
  await waitFor(() => expect(toasts).toHaveLength(1))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Where' }), 'In Deep end')
  await userEvent.type(getReasonField(), 'Insults')
  await press('Mute')
  await waitFor(() => expect(toasts).toHaveLength(2))
  expect(asked.map(([, input]) => input)).toEqual([
    { personId: 'marco', roomId: null, minutes: 1440, reason: 'Insults' },
    { personId: 'marco', roomId: 'deep-end', minutes: 1440, reason: 'Insults' },
  ])
})

test('a refused ban shows the error in the dialog and keeps the reason', async () => {
  fakeServer({
    ban: () => {
      throw refusal('PROTECTED', 'Admins and moderators can’t be muted or banned here.')
    },
  })
  const { open, onClose } = state()
  renderPart(<BanDialog person={marco} room={deepEnd} open={open} onClose={onClose} />)
  await userEvent.type(getReasonField(), 'Spam')
  await press('Ban')
  expect((await screen.findByRole('alert')).textContent).toContain('Admins and moderators can’t be muted')
  screen.getByDisplayValue('Spam')
  expect(onClose).not.toHaveBeenCalled()
})

test('lifts a mute in every room', async () => {
  const asked = fakeServer({ unmute: () => ({}) })
  renderPart(<LiftDialog kind="mute" person={marco} room={null} {...state()} />)
  await userEvent.type(auditReason(), 'Said sorry')
  await press('End the mute')
  await waitFor(() => expect(toasts).toEqual(['success: Marco Tiele can write again']))
  expect(asked).toEqual([['unmute', { personId: 'marco', roomId: null, reason: 'Said sorry' }]])
})

test('lists banned people with reason and moderator, and lifts a ban', async () => {
  let bans = [
    { person: marco, reason: 'Spam', by: 'Juno Okafor', at: '2026-11-20T21:48:00.000Z', canLift: true },
  ]
  const asked = fakeServer({
    listBans: () => ({ bans }),
    unban: () => {
      bans = []
      return {}
    },
  })
  renderPart(<BannedPeople room={deepEnd} />)
  expect((await screen.findByRole('listitem')).textContent).toContain('Marco TieleSpam, by Juno Okafor')
  await press('Lift ban on Marco Tiele')
  await userEvent.type(auditReason(), 'A year later')
  await userEvent.click(screen.getByRole('button', { name: 'Lift ban' }))
  await screen.findByText('No one is banned from Deep end.')
  expect(asked).toContainEqual(['unban', { roomId: 'deep-end', personId: 'marco', reason: 'A year later' }])
  expect(toasts).toEqual(['success: Marco Tiele can join again'])
})

test("only moderators can lift a moderator's ban", async () => {
  const ban = { person: marco, reason: 'Spam', by: 'Noor', at: '2026-11-20T21:48:00.000Z', canLift: false }
  fakeServer({ listBans: () => ({ bans: [ban] }) })
  renderPart(<BannedPeople room={deepEnd} />)
  expect((await screen.findByRole('listitem')).textContent).toContain('Spam, by Noor')
  expect(screen.queryByRole('button')).toBeNull()
})

test('offers a retry if bans fail to load', async () => {
  fakeServer({})
  renderPart(<BannedPeople room={deepEnd} />)
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server')
  fakeServer({ listBans: () => ({ bans: [] }) })
  await press('Try again')
  await screen.findByText('No one is banned from Deep end.')
})

function Folder() {
  const hide = useHidePerson()
  return (
    <button onClick={() => hide({ personId: 'marco', name: 'Marco Tiele', isHidden: true })}>Fold</button>
  )
}

test('hiding a person offers undo', async () => {
  const asked = fakeServer({ hidePerson: () => ({}) })
  const info = vi.mocked(notify.info)
  renderPart(<Folder />)
  await press('Fold')
  await waitFor(() => expect(info).toHaveBeenCalledOnce())
  expect(info.mock.calls[0]?.[0]).toBe('Marco’s messages are hidden from you')
  info.mock.calls[0]?.[1]?.action?.onClick()
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(([, input]) => input)).toEqual([
    { personId: 'marco', isHidden: true },
    { personId: 'marco', isHidden: false },
  ])
})
