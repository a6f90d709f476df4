import type { Stripe } from 'stripe'
import type { Parameters } from './parameters'
import { createBalanceTransactionShape } from './shapes'

interface Account {
  createId: (prefix: string) => string
  seconds: () => number
}

// The fee of European cards, as an example: the product must read the fee and not compute it.
const computeFee = (amount: number) => Math.round(amount * 0.015) + 25

/** The balance of the stand-in: an entry for each charge, refund and dispute. */
export function createBalance({ createId, seconds }: Account) {
  const entries = new Map<string, Stripe.BalanceTransaction>()
  /** Returns the id of the new entry. `fee` is taken from the amount. */
  function move(
    amount: number,
    source: string,
    { currency }: { currency: string },
    type: Stripe.BalanceTransaction.Type = amount > 0 ? 'charge' : 'refund',
    fee = type === 'charge' ? computeFee(amount) : 0,
  ): string {
    const id = createId('txn')
    entries.set(
      id,
      createBalanceTransactionShape({ id, amount, fee, currency, created: seconds(), source, type }),
    )
    return id
  }

  return {
    entries: entries as ReadonlyMap<string, Stripe.BalanceTransaction>,
    move,
    /** Newest first, in pages, each entry with its source if the call expands it. */
    list(
      url: string,
      { source, created, limit, starting_after, expand }: Parameters,
      findSource: (id: string) => object | undefined,
    ): object {
      const since = typeof created === 'object' ? Number(created['gte'] ?? 0) : 0
      const found = [...entries.values()]
        .filter((entry) => entry.created >= since && (source === undefined || entry.source === source))
        .toReversed()
      const start = found.findIndex(({ id }) => id === starting_after) + 1
      const page = found.slice(start, start + Number(limit ?? 10))
      const data = page.map((entry) =>
        expand !== undefined && typeof entry.source === 'string'
          ? { ...entry, source: findSource(entry.source) }
          : entry,
      )
      return { object: 'list', url, has_more: found.length > start + page.length, data }
    },
  }
}
