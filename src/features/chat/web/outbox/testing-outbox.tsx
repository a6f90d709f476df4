import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { ChatMessage } from '../../contract-shapes'
import { type ChatLive, createChatLive } from '../live/chat-live'
import { deepEnd, fakeChat, mara, meId, messageAt } from '../live/testing-chat'
import { messagesQuery } from '../queries'
import { useDraft } from './use-draft'
import { useOutbox } from './use-outbox'

interface Sending {
  roomId: string
  clientId: string
  senderId: string
  content: string
}
interface SendingInFlight extends Sending {
  answer: () => void
  fail: (error: Error) => void
}

export const own = (seq: number, fields: Partial<ChatMessage>) => messageAt(seq, { sender: mara, ...fields })

/** Renders a minimal room with one message; the server responds to sending when the test says so. */
export function startRoom() {
  const sendings: SendingInFlight[] = []
  const seen: string[][] = []
  let page = loadPage(meId)
  fakeChat({
    'messages.list': () => ({ messages: [messageAt(5)], hasOlder: false, seq: 5 }),
    'messages.send': (input: Sending, { signal }) =>
      new Promise((resolve, fail) => {
        signal?.addEventListener('abort', () => fail(signal.reason))
        sendings.push({ ...input, answer: () => resolve(own(6, { ...input })), fail })
      }),
  })
  const within = (roomId: string, personId: string) => (
    <QueryClientProvider client={page.queryClient}>
      <Room roomId={roomId} personId={personId} onRendered={(texts) => seen.push(texts)} />
    </QueryClientProvider>
  )
  let shown: ReturnType<typeof render> | undefined

  return {
    sendings,
    seen,
    live: (): ChatLive => page.live,
    queryClient: () => page.queryClient,
    async show(personId = meId) {
      shown = render(within(deepEnd, personId))
      await screen.findByText('words 5')
    },
    goTo: (roomId: string) => shown?.rerender(within(roomId, meId)),
    /** Simulates a reload: only browser storage remains. */
    leave(personId = meId) {
      shown?.unmount()
      page.live.stop()
      page = loadPage(personId)
    },
    stop() {
      page.live.stop()
      cleanup()
      registerLink(undefined)
    },
  }
}

function loadPage(personId: string) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const live = createChatLive(queryClient, personId, () => 0.5)
  live.search()
  live.named.at({ seq: 5 })
  return { queryClient, live }
}

interface RoomProps {
  roomId: string
  personId: string
  onRendered: (texts: string[]) => void
}

function Room({ roomId, personId, onRendered }: RoomProps) {
  const place = { personId, roomId }
  const { data } = useInfiniteQuery(messagesQuery(roomId))
  const { pending, send, retry, discard, moveToComposer } = useOutbox(place)
  const [text, setText] = useDraft(place)
  const messages = data?.pages.flatMap((page) => page.messages) ?? []
  onRendered([...messages.map(({ content }) => content ?? ''), ...pending.map(({ content }) => content)])
  return (
    <>
      <ol>
        {messages.map(({ id, content }) => (
          <li key={id}>
            <p>{content}</p>
          </li>
        ))}
        {pending.map(({ clientId, content, state, problem }) => (
          <li key={clientId}>
            <p>{[content, state, problem].filter(Boolean).join(' ')}</p>
            <button onClick={() => retry(clientId)}>Retry {content}</button>
            <button onClick={() => discard(clientId)}>Discard {content}</button>
            <button onClick={() => moveToComposer(clientId)}>Edit {content}</button>
          </li>
        ))}
      </ol>
      <textarea aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      <button
        onClick={() => {
          send(text)
          setText('')
        }}
      >
        Send
      </button>
    </>
  )
}

export const field = () => screen.getByLabelText('Message')
export const lines = () => screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)
export const shows = (expected: string[]) => waitFor(() => expect(lines()).toEqual(expected))
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
export const settle = () => act(async () => undefined)
export async function write(text: string): Promise<void> {
  await userEvent.type(field(), text)
  await press('Send')
}
