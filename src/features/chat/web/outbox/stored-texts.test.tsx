// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '~/design/toast'
import { afterHours, deepEnd, jonas, meId } from '../live/testing-chat'
import { field, press, settle, shows, startRoom, write } from './testing-outbox'

let room: ReturnType<typeof startRoom>
beforeEach(() => {
  localStorage.clear()
  vi.spyOn(notify, 'error').mockImplementation(() => undefined)
  // A message without a response is sent again after 20 seconds. A slow machine may need that long for typing.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  room = startRoom()
})
afterEach(() => room.stop())

test('unsent text survives a reload and is sent under the same id; an old message waits for the user', async () => {
  await room.show()
  await write('one')
  await userEvent.type(field(), 'half a th')
  const id = '018cc251-fbd0-79f3-ba6e-0000000000dd'
  localStorage.setItem(
    `chat:outbox:${meId}:${deepEnd}:${id}`,
    JSON.stringify({ content: 'from yesterday', at: '2026-01-01T00:00:00.000Z' }),
  )
  localStorage.setItem(`chat:outbox:${meId}:${deepEnd}:broken`, 'nonsense')
  room.leave()
  await room.show()
  await shows(['words 5', 'from yesterday failed This message wasn’t sent.', 'one sending'])
  expect(room.sendings[1]).toMatchObject({ content: 'one', clientId: room.sendings[0]?.clientId })
  expect(field()).toHaveProperty('value', 'half a th')
  await press('Edit from yesterday')
  await shows(['words 5', 'one sending'])
  expect(field()).toHaveProperty('value', 'from yesterday\nhalf a th')
})

test('each room has its own texts, which are stored while visiting another room', async () => {
  await room.show()
  await write('one')
  await userEvent.type(field(), 'unfinished')
  room.goTo(afterHours)
  expect(field()).toHaveProperty('value', '')
  expect(screen.queryByText(/one/)).toBeNull()
  act(() => room.sendings[0]?.fail(new TypeError('no answer')))
  await settle()
  room.goTo(deepEnd)
  expect(field()).toHaveProperty('value', 'unfinished')
  expect(screen.getByText(/one waiting/)).toBeDefined()
})

test('texts of one account are not available to another', async () => {
  await room.show()
  await write('one')
  await userEvent.type(field(), 'secret')
  localStorage.setItem('theme', 'dark')
  room.leave(jonas.id)
  await room.show(jonas.id)
  await shows(['words 5'])
  expect(field()).toHaveProperty('value', '')
  expect(Object.keys(localStorage)).toEqual(['theme'])
})

test('unsent texts for a lost room are reported with a way to copy them, and no longer stored', async () => {
  userEvent.setup()
  await room.show()
  await write('one')
  await write('two')
  await userEvent.type(field(), 'half a th')
  act(() => room.sendings[0]?.fail(new ORPCError('NOT_FOUND', { status: 404, message: 'Room not found' })))
  await shows(['words 5'])
  expect(field()).toHaveProperty('value', '')
  expect(localStorage).toHaveLength(0)
  expect(room.sendings).toHaveLength(1)
  const [[said, options] = []] = vi.mocked(notify.error).mock.calls
  expect(said).toBe('Your text in a room that you are no longer in wasn’t sent.')
  const success = vi.spyOn(notify, 'success').mockImplementation(() => undefined)
  const action = options?.action
  if (!action || !('onClick' in action)) throw new Error('There is a way to copy it')
  action.onClick()
  await waitFor(() => expect(success).toHaveBeenCalledWith('Copied'))
  expect(await navigator.clipboard.readText()).toBe('one\n\ntwo\n\nhalf a th')
})

test('signing out deletes everything typed: on the page, in the browser and in flight', async () => {
  await room.show()
  await write('one')
  await userEvent.type(field(), 'half a th')
  localStorage.setItem('theme', 'dark')
  localStorage.setItem(`chat:draft:${meId}:another`, 'from an earlier page')
  // Count the requests now: on a slow machine, "one" may already have been sent again.
  const { length } = room.sendings
  act(() => room.live().forget())
  await shows(['words 5'])
  expect(field()).toHaveProperty('value', '')
  expect(Object.keys(localStorage)).toEqual(['theme'])
  act(() => room.live().connected('live'))
  await settle()
  expect(room.sendings).toHaveLength(length)
  expect(notify.error).not.toHaveBeenCalled()
})
