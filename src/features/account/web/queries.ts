import type { QueryClient } from '@tanstack/react-query'
import { clientFor } from '~/platform/rpc/client'
import type { accountContract } from '../contract'

export const account = clientFor<typeof accountContract>('account')

const WHILE_MAKING_MS = 5_000

/** The archive of one's own data. While it is made it is asked for again: the word that it is there may be lost. */
export function exportQuery() {
  return account.export.state.queryOptions({
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WHILE_MAKING_MS : false),
  })
}

/** What deleting one's account would do. Asked anew each time the page is opened: events are cancelled meanwhile. */
export function removalQuery() {
  return account.removal.inspect.queryOptions({ staleTime: 0 })
}

/** For the loader of the page that shows both sections. One promise per read, so that one may fail alone. */
export function readOwnData(queryClient: QueryClient): Promise<unknown>[] {
  return [queryClient.ensureQueryData(exportQuery()), queryClient.ensureQueryData(removalQuery())]
}
