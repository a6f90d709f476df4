import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { vi } from 'vitest'
import { newId } from '~/lib/ids'
import { registerLink } from '~/platform/rpc/link'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import type { ChatMessage, RoomDetail } from '../../contract-shapes'
import { addSentMessage } from '../live/apply-to-messages'
import { changeMessages } from '../live/chat-cache'
import { roomNamed } from '../rooms/testing-rooms'
import { Conversation } from './conversation'

export const meId = 'id-Mara Voss'

let seq = 0
/** Returns a message in the room of `show`, by default a minute after the previous one. */
export function createMessage(
  name: string | null,
  content: string,
  values: Partial<ChatMessage> = {},
): ChatMessage {
  seq += 1
  return {
    id: newId(),
    roomId: 'room-Deep end',
    seq,
    sender: name === null ? null : { id: `id-${name}`, name, avatarUrl: null },
    content,
    createdAt: new Date(Date.UTC(2026, 10, 21, 20, seq)).toISOString(),
    isEdited: false,
    isHidden: false,
    clientId: null,
    ...values,
  }
}

/** Renders a room with these messages for its member Mara, and returns a way to add messages by others. */
export function show(
  messages: readonly ChatMessage[],
  values: Partial<RoomDetail> = {},
  answers: Answers = {},
) {
  const asked = fakeServer({
    list: () => ({ messages, hasOlder: false, seq }),
    typing: () => ({}),
    ...answers,
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const room = roomNamed('Deep end', { lastReadSeq: 1_000_000, ...values })
  const tree = (changed: Partial<RoomDetail> = {}) => (
    <QueryClientProvider client={queryClient}>
      <Conversation room={{ ...room, ...changed }} meId={meId} isModerator={false} />
    </QueryClientProvider>
  )
  const { rerender } = render(tree())
  return {
    asked,
    comes: (message: ChatMessage) =>
      changeMessages(queryClient, message.roomId, (data) => addSentMessage(data, message)),
    change: (changed: Partial<RoomDetail>) => rerender(tree(changed)),
  }
}

export function preparePage(): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('CSS', { supports: () => true })
  Element.prototype.scrollIntoView = () => undefined
  localStorage.clear()
}

export function clearPage(): void {
  cleanup()
  registerLink(undefined)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}
