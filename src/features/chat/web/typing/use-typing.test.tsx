// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { QueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { createChatLive } from '../live/chat-live'
import { afterHours, deepEnd, fakeChat, jonas, meId, messageAt } from '../live/testing-chat'
import { sendTyping, useTyping } from './use-typing'

let live: ReturnType<typeof createChatLive>
beforeEach(() => {
  vi.useFakeTimers()
  live = createChatLive(new QueryClient(), meId)
  render(<Names />)
})
afterEach(async () => {
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  live.stop()
  cleanup()
  vi.useRealTimers()
  registerLink(undefined)
})

function Names() {
  return <p>{useTyping({ roomId: deepEnd }).join(', ') || 'nobody'}</p>
}
const says = (personId: string, name: string, roomId = deepEnd) =>
  act(() => live.named.typing({ roomId, personId, name }))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('shows a person as typing for five seconds after their last signal', async () => {
  says(jonas.id, 'Jonas')
  await pass(3000)
  says('another', 'Sofia')
  says(jonas.id, 'Jonas')
  screen.getByText('Jonas, Sofia')
  await pass(4900)
  screen.getByText('Jonas, Sofia')
  await pass(200)
  screen.getByText('nobody')
})

test('ignores the reader, other rooms and malformed data, and shows a missing name as Anonymous', () => {
  says(meId, 'Mara')
  says(jonas.id, 'Jonas', afterHours)
  act(() => live.named.typing({ roomId: deepEnd }))
  screen.getByText('nobody')
  says('another', '')
  screen.getByText('Anonymous')
})

test('a person who has sent a message is no longer typing', async () => {
  says(jonas.id, 'Jonas')
  live.named.chat({ kind: 'message', seq: 4, isNew: false, message: messageAt(3) })
  await pass(10)
  screen.getByText('Jonas')
  live.named.chat({ kind: 'message', seq: 5, isNew: true, message: messageAt(5) })
  await pass(10)
  screen.getByText('nobody')
})

test('a typing signal is sent at most every three seconds per room, and never fails', async () => {
  const asked = fakeChat({
    'messages.typing': () => {
      throw new TypeError('no answer')
    },
  })
  for (let letter = 0; letter < 10; letter += 1) {
    sendTyping(deepEnd)
    await vi.advanceTimersByTimeAsync(400)
  }
  sendTyping(afterHours)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([
    ['messages.typing', { roomId: deepEnd }],
    ['messages.typing', { roomId: deepEnd }],
    ['messages.typing', { roomId: afterHours }],
  ])
})
