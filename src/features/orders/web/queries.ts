import type { ordersContract } from '../contract'
import { clientFor } from '~/platform/rpc/client'
import { afterCursor, followCursor } from '~/platform/rpc/follow-cursor'

// Routes import their queries from here and not from the parts: a loader travels with the first script, a screen does not.

/** The calls of orders, for routes and parts. */
export const ordersClient = clientFor<typeof ordersContract>('orders')

export const orderQuery = (id: string) => ordersClient.getOrder.queryOptions({ input: { id } })

/** The orders that the hold bar and the event page show. */
export const openOrdersQuery = () => ordersClient.openOrders.queryOptions()

export const sandboxQuery = (reference: string) =>
  ordersClient.sandbox.get.queryOptions({ input: { reference } })

export const ordersQuery = () =>
  ordersClient.listOrders.infiniteOptions({
    input: (after: string | undefined) => afterCursor(after),
    ...followCursor,
  })
