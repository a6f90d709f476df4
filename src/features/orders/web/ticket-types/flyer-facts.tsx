import { type FeeTerms, formatShownPrice } from '~/features/settings/rules/shown-price'
import { formatCount } from '~/lib/count'
import type { Currency } from '~/lib/currency'
import type { Tax } from '~/lib/tax'
import type { ordersClient } from '../queries'

type TicketType = Awaited<ReturnType<typeof ordersClient.types.list.call>>['types'][number]

/** Shows the lowest price and the available tickets as the event's card does; types with a code don't count. */
export function FlyerFacts({
  types,
  currency,
  tax,
  terms,
}: {
  types: readonly TicketType[]
  currency: Currency
  tax: Tax
  terms: FeeTerms
}) {
  const open = types.filter(({ accessCode }) => accessCode === null)
  if (open.length === 0) return null
  const from = Math.min(...open.map(({ priceCents }) => priceCents))
  const available = open.reduce((sum, { stock, soldOrHeld }) => sum + Math.max(0, stock - soldOrHeld), 0)
  return (
    <p className="row between">
      <span>
        {from === 0 ? 'Price' : 'From'}{' '}
        <b className="bold">{formatShownPrice(from, { ...terms, currency, tax })}</b>
      </span>
      {available > 0 && (
        <span>
          Available <b className="bold">{formatCount(available)}</b>
        </span>
      )}
    </p>
  )
}
