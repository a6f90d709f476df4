import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Order } from '../../contract'
import { getRefetchDelay, getStep } from '../order-step'
import { openOrdersQuery } from '../queries'
import type { Selection } from '../selection-search'

const getRefetchInterval = (orders: readonly Order[]): number | false =>
  orders
    .map(getRefetchDelay)
    .filter((pause) => pause !== false)
    .reduce<number | false>((least, pause) => (least === false ? pause : Math.min(least, pause)), false)

/**
 * Reads the caller's open orders and refetches when one of them may have changed. Open orders are also refetched
 * whenever the tab becomes visible, because timers of a hidden tab are late.
 */
export function useOpenOrders(options: { isSignedIn: boolean; isFresh?: boolean }): readonly Order[] {
  const { data } = useQuery({
    ...openOrdersQuery(),
    enabled: options.isSignedIn,
    ...(options.isFresh && { refetchOnMount: 'always' as const }),
    refetchInterval: ({ state }) => (state.data ? getRefetchInterval(state.data.orders) : false),
    refetchOnWindowFocus: ({ state }) => ((state.data?.orders.length ?? 0) > 0 ? 'always' : true),
  })
  return data?.orders ?? none
}
const none: readonly Order[] = []

/** Returns the caller's order of this event that still holds tickets. */
export function useOpenOrder(eventId: string, isSignedIn: boolean): Order | undefined {
  return useOpenOrders({ isSignedIn }).find(
    (order) => order.event.id === eventId && ['pay', 'waiting'].includes(getStep(order)),
  )
}

/**
 * Adds the tickets of the order to the available stock. Its buyer can select them again, because a new order replaces
 * this one.
 */
export function useStockIncludingHeld<Type extends { id: string; remaining: number }>(
  order: Order | undefined,
  types: readonly Type[],
): readonly Type[] {
  return useMemo(() => {
    if (!order) return types
    const held = new Map(order.items.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]))
    return types.map((type) => ({ ...type, remaining: type.remaining + (held.get(type.id) ?? 0) }))
  }, [order, types])
}

export const toSelection = (order: Order): Selection =>
  Object.fromEntries(order.items.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]))
