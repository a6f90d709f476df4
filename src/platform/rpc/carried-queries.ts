import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'

/**
 * Serializes the loaders' queries into a single string for the page: responses are plain JSON, and the router's
 * value-by-value serialization costs more than reading them from PostgreSQL.
 */
export const writeQueries = (queryClient: QueryClient): string => JSON.stringify(dehydrate(queryClient))

/** The first page of a list has no cursor. JSON turns undefined into null, with which it would be fetched again. */
export function readQueries(queryClient: QueryClient, text: string): void {
  const carried = JSON.parse(text) as DehydratedState
  for (const { queryType, state } of carried.queries)
    if (queryType === 'infinite') {
      const { pageParams } = state.data as InfiniteData<unknown>
      pageParams[0] ??= undefined
    }
  hydrate(queryClient, carried)
}
