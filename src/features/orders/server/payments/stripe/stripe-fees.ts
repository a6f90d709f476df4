import type { Stripe } from 'stripe'
import type { ProviderFee } from '../payment-port'

/** Lists the fees in Stripe's balance, newest first, 100 entries of the balance per page. */
export async function* listStripeFees(
  call: <Result>(run: (stripe: Stripe) => Promise<Result>) => Promise<Result>,
  since: Date,
): AsyncIterable<ProviderFee[]> {
  for (let after: string | undefined; ;) {
    const page = await call((stripe) =>
      stripe.balanceTransactions.list({
        created: { gte: Math.floor(since.getTime() / 1000) },
        limit: 100,
        expand: ['data.source'],
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    )
    yield page.data.flatMap(toProviderFee)
    after = page.data.at(-1)?.id
    if (!page.has_more || after === undefined) return
  }
}

/**
 * Converts an entry of Stripe's balance. Leaves out payouts and the entries of other programs on the same account,
 * which have no PaymentIntent.
 */
function toProviderFee({
  id,
  fee,
  source,
  created,
  exchange_rate: rate,
}: Stripe.BalanceTransaction): ProviderFee[] {
  if (fee === 0 || typeof source !== 'object' || source === null || !('payment_intent' in source)) return []
  const { object, payment_intent: paymentId } = source
  if (typeof paymentId !== 'string') return []
  return [
    {
      id,
      kind: object === 'dispute' ? 'dispute_fee' : 'provider_fee',
      paymentId,
      // The rate converts the payment's currency to the balance's, so the fee is divided by it.
      feeCents: Math.round(fee / (rate ?? 1)),
      createdAt: new Date(created * 1000),
    },
  ]
}
