import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NoticeItem } from '../contract'
import { notifications } from './queries'

/** Long enough to have looked, short enough that closing at once is the exception. */
const SEEN_AFTER_MS = 2000

/**
 * Marks as read what has been on screen for a moment. `isNew` stays true for what was unread when it came, so that nothing
 * loses its dot under the eyes of whoever is reading; `forgetNew` takes the dots away.
 */
export function useMarkSeen(notices: readonly NoticeItem[]) {
  const queryClient = useQueryClient()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const unread = notices.filter(({ readAt }) => readAt === null).map(({ id }) => id)
  if (unread.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...unread]))

  // Not said when it fails: they stay unread, and the next look tries again.
  const { mutate } = useMutation(
    notifications.markRead.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: notifications.key() }),
    }),
  )
  const seen = unread.slice(0, 100).join()
  useEffect(() => {
    if (seen === '') return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    // In a tab that nobody looks at, nothing is seen.
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
    isNew: ({ id }: NoticeItem) => fresh.has(id),
    markSeen: (ids: string[]) => {
      if (ids.some((id) => unread.includes(id))) mutate({ ids })
    },
    forgetNew: () => setFresh(new Set()),
  }
}
