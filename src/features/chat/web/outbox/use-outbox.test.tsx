// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '~/design/toast'
import { registerLink } from '~/platform/rpc/link'
import { afterHours, deepEnd, jonas, meId, messageAt } from '../live/testing-chat'
import { field, lines, own, press, settle, shows, startRoom, write } from './testing-outbox'

let room: ReturnType<typeof startRoom>
const toasted = vi.fn<(text: string) => void>()

beforeEach(() => {
  localStorage.clear()
  toasted.mockClear()
  vi.spyOn(notify, 'error').mockImplementation(toasted)
  room = startRoom()
})
afterEach(() => {
  vi.useRealTimers()
  room.stop()
})
const never = (text: string) =>
  expect(room.seen.filter((list) => list.filter((one) => one === text).length > 1)).toEqual([])

test('CH-08 a sent message appears immediately and is replaced by the stored one without a gap or a duplicate', async () => {
  await room.show()
  await write('  evening all ')
  expect(lines()).toEqual(['words 5', 'evening all sending'])
  const from = room.seen.length
  act(() => room.sendings[0]?.answer())
  await shows(['words 5', 'evening all'])
  const { clientId = '' } = room.sendings[0] ?? {}
  act(() =>
    room.live().named.chat({
      kind: 'message',
      seq: 6,
      isNew: true,
      message: own(6, { clientId, content: 'evening all' }),
    }),
  )
  await shows(['words 5', 'evening all'])
  expect(room.seen.slice(from).every((list) => list.includes('evening all'))).toBe(true)
  never('evening all')
  expect(localStorage).toHaveLength(0)
})

test('CH-08 a message that the stream delivers is confirmed, even if its response is late or lost', async () => {
  await room.show()
  await write('first')
  const { clientId = '' } = room.sendings[0] ?? {}
  const message = own(6, { clientId, content: 'first' })
  act(() => room.live().named.chat({ kind: 'message', seq: 6, isNew: true, message }))
  await shows(['words 5', 'first'])
  act(() => room.sendings[0]?.fail(new TypeError('cut')))
  await shows(['words 5', 'first'])
  expect(toasted).not.toHaveBeenCalled()
  never('first')
})

test('a message of another user with the same client id confirms nothing', async () => {
  await room.show()
  await write('mine')
  const { clientId = '' } = room.sendings[0] ?? {}
  const message = messageAt(6, { clientId, sender: jonas, content: 'theirs' })
  act(() => room.live().named.chat({ kind: 'message', seq: 6, isNew: true, message }))
  await shows(['words 5', 'theirs', 'mine sending'])
})

test('sends messages one at a time and in order', async () => {
  await room.show()
  await write('one')
  await write('two')
  expect(room.sendings.map(({ content }) => content)).toEqual(['one'])
  act(() => room.sendings[0]?.answer())
  await waitFor(() => expect(room.sendings.map(({ content }) => content)).toEqual(['one', 'two']))
})

test('CH-08 without a connection, shows one error, keeps the text and sends it automatically under the same id', async () => {
  await room.show()
  await write('one')
  await write('two')
  act(() => room.sendings[0]?.fail(new TypeError('no answer')))
  await waitFor(() => expect(toasted.mock.calls).toEqual([['Failed to send message', { about: 'outbox' }]]))
  const offline = 'We couldn’t reach the server. Your message will be sent when you’re back online.'
  expect(lines()).toEqual(['words 5', `one waiting ${offline}`, `two waiting ${offline}`])
  await write('three')
  expect(room.sendings).toHaveLength(1)
  act(() => room.live().connected('live'))
  await waitFor(() =>
    expect(room.sendings[1]).toMatchObject({ content: 'one', clientId: room.sendings[0]?.clientId }),
  )
  act(() => room.sendings[1]?.fail(new TypeError('still none')))
  await waitFor(() => expect(toasted).toHaveBeenCalledTimes(1))
  await press('Retry one')
  expect(room.sendings).toHaveLength(3)
})

test('dismisses the failure toast once nothing is waiting, and not before', async () => {
  const dismissed = vi.spyOn(notify, 'dismiss')
  await room.show()
  await write('one')
  await write('two')
  act(() => room.sendings[0]?.fail(new TypeError('no answer')))
  await waitFor(() => expect(toasted).toHaveBeenCalledTimes(1))
  act(() => room.live().connected('live'))
  await waitFor(() => expect(room.sendings).toHaveLength(2))
  act(() => room.sendings[1]?.answer())
  await waitFor(() => expect(room.sendings).toHaveLength(3))
  expect(dismissed).not.toHaveBeenCalled()
  act(() => room.sendings[2]?.answer())
  await waitFor(() => expect(dismissed.mock.calls).toEqual([['outbox']]))
})

test("sends the author's id, since another user may have signed in in another tab", async () => {
  await room.show()
  await write('one')
  expect(room.sendings[0]).toMatchObject({ content: 'one', senderId: meId })
})

test('a message discarded in another tab is not sent from this one', async () => {
  await room.show()
  await write('one')
  await write('two')
  act(() => room.sendings[0]?.fail(new TypeError('no answer')))
  await settle()
  const { clientId = '' } = room.sendings[0] ?? {}
  const key = Object.keys(localStorage).find((one) => one.endsWith(clientId)) ?? ''
  localStorage.removeItem(key)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, oldValue: 'one', newValue: null })))
  await waitFor(() => expect(lines()).toHaveLength(2))
  act(() => room.live().connected('live'))
  await waitFor(() => expect(room.sendings.map(({ content }) => content)).toEqual(['one', 'two']))
})

test('retries after a server error', async () => {
  await room.show()
  await write('one')
  vi.useFakeTimers()
  room.sendings[0]?.fail(new ORPCError('INTERNAL_SERVER_ERROR', { status: 503, message: 'Busy' }))
  await act(() => vi.advanceTimersByTimeAsync(1999))
  expect(room.sendings).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(room.sendings).toHaveLength(2)
})

test('CH-08 a server that returns after a minute gets the message within about two seconds', async () => {
  await room.show()
  await write('one')
  vi.useFakeTimers()
  const until = Date.now() + 60_000
  let failed = 0
  while (Date.now() < until) {
    for (; failed < room.sendings.length; failed += 1) room.sendings[failed]?.fail(new TypeError('no answer'))
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  await act(() => vi.advanceTimersByTimeAsync(2500))
  expect(room.sendings.length).toBeGreaterThan(failed)
  expect(toasted).toHaveBeenCalledTimes(1)
  // After many failures, the outbox retries less often.
  for (let round = 0; round < 40; round += 1) {
    room.sendings.at(-1)?.fail(new TypeError('no answer'))
    await act(() => vi.advanceTimersByTimeAsync(40_000))
  }
  const before = room.sendings.length
  room.sendings.at(-1)?.fail(new TypeError('no answer'))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(room.sendings).toHaveLength(before)
})

test("a retry doesn't move the buttons of a waiting message; messages behind it follow, whether it is refused or not", async () => {
  await room.show()
  await write('one')
  await write('two')
  await write('three')
  act(() => room.sendings[0]?.fail(new TypeError('no answer')))
  const problem = 'We couldn’t reach the server. Your message will be sent when you’re back online.'
  const waiting = ['words 5', ...['one', 'two', 'three'].map((text) => `${text} waiting ${problem}`)]
  await shows(waiting)
  const button = screen.getByRole('button', { name: 'Discard two' })
  act(() => room.live().connected('live'))
  await waitFor(() => expect(room.sendings).toHaveLength(2))
  expect(lines()).toEqual(waiting)
  act(() => room.sendings[1]?.fail(new ORPCError('MUTED', { status: 403, message: 'You are muted.' })))
  await shows(['words 5', 'two sending', 'three sending'])
  expect(field()).toHaveProperty('value', 'one')
  expect(room.sendings[2]).toMatchObject({ content: 'two' })
  expect(screen.getByRole('button', { name: 'Discard two' })).toBe(button)
})

test('CH-08 a request hanging on a lost connection is sent again without a toast once the stream reconnects', async () => {
  await room.show()
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  await write('one')
  now.mockReturnValue(13_000)
  act(() => room.live().connected('live'))
  await settle()
  expect(room.sendings).toHaveLength(1)
  now.mockReturnValue(13_001)
  act(() => room.live().connected('live'))
  await waitFor(() => expect(room.sendings).toHaveLength(2))
  expect(room.sendings[1]?.clientId).toBe(room.sendings[0]?.clientId)
  expect(lines()).toEqual(['words 5', 'one sending'])
  act(() => room.sendings[1]?.answer())
  await shows(['words 5', 'one'])
  expect(toasted).not.toHaveBeenCalled()
})

test('a message delayed by slow mode shows the reason and is sent when allowed', async () => {
  await room.show()
  await write('one')
  vi.useFakeTimers()
  room.sendings[0]?.fail(
    new ORPCError('SLOW_MODE', {
      status: 429,
      message: 'This room is in slow mode.',
      data: { retryAfterSeconds: 30 },
    }),
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(lines()).toEqual(['words 5', 'one waiting This room is in slow mode.'])
  act(() => room.live().connected('live'))
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(room.sendings).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect(room.sendings).toHaveLength(2)
  expect(toasted).not.toHaveBeenCalled()
})

test('CH-08 a refused message returns to the composer, before newly typed text, and a toast gives the reason', async () => {
  await room.show()
  await write('one')
  await write('two')
  await userEvent.type(field(), 'three')
  const muted = new ORPCError('MUTED', { status: 403, message: 'You are muted.' })
  act(() => room.sendings[0]?.fail(muted))
  await shows(['words 5', 'two sending'])
  expect(field()).toHaveProperty('value', 'one\nthree')
  expect(toasted.mock.calls).toEqual([
    ['Failed to send message', { about: 'refused', detail: 'You are muted.' }],
  ])
  act(() => room.sendings[1]?.fail(muted))
  await shows(['words 5'])
  expect(field()).toHaveProperty('value', 'one\ntwo\nthree')
  expect(toasted).toHaveBeenCalledTimes(2)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('chat:outbox:'))).toEqual([])
})

test('CH-08 a text refused after it waited for the connection returns to the composer of its room', async () => {
  const dismissed = vi.spyOn(notify, 'dismiss')
  await room.show()
  await write('one')
  act(() => room.sendings[0]?.fail(new TypeError('no answer')))
  await waitFor(() => expect(toasted).toHaveBeenCalledTimes(1))
  room.goTo(afterHours)
  await userEvent.type(field(), 'elsewhere')
  act(() => room.live().connected('live'))
  await waitFor(() => expect(room.sendings).toHaveLength(2))
  act(() => room.sendings[1]?.fail(new ORPCError('MUTED', { status: 403, message: 'You are muted.' })))
  await waitFor(() => expect(toasted).toHaveBeenCalledTimes(2))
  expect(dismissed.mock.calls).toEqual([['outbox']])
  expect(field()).toHaveProperty('value', 'elsewhere')
  room.goTo(deepEnd)
  expect(field()).toHaveProperty('value', 'one')
  await press('Send')
  expect(room.sendings[2]).toMatchObject({ content: 'one' })
  expect(dismissed.mock.calls).toContainEqual(['refused'])
})

test('a reloaded list that contains a waiting message confirms it', async () => {
  await room.show()
  await write('one')
  const { clientId = '' } = room.sendings[0] ?? {}
  registerLink({
    call: () =>
      Promise.resolve({
        messages: [messageAt(5), own(6, { clientId, content: 'one' })],
        hasOlder: false,
        seq: 6,
      }),
  })
  await act(() => room.queryClient().invalidateQueries())
  await shows(['words 5', 'one'])
})

test('CH-08 refuses empty and too long texts', async () => {
  await room.show()
  await write('   ')
  expect(room.sendings).toEqual([])
  await userEvent.click(field())
  await userEvent.paste('a'.repeat(1001))
  await press('Send')
  expect(room.sendings).toEqual([])
  expect(lines()).toEqual(['words 5'])
})
