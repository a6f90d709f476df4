import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that refetches all queries of these features, after a change that appears in several of them. */
export function useRefetchFeatures(features: readonly string[]): () => Promise<void> {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => Array.isArray(path) && features.includes(String(path[0])),
    })
}
