import { useNavigate, useRouter } from '@tanstack/react-router'
import { createSearchUpdater } from '~/lib/search-parameters'

type Cursors = { after?: string | undefined; before?: string | undefined }

/**
 * Returns the `onSearchChange` of a paged list at `path`, with `shown` as its current search. A `typed` change replaces
 * the history entry, and a change of page scrolls to the top.
 */
export function usePagedSearch<Search extends Cursors>(path: string, shown: Search) {
  const navigate = useNavigate()
  const router = useRouter()
  return (next: Search, how?: 'typed') => {
    // A search starts after a pause in typing. It must not navigate back to a page that the person left in the pause.
    if (router.latestLocation.pathname.replace(/\/$/u, '') !== path) return
    const isOtherPage = next.after !== shown.after || next.before !== shown.before
    const change = createSearchUpdater(shown, next)
    void navigate({
      to: '.',
      // The cast is needed because the router's type covers all routes, not only the one at `path`.
      search: (latest: object) => change(latest as Search),
      replace: how === 'typed',
      resetScroll: isOtherPage && how !== 'typed',
    })
  }
}
