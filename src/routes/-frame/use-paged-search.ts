import { useNavigate, useRouter } from '@tanstack/react-router'
import { changing } from '~/lib/read-search'

type Cursors = { after?: string | undefined; before?: string | undefined }

/**
 * Returns the `onSearchChange` of a paged list at `path`, whose search on screen is `shown`. A change that was `typed` replaces the
 * entry of the history, and a change of page starts at the top.
 */
export function usePagedSearch<Search extends Cursors>(path: string, shown: Search) {
  const navigate = useNavigate()
  const router = useRouter()
  return (next: Search, how?: 'typed') => {
    // A search that settles late must not bring back a person who has left the page.
    if (router.latestLocation.pathname.replace(/\/$/u, '') !== path) return
    const isOtherPage = next.after !== shown.after || next.before !== shown.before
    const change = changing(shown, next)
    void navigate({
      to: '.',
      // The addresses of all routes have this function's type, which cannot name the one that `path` is.
      search: (latest: object) => change(latest as Search),
      replace: how === 'typed',
      resetScroll: isOtherPage && how !== 'typed',
    })
  }
}
