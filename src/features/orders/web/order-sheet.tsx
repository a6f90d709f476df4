import type { ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { useLazyModule } from '~/design/use-lazy-module'
import { useZoneSuffix } from '~/design/use-reader-zone'
import { formatMoney, formatPrice } from '~/lib/money'
import { type PriceTerms, computeShownLines } from '~/features/settings/rules/shown-price'
import type { Order } from '../contract'
import { formatFlyerMeta, formatEventPlace, formatEventDateTime } from '~/features/events/rules/format-event'
import { PriceLines } from './price-lines'
import styles from './checkout.module.css'

// Loaded on demand, because the checkout page shows no flyer.
const loadFlyer = () => import('~/design/flyer/flyer')

/** Shows an order in the flyer's color; a void order is gray and struck through. */
export function OrderSheet(props: {
  order: Order
  priceDisplay: PriceTerms['priceDisplay']
  isVoid?: boolean
  badge?: string | undefined
  hold?: ReactNode
  hasFlyer?: boolean
}) {
  const { order, priceDisplay, isVoid = false, badge, hold, hasFlyer = true } = props
  const { event } = order
  const withZone = useZoneSuffix()
  const flyer = useLazyModule(loadFlyer, hasFlyer)
  const { feeBasisPoints, feeTaxPpm, tax } = order
  const terms = { priceDisplay, feeBasisPoints, feeTaxPpm, tax, currency: event.currency }
  const lines = computeShownLines(
    order.items.map((item) => item.quantity * item.unitCents),
    terms,
  )
  return (
    <aside
      className={classNames(styles.order, isVoid ? styles.void : `sheet ${getTintClass(order.event.title)}`)}
      aria-label="Order"
    >
      {badge !== undefined && (
        <div className={classNames('padded row between', styles.head)}>
          <b className="bold">Order {order.orderNumber}</b>
          <Badge>{badge}</Badge>
        </div>
      )}
      {hold}
      {hasFlyer && (
        <div className={styles.flyer}>
          {flyer && (
            <flyer.Flyer
              title={order.event.title}
              imageUrl={order.event.featuredImageUrl}
              meta={formatFlyerMeta(order.event)}
              ratio={480 / 260}
              eager
            />
          )}
        </div>
      )}
      <div className={classNames('padded', styles.facts)}>
        <p className="title-2">{order.event.title}</p>
        <p className="muted">
          {event.isDateOpen
            ? formatEventDateTime(event)
            : withZone(formatEventDateTime(event), event.eventDate, event.timezone)}
          <br />
          {formatEventPlace(order.event)}
        </p>
        <dl className={classNames('fact-list', styles.items)}>
          {order.items.map((item, index) => (
            <div key={item.ticketTypeId}>
              <dt>
                {item.quantity} × {item.name}
                {item.quantityRefunded > 0 && !isVoid && (
                  <span className="small muted">, {item.quantityRefunded} refunded</span>
                )}
              </dt>
              <dd className={isVoid ? 'struck' : undefined}>
                {formatPrice(lines[index] ?? 0, event.currency)}
              </dd>
            </div>
          ))}
        </dl>
        <PriceLines
          subtotalCents={order.subtotalCents}
          addedTaxCents={order.addedTaxCents}
          discountCents={order.discountCents}
          promoCode={order.promoCode}
          feeCents={order.feeCents}
          totalCents={order.totalCents}
          {...terms}
          isStruck={isVoid}
          sumClass={styles.total}
        />
        {order.refundedCents > 0 && !isVoid && (
          <div className={classNames('total', styles.refunded)}>
            <div>
              <span>Refunded</span>
              <span>−{formatMoney(order.refundedCents, event.currency)}</span>
            </div>
          </div>
        )}
      </div>
    </aside>
  )
}
