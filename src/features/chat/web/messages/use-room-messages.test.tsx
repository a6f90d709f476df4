// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { deepEnd, fakeChat, messageAt } from '../live/testing-chat'
import { messagesQuery } from '../queries'
import { clearPage } from './testing-conversation'
import { useRoomMessages } from './use-room-messages'

afterEach(clearPage)

test('loading older messages during a reload loses neither', async () => {
  const answers: ((value: unknown) => void)[] = []
  const asked = fakeChat({ 'messages.list': () => new Promise((resolve) => answers.push(resolve)) })
  const queryClient = new QueryClient()
  const { result } = renderHook(() => useRoomMessages(deepEnd), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  const page = (...numbers: number[]) => ({
    messages: numbers.map((seq) => messageAt(seq)),
    hasOlder: numbers[0] !== 1,
    seq: numbers.at(-1),
  })
  const shown = () => result.current.messages?.map(({ seq }) => seq)
  act(() => answers[0]?.(page(4, 5)))
  await waitFor(() => expect(shown()).toEqual([4, 5]))

  act(() => void queryClient.invalidateQueries({ queryKey: messagesQuery(deepEnd).queryKey }))
  await waitFor(() => expect(answers).toHaveLength(2))
  act(() => result.current.older.load())
  act(() => answers[1]?.(page(4, 5, 6)))
  await waitFor(() => expect(shown()).toEqual([4, 5, 6]))
  // The upper end of the list is still in view, so it requests older messages again.
  act(() => result.current.older.load())
  await waitFor(() => expect(answers).toHaveLength(3))
  act(() => answers[2]?.(page(1, 2)))
  await waitFor(() => expect(shown()).toEqual([1, 2, 4, 5, 6]))
  expect(asked.map(([, input]) => input)).toEqual([
    { roomId: deepEnd },
    { roomId: deepEnd },
    { roomId: deepEnd, before: 4 },
  ])
})
