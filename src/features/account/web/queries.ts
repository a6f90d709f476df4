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

/** The preview of deleting the account. Never cached, because its events can change at any time. */
export function removalQuery() {
  return account.removal.inspect.queryOptions({ staleTime: 0 })
}

/**
 * Loads the data of the export and deletion sections. Returns a promise for each section, so that one section's
 * failure doesn't affect the other section.
 */
export function loadExportAndRemoval(queryClient: QueryClient): Promise<unknown>[] {
  return [queryClient.ensureQueryData(exportQuery()), queryClient.ensureQueryData(removalQuery())]
}
