import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import * as fc from '~tests/support/fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { ChatMessage } from '../../contract-shapes'
import { chat, messagesQuery } from '../queries'
import { createChatLive } from './chat-live'
import type { LiveEvent } from './live-events'
import { deepEnd, meId, messageAt } from './testing-chat'
import { randomRuns } from '~tests/support/random-runs'

const PAGE = 3
/** Lets pending responses arrive, and timers without a delay run. */
const soon = () => vi.advanceTimersByTimeAsync(2)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  registerLink(undefined)
  vi.useRealTimers()
})

/**
 * Simulates a server with one room. It computes each response immediately, but sends it only when the test says so.
 */
function slowServer() {
  let clock = 0
  let messages: ChatMessage[] = []
  const events: LiveEvent[] = []
  const pendingResponses: (() => void)[] = []
  registerLink({
    call: (path, input) => {
      if (path.at(-1) !== 'list' || path.at(-2) !== 'messages') return Promise.resolve(undefined)
      const { before = Number.POSITIVE_INFINITY } = input as { before?: number }
      const older = messages.filter(({ seq }) => seq < before)
      const answer = { messages: older.slice(-PAGE), hasOlder: older.length > PAGE, seq: clock }
      return new Promise((resolve) => pendingResponses.push(() => resolve(answer)))
    },
  })
  return {
    events,
    pendingResponses,
    messages: () => messages,
    send() {
      clock += 1
      const message = messageAt(clock)
      messages = [...messages, message]
      events.push({ kind: 'message', seq: clock, isNew: true, message })
    },
    edit(index: number) {
      const message = messages[index % Math.max(1, messages.length)]
      if (!message) return
      clock += 1
      const next = { ...message, content: `edited at ${clock}`, isEdited: true }
      messages = messages.map((one) => (one === message ? next : one))
      events.push({ kind: 'message', seq: clock, isNew: false, message: next })
    },
    remove(index: number) {
      const message = messages[index % Math.max(1, messages.length)]
      if (!message) return
      clock += 1
      messages = messages.filter((one) => one !== message)
      events.push({ kind: 'deleted', seq: clock, roomId: deepEnd, messageId: message.id })
    },
  }
}

const step = fc.oneof(
  fc.constant({ do: 'send' } as const),
  fc.record({ do: fc.constant('edit' as const), index: fc.nat(30) }),
  fc.record({ do: fc.constant('remove' as const), index: fc.nat(30) }),
  fc.constant({ do: 'hear' } as const),
  fc.constant({ do: 'read' } as const),
  fc.constant({ do: 'older' } as const),
  fc.constant({ do: 'answer' } as const),
  fc.constant({ do: 'reopen' } as const),
)

test("CH-09 in whatever order responses and events arrive, the list matches the server's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(8), async (steps, atFirst) => {
      const server = slowServer()
      for (let count = 0; count < atFirst; count += 1) server.send()
      const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
      const observer = new InfiniteQueryObserver(queryClient, messagesQuery(deepEnd))
      const stopObserving = observer.subscribe(() => undefined)
      const own = createChatLive(queryClient, meId)
      // A stream without a resume position starts at the last event, without earlier ones.
      let heard = server.events.length
      own.search()
      own.named.at({ seq: heard })
      const hear = () => {
        const event = server.events[heard]
        if (event) own.named.chat(event)
        heard = Math.min(heard + 1, server.events.length)
      }
      for (const one of steps) {
        if (one.do === 'send') server.send()
        else if (one.do === 'edit') server.edit(one.index)
        else if (one.do === 'remove') server.remove(one.index)
        else if (one.do === 'hear') hear()
        else if (one.do === 'read') void queryClient.invalidateQueries({ queryKey: chat.key() })
        else if (one.do === 'older') void observer.fetchNextPage()
        else if (one.do === 'reopen')
          heard = Number(new URLSearchParams(own.search()).get('after') ?? server.events.length)
        else server.pendingResponses.shift()?.()
        if (one.do === 'answer' || one.do === 'hear') await soon()
      }
      while (heard < server.events.length) hear()
      for (let quiet = 0; quiet < 3; quiet += server.pendingResponses.length > 0 ? 0 : 1) {
        server.pendingResponses.shift()?.()
        await soon()
      }
      const { pages = [] } = queryClient.getQueryData(messagesQuery(deepEnd).queryKey) ?? {}
      const list = pages.toReversed().flatMap(({ messages }) => messages)
      const from = pages.at(-1)?.hasOlder ? (list[0]?.seq ?? 0) : 0
      expect(list).toEqual(server.messages().filter(({ seq }) => seq >= from))
      own.stop()
      stopObserving()
      queryClient.clear()
    }),
    { numRuns: randomRuns(60) },
  )
}, 60_000)
