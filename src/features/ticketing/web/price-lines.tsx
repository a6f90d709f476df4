import { formatDollars } from '~/lib/money'

/** Subtotal, service fee and total below the perforation (T-03). Amounts in cents. */
export function PriceLines(props: {
  subtotalCents: number
  feeCents: number
  totalCents: number
  feeBasisPoints: number
  isStruck?: boolean
  sumClass?: string
}) {
  const { subtotalCents, feeCents, totalCents, feeBasisPoints, isStruck = false, sumClass = 'sum' } = props
  return (
    <div className="tot">
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
      <div className={sumClass}>
        <span>Total</span>
        <span className={isStruck ? 'strike' : undefined}>{formatDollars(totalCents)}</span>
      </div>
    </div>
  )
}
