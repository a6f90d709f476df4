import type { Logger } from '~/platform/log/log'
import type { PaymentPort } from './payments/payment-port'
import type { Sales } from './sales'

const PER_RUN = 500

/**
 * Settles approved payments that the provider could not report to us: the process stopped, a callback was lost, or
 * the bank was slow. Payments are acknowledged after they are settled, because settling one twice is harmless.
 * Returns how many were settled.
 */
export async function pollUnreportedPayments(services: {
  payments: PaymentPort
  sales: Pick<Sales, 'settle'>
  log: Logger
}): Promise<number> {
  const { payments, sales, log } = services
  const approved = await payments.listApproved(PER_RUN)
  if (approved.length === 0) return 0
  const results = await Promise.allSettled(approved.map((payment) => sales.settle(payment)))
  const done = approved.filter((_, index) => results[index]?.status === 'fulfilled')
  for (const result of results)
    if (result.status === 'rejected') log.error({ err: result.reason }, 'a payment could not be settled yet')
  if (done.length > 0) await payments.acknowledge(done.map(({ reference }) => reference))
  return done.length
}
