import { signedIn } from '~/platform/rpc/context'
import type { Context } from './context'
import type { OpenedPayment } from './open-payments'

/** Opens a payment for the caller's own held order, or answers where the open one goes on. */
export function startPayment(
  context: Pick<Context, 'caller' | 'sales'>,
  input: { orderId: string; buyerName?: string | undefined; buyerEmail?: string | undefined },
): Promise<OpenedPayment> {
  return context.sales.openPayment({ ...input, customerId: signedIn(context).id })
}
