import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

const POLL_MS = 10_000

async function fetchStock(eventId: string, signal: AbortSignal): Promise<Record<string, number>> {
  const response = await fetch(`/events/${eventId}/stock`, { signal })
  if (!response.ok) throw new Error(`could not read the stock: status ${response.status}`)
  return response.json()
}

/**
 * Polls `remaining` of an open event's ticket types every ten seconds while the tab is visible. A failed poll keeps
 * the last stock. Until the next poll, returns the stock that came with the page, read at `readAt`, because cached
 * stock can be a few seconds older.
 */
export function useLiveStock<Type extends { id: string; remaining: number }>(
  { eventId, readAt, isOpen }: { eventId: string; readAt: number; isOpen: boolean },
  types: readonly Type[],
): readonly Type[] {
  const { data: stock } = useQuery({
    queryKey: ['stock', eventId, readAt],
    queryFn: ({ signal }) => fetchStock(eventId, signal),
    initialData: noStock,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    enabled: isOpen,
    retry: false,
  })
  return useMemo(
    () => types.map((type) => ({ ...type, remaining: stock[type.id] ?? type.remaining })),
    [types, stock],
  )
}

const noStock: Record<string, number> = {}
