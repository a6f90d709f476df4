import type { ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { Stepper } from '~/design/stepper'
import { formatCount } from '~/lib/count'
import { formatDollars } from '~/lib/money'
import { mostSelectable } from '../rules/selection'

export interface TicketTypeChoice {
  id: string
  name: string
  description: string
  priceCents: number
  /** What is neither sold nor held. */
  remaining: number
  /** Why it cannot be bought now although there is stock: 'On sale from Fri 27 Nov, 10:00'. */
  offSale?: string | null
}

/** One ticket type: name, price, what is left, and its stepper; a badge instead of the stepper when it is sold out. */
export function TicketTypeRow(props: {
  type: TicketTypeChoice
  /** Its price as this house shows prices, in cents. */
  shownCents: number
  quantity: number
  onQuantityChange: (quantity: number) => void
  /** How many were taken off the selection because others bought them while this person was choosing. */
  takenAway: number
  /** Where it is sold out: the way into its line. */
  renderWait?: ((type: TicketTypeChoice) => ReactNode) | undefined
}) {
  const { type, shownCents, quantity, onQuantityChange, takenAway, renderWait } = props
  const isSoldOut = type.remaining <= 0
  const offSale = type.offSale ?? null
  return (
    <div className="tt">
      <div>
        <p className="tt-name">{type.name}</p>
        {type.description !== '' && <p className="small m2">{type.description}</p>}
        <p className="small tt-price">
          <b className="b">{type.priceCents === 0 ? 'Free' : formatDollars(shownCents)}</b>
          {!isSoldOut && offSale === null && (
            <span className="m2"> · {formatCount(type.remaining)} available</span>
          )}
        </p>
      </div>
      {isSoldOut || offSale !== null ? (
        <Badge tone="outline">{isSoldOut ? 'Sold out' : offSale}</Badge>
      ) : (
        <Stepper
          label={type.name}
          value={quantity}
          onValueChange={onQuantityChange}
          max={mostSelectable(type.remaining)}
        />
      )}
      {takenAway > 0 && (
        <p className="gone" role="alert">
          {isSoldOut
            ? `The last ones went while you were choosing. Your ${takenAway} ${takenAway === 1 ? 'is' : 'are'} off the bill.`
            : `Only ${type.remaining} left: ${takenAway} ${takenAway === 1 ? 'is' : 'are'} off the bill.`}
        </p>
      )}
      {isSoldOut && offSale === null && renderWait?.(type)}
    </div>
  )
}
