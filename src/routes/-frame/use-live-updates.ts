import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLive } from './follow-live'

// A topic is the name of the feature whose reads it makes stale.
const FOLLOWED = ['network', 'bookings', 'notifications'] as const
// These count what the features keep.
const DASHBOARD = ['dashboard', 'activity']

/** While it is mounted, what changes for this person is read again at once, wherever it is shown. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      followLive({
        onTopics: (topics) => refresh(queryClient, topics),
        onOpen: () => refresh(queryClient, FOLLOWED),
      }),
    [queryClient],
  )
}

function refresh(queryClient: QueryClient, topics: readonly string[]): void {
  if (topics.length === 0) return
  queryClient
    .invalidateQueries({ predicate: ({ queryKey }) => isAbout(queryKey, topics) })
    // What could not be read again shows its own failure.
    .catch(() => undefined)
}

/** Keys are `[[feature, call], …]`, see platform/rpc/client. */
function isAbout([path]: QueryKey, topics: readonly string[]): boolean {
  if (!Array.isArray(path)) return false
  const [feature, call]: unknown[] = path
  if (feature === 'members') return DASHBOARD.some((one) => one === call)
  return topics.some((topic) => topic === feature)
}
