import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'

/**
 * What loaders have read, as the one text that travels with a page: calls answer plain JSON, and going through it value by
 * value, as the router would, costs more than reading it from PostgreSQL.
 */
export const writeQueries = (queryClient: QueryClient): string => JSON.stringify(dehydrate(queryClient))

/** The first page of a list is asked for by nothing; JSON makes that null, and with null it would be asked for again. */
export function readQueries(queryClient: QueryClient, text: string): void {
  const carried = JSON.parse(text) as DehydratedState
  for (const { queryType, state } of carried.queries)
    if (queryType === 'infinite') {
      const { pageParams } = state.data as InfiniteData<unknown>
      pageParams[0] ??= undefined
    }
  hydrate(queryClient, carried)
}
