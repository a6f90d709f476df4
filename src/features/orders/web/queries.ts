import type { ordersContract } from '../contract'
import { clientFor } from '~/platform/rpc/client'

// Routes import their queries from here and not from the parts: a loader travels with the first script, a screen does not.

/** The calls of orders, for routes and parts. */
export const ordersClient = clientFor<typeof ordersContract>('orders')

export const orderQuery = (id: string) => ordersClient.getOrder.queryOptions({ input: { id } })

/** The orders that the hold bar and the event page show. */
export const openOrdersQuery = () => ordersClient.openOrders.queryOptions()

export const sandboxQuery = (reference: string) =>
  ordersClient.sandbox.get.queryOptions({ input: { reference } })

type Cursor = string | null | undefined
// The first page's has none; it arrives as null in a page that the server rendered, and is asked for again by that.
const after = (cursor: Cursor) => (typeof cursor === 'string' ? { cursor } : {})

const pages = {
  initialPageParam: undefined as Cursor,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

export const ordersQuery = () =>
  ordersClient.listOrders.infiniteOptions({
    input: (cursor: Cursor) => after(cursor),
    ...pages,
  })
