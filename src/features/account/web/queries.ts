import type { QueryClient } from '@tanstack/react-query'
import { createFeatureClient } from '~/platform/rpc/client'
import type { accountContract } from '../contract'

export const account = createFeatureClient<typeof accountContract>('account')

const WHILE_MAKING_MS = 5_000

/** State of the caller's archive. Polled while the archive is made, because the live update may be lost. */
export function exportQuery() {
  return account.export.state.queryOptions({
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WHILE_MAKING_MS : false),
  })
}

/** Preview of deleting the account. Never cached, because events may be cancelled meanwhile. */
export function removalQuery() {
  return account.removal.inspect.queryOptions({ staleTime: 0 })
}

/** Reads both sections for the loader of their page. Each read has its own promise, so that one can fail alone. */
export function loadOwnData(queryClient: QueryClient): Promise<unknown>[] {
  return [queryClient.ensureQueryData(exportQuery()), queryClient.ensureQueryData(removalQuery())]
}
