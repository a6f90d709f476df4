// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { memo, useEffect } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { ChatMessage, RoomDetail } from '../../contract-shapes'
import { messagesQuery } from '../queries'
import { createChatLive } from './chat-live'
import { watched } from './live-state'
import { afterHours, deepEnd, fakeChat, meId, messageAt, roomDetail } from './testing-chat'
import { useConnection, useWatchRoom } from './use-live'

let live: ReturnType<typeof createChatLive>
let queryClient: QueryClient
beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  live = createChatLive(queryClient, meId)
})
afterEach(() => {
  cleanup()
  live.stop()
  registerLink(undefined)
})

function Watching({ target }: { target: RoomDetail | 'feed' | null }) {
  useWatchRoom(target)
  return <p>{useConnection()}</p>
}

test('watches a room that is only viewed, but not a joined or unreadable one', () => {
  const outside = roomDetail({ role: null })
  const { rerender, unmount } = render(<Watching target={outside} />)
  expect(watched.get()).toBe(deepEnd)
  rerender(<Watching target={roomDetail()} />)
  expect(watched.get()).toBeNull()
  rerender(<Watching target={{ ...outside, id: afterHours }} />)
  expect(watched.get()).toBe(afterHours)
  rerender(<Watching target={{ ...outside, canRead: false }} />)
  expect(watched.get()).toBeNull()
  rerender(<Watching target="feed" />)
  expect(watched.get()).toBe('feed')
  unmount()
  expect(watched.get()).toBeNull()
})

test('shows the connection state', () => {
  render(<Watching target={null} />)
  screen.getByText('live')
  act(() => live.connected('connecting'))
  screen.getByText('connecting')
  act(() => live.connected('live'))
  screen.getByText('live')
})

const drawn: string[] = []
const Message = memo(function Message({ message }: { message: ChatMessage }) {
  useEffect(() => void drawn.push(message.id))
  return <li>{message.content}</li>
})
function List() {
  const { data } = useInfiniteQuery(messagesQuery(deepEnd))
  const messages = data?.pages.toReversed().flatMap((page) => page.messages) ?? []
  return messages.map((message) => <Message key={message.id} message={message} />)
}

test('CH-09 nothing reloads when one message changes: no request, and no other message renders again', async () => {
  const asked = fakeChat({
    'messages.list': () => ({
      messages: Array.from({ length: 100 }, (_, index) => messageAt(index + 1)),
      hasOlder: true,
      seq: 100,
    }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  )
  await screen.findByText('words 100')
  live.search()
  const changed = messageAt(50, { content: 'better words', isEdited: true })
  live.named.chat({ kind: 'message', seq: 101, isNew: true, message: messageAt(101) })
  live.named.chat({ kind: 'message', seq: 102, isNew: false, message: changed })
  live.named.chat({ kind: 'deleted', seq: 103, roomId: deepEnd, messageId: 'message-60' })
  await screen.findByText('better words')
  await screen.findByText('words 101')
  expect(screen.queryByText('words 60')).toBeNull()
  expect(asked).toHaveLength(1)
  // The first hundred messages are rendered once. After that, only the edited and the new message are rendered.
  expect(drawn).toHaveLength(102)
  expect(drawn.slice(100).toSorted()).toEqual(['message-101', 'message-50'])
})
