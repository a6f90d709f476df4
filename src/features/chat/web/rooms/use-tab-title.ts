import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHouseName } from '~/design/house-name'
import { pageTitle } from '~/lib/page-title'
import { unreadQuery } from '../queries'
import { unreadWords } from './room-link'

/** `(3) Deep end — the house`: what waits is seen from another tab. The page's own head says the rest. */
export function useTabTitle(name: string): void {
  const { data } = useQuery(unreadQuery())
  const house = useHouseName()
  const unread = data?.unread ?? 0
  useEffect(() => {
    const plain = pageTitle(name, house)
    document.title = unread > 0 ? `(${unreadWords(unread)}) ${plain}` : plain
  }, [name, house, unread])
}
