import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messagesQuery } from '../queries'
import type { OlderState } from './older-messages'

/** Returns the loaded messages of a room, oldest first; undefined until they are available. */
export function useRoomMessages(roomId: string) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, isError, refetch } =
    useInfiniteQuery(messagesQuery(roomId))
  const messages = useMemo(() => data?.pages.toReversed().flatMap((page) => page.messages), [data])
  const load = () => {
    if (!isFetchingNextPage) void fetchNextPage({ cancelRefetch: false })
  }
  return {
    messages,
    older: { state: getOlderState(), load },
    isFailed: isError && data === undefined,
    retry: () => void refetch(),
  }

  function getOlderState(): OlderState {
    if (isFetchingNextPage) return 'loading'
    if (isFetchNextPageError) return 'failed'
    return hasNextPage ? 'more' : 'beginning'
  }
}
