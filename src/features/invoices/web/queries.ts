import type { invoicesContract } from '../contract'
import { createFeatureClient } from '~/platform/rpc/client'

// The queries are separate from the components, because route loaders use them. The script that every page loads
// first contains the loaders, but not the components of the screens.

export const invoicesClient = createFeatureClient<typeof invoicesContract>('invoices')

const REFETCH_DELAY_MS = 10_000
const MAX_REFETCHES = 6

/**
 * The invoices of orders that cost money. Refetches for a minute while there are none, because the job issues them
 * shortly after the payment.
 */
export const invoicesQuery = (orderIds: readonly string[]) =>
  invoicesClient.list.queryOptions({
    input: { orderIds: [...orderIds] },
    refetchInterval: ({ state }) =>
      state.data?.invoices.length === 0 && state.dataUpdateCount < MAX_REFETCHES ? REFETCH_DELAY_MS : false,
  })

export const orderBillingQuery = (orderId: string) =>
  invoicesClient.order.getBilling.queryOptions({ input: { orderId } })

export const billingDetailsQuery = () => invoicesClient.billing.get.queryOptions()
