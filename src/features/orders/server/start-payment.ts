import { requireCaller } from '~/platform/rpc/context'
import type { Context } from './context'
import { refuse } from './refused-error'

const refusedOutcomes = {
  not_found: 'NOT_FOUND',
  expired: 'ORDER_EXPIRED',
  closed: 'ORDER_CLOSED',
  no_payments: 'CHECKOUT_COMING_SOON',
  too_little: 'TOTAL_TOO_SMALL',
} as const

/** Opens the payment of the caller's held order, or resumes the open one. */
export async function startPayment(
  context: Pick<Context, 'caller' | 'sales'>,
  input: { orderId: string; buyerName?: string | undefined; buyerEmail?: string | undefined },
): Promise<{ redirectUrl: string }> {
  const result = await context.sales.openPayment({ ...input, customerId: requireCaller(context).id })
  if (result.outcome !== 'opened') throw refuse(refusedOutcomes[result.outcome])
  return { redirectUrl: result.redirectUrl }
}
