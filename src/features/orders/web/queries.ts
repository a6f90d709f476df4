import type { ordersContract } from '../contract'
import { createFeatureClient } from '~/platform/rpc/client'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'

// Queries are separate from the components because route loaders use them: loaders are in the first script, screens are
// not.

export const ordersClient = createFeatureClient<typeof ordersContract>('orders')

export const orderQuery = (id: string) => ordersClient.getOrder.queryOptions({ input: { id } })

export const openOrdersQuery = () => ordersClient.openOrders.queryOptions()

export const sandboxQuery = (reference: string) =>
  ordersClient.sandbox.get.queryOptions({ input: { reference } })

export const stripePaymentQuery = (reference: string) =>
  ordersClient.stripe.get.queryOptions({ input: { reference } })

export const disputeQuery = (id: string) => ordersClient.disputes.get.queryOptions({ input: { id } })

export const openDisputesQuery = (eventId: string) =>
  ordersClient.disputes.list.queryOptions({ input: { eventId } })

export const ordersQuery = () =>
  ordersClient.listOrders.infiniteOptions({
    input: (after: string | undefined) => toCursorInput(after),
    ...followCursor,
  })

export const bookingPaymentsQuery = (bookingId: string) =>
  ordersClient.bookingPayments.get.queryOptions({ input: { bookingId } })
