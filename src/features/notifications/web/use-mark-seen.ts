import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NotificationItem } from '../contract'
import { notifications } from './queries'

/** Long enough to have seen the list; closing earlier is rare. */
const SEEN_AFTER_MS = 2000

/**
 * Marks notifications as read once they were visible for a moment. `isNew` stays true for those that were unread on
 * arrival, so that dots don't disappear while someone is reading; `clearNew` removes the dots.
 */
export function useMarkSeen(notices: readonly NotificationItem[]) {
  const queryClient = useQueryClient()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const unread = notices.filter(({ readAt }) => readAt === null).map(({ id }) => id)
  if (unread.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...unread]))

  // Failures are not shown: the notifications stay unread until the list is viewed again.
  const { mutate } = useMutation(
    notifications.markRead.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: notifications.key() }),
    }),
  )
  const seen = unread.slice(0, 100).join()
  useEffect(() => {
    if (seen === '') return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    // In a hidden tab no notification counts as seen.
    const wait = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => mutate({ ids: seen.split(',') }), SEEN_AFTER_MS)
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
    }
  }, [seen, mutate])

  return {
    isNew: ({ id }: NotificationItem) => fresh.has(id),
    markSeen: (ids: string[]) => {
      if (ids.some((id) => unread.includes(id))) mutate({ ids })
    },
    clearNew: () => setFresh(new Set()),
  }
}
