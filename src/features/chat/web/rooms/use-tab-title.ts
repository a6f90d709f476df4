import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unreadQuery } from '../queries'
import { unreadWords } from './room-link'

/** `(3) Deep end — Back to Back`: what waits is seen from another tab. The page's own head says the rest. */
export function useTabTitle(name: string): void {
  const { data } = useQuery(unreadQuery())
  const unread = data?.unread ?? 0
  useEffect(() => {
    const plain = `${name} — Back to Back`
    document.title = unread > 0 ? `(${unreadWords(unread)}) ${plain}` : plain
  }, [name, unread])
}
