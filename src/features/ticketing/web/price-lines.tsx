import { formatDollars } from '~/lib/money'
import type { PriceTerms } from '~/lib/shown-price'
import { feeInsideWords } from '../rules/price'

/**
 * What stands below the perforation: subtotal, service fee and total (T-03), or where prices are shown with the fee inside
 * the total alone, which says so. Amounts in cents.
 */
export function PriceLines(
  props: PriceTerms & {
    subtotalCents: number
    feeCents: number
    totalCents: number
    isStruck?: boolean
    sumClass?: string
  },
) {
  const { subtotalCents, feeCents, totalCents, feeBasisPoints, isStruck = false, sumClass = 'sum' } = props
  const isAllIn = props.priceDisplay === 'all_in'
  const fee = isAllIn ? feeInsideWords(feeCents) : ''
  return (
    <div className="tot">
      {!isAllIn && (
        <>
          <div>
            <span>Subtotal</span>
            <span>{formatDollars(subtotalCents)}</span>
          </div>
          <div>
            <span>
              Service fee <span className="m2">({feeBasisPoints / 100}%)</span>
            </span>
            <span>{formatDollars(feeCents)}</span>
          </div>
        </>
      )}
      <div className={sumClass}>
        <span>Total</span>
        <span className={isStruck ? 'strike' : undefined}>{formatDollars(totalCents)}</span>
      </div>
      {fee !== '' && <p className="small m2 fee-in">{fee}</p>}
    </div>
  )
}
