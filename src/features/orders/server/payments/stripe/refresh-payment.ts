import type { Database } from '~/database/connect'
import type { Sales } from '../../sales'
import type { PaymentPort } from '../payment-port'
import { recordUnpaid } from '../record-unpaid'

/**
 * Asks the provider about a payment and records it: settles an approved one, and notes any other state.
 * @throws ProviderUnavailableError
 */
export async function refreshPayment(
  { db, payments, sales }: { db: Database; payments: PaymentPort; sales: Pick<Sales, 'settle'> },
  reference: string,
): Promise<void> {
  const payment = await payments.find(reference)
  if (payment === undefined) return
  if (payment.status === 'approved') {
    const { amountCents, method } = payment
    await sales.settle({ reference, amountCents, method })
  } else await recordUnpaid(db, { provider: payments.provider, reference, payment })
}
