import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that reads all queries of these features again, for a change that shows in several of them. */
export function useReadAgain(features: readonly string[]): () => Promise<void> {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => Array.isArray(path) && features.includes(String(path[0])),
    })
}
