import type { ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { Stepper } from '~/design/stepper'
import { formatCount } from '~/lib/count'
import { pluralize } from '~/lib/pluralize'
import { countSelectableTickets } from '../rules/selection'
import styles from './ticket-panel.module.css'

export interface TicketTypeChoice {
  id: string
  name: string
  description: string
  priceCents: number
  remaining: number
  /** Why it cannot be bought now, although there is stock: 'On sale from Fri 27 Nov, 10:00'. */
  offSale?: string | null
}

/** One ticket type: name, price, availability, and its stepper; a badge replaces the stepper when it is sold out. */
export function TicketTypeRow(props: {
  type: TicketTypeChoice
  price: string
  quantity: number
  onQuantityChange: (quantity: number) => void
  missing: number
  renderWait?: ((type: TicketTypeChoice) => ReactNode) | undefined
}) {
  const { type, price, quantity, onQuantityChange, missing, renderWait } = props
  const isSoldOut = type.remaining <= 0
  const offSale = type.offSale ?? null
  return (
    <div className={styles.type}>
      <div>
        <p className={styles.name}>{type.name}</p>
        {type.description !== '' && <p className="small muted">{type.description}</p>}
        <p className={classNames('small', styles.price)}>
          <b className="bold">{price}</b>
        </p>
        {!isSoldOut && offSale === null && (
          <p className="small muted">{formatCount(type.remaining)} available</p>
        )}
      </div>
      {isSoldOut || offSale !== null ? (
        <Badge tone="outline">{isSoldOut ? 'Sold out' : offSale}</Badge>
      ) : (
        <Stepper
          className={styles.stepper}
          label={type.name}
          value={quantity}
          onValueChange={onQuantityChange}
          max={countSelectableTickets(type.remaining)}
        />
      )}
      <output className={styles.missing}>
        {missing > 0 && (
          <span className={styles.removed}>
            {isSoldOut ? 'Sold out.' : `Only ${formatCount(type.remaining)} left.`}{' '}
            {pluralize(missing, 'ticket was', 'tickets were')} removed from your selection.
          </span>
        )}
      </output>
      {isSoldOut && offSale === null && renderWait?.(type)}
    </div>
  )
}
