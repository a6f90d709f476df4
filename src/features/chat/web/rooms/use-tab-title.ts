import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSiteName } from '~/design/site-name'
import { formatPageTitle } from '~/lib/page-title'
import { unreadQuery } from '../queries'
import { formatUnread } from './room-link'

/** Sets the tab title to `(3) Deep end — the site`, so that unread messages show even while another tab is open. */
export function useTabTitle(name: string): void {
  const { data } = useQuery(unreadQuery())
  const siteName = useSiteName()
  const unread = data?.unread ?? 0
  useEffect(() => {
    const plain = formatPageTitle(name, siteName)
    document.title = unread > 0 ? `(${formatUnread(unread)}) ${plain}` : plain
  }, [name, siteName, unread])
}
