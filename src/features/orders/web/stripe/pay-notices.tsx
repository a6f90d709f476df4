import type { Currency } from '~/lib/currency'
import { Download, Info, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { Note } from '~/design/note'
import { BackAndHomeLinks, BackLink } from '~/design/page-head'
import { Skeleton } from '~/design/skeleton'
import { formatMoney } from '~/lib/money'
import { pluralize } from '~/lib/pluralize'
import type { Order } from '../../contract'
import { getReceiptPath } from '../../rules/file-addresses'
import checkout from '../checkout.module.css'
import { countTickets, getHoldSeconds, useHoldAgain } from '../order-step'
import styles from './stripe.module.css'

type FormatTime = (iso: string) => string | undefined

export function State({
  title,
  children,
  ...rest
}: {
  title: string
  children: ReactNode
  'aria-live'?: 'polite'
}) {
  return (
    <div {...rest} className={styles.state}>
      <h1 className="display">{title}</h1>
      {children}
    </div>
  )
}

const OrderHistoryLink = ({ isMain = false }: { isMain?: boolean }) => (
  <AnchorButton
    {...(isMain ? { variant: 'primary' as const } : {})}
    size="lg"
    href="/customer/dashboard?tab=orders"
  >
    Order History
  </AnchorButton>
)

/** Shown while Stripe does not respond to our server, which keeps trying. */
export function PaySlow({ order, formatTime }: { order: Order; formatTime: FormatTime }) {
  const until = formatTime(order.expiresAt)
  return (
    <State title="Payment is taking longer than usual." aria-live="polite">
      <p className="lead muted">
        Stripe is slow to respond. Your tickets stay held and your payment is in the queue.
        {order.isHoldExtended && until !== undefined && ` We’ve extended your hold once, until ${until}.`}
      </p>
      <div className={styles.checking}>
        <Skeleton height="1.5rem" />
        <p className="small faint">Checking every few seconds.</p>
      </div>
      <Note className={styles.note} icon={Info}>
        <b className="bold">Don’t pay again.</b> Keep this page open: it continues as soon as Stripe responds.
        You’re charged at most once.
      </Note>
      <OrderHistoryLink />
    </State>
  )
}

/** Shown when the order no longer costs the amount in the form. */
export function AmountChanged(props: {
  /** The amount that the form showed, in cents. */
  seenCents: number
  amountCents: number
  currency: Currency
  isReleasing: boolean
  onReload: () => void
  onRelease: () => void
}) {
  const { seenCents, amountCents, currency, isReleasing, onReload, onRelease } = props
  return (
    <State title="The total changed." aria-live="polite">
      <p className="lead muted">The total of your order has changed. You haven’t been charged.</p>
      <dl className={styles.change}>
        <div>
          <dt>Total</dt>
          <dd>
            <del>{formatMoney(seenCents, currency)}</del> <ins>{formatMoney(amountCents, currency)}</ins>
          </dd>
        </div>
      </dl>
      <div className="row wrap">
        <Button variant="primary" size="lg" onClick={onReload}>
          Continue with {formatMoney(amountCents, currency)}
        </Button>
        <Button size="lg" busy={isReleasing ? 'Releasing' : false} onClick={onRelease}>
          Release tickets
        </Button>
      </div>
    </State>
  )
}

/** Shown when another tab of this browser shows the same payment. */
export function PayInOtherTab(props: {
  since: string | undefined
  onContinue: () => void
  onCheck: () => void
}) {
  const { since, onContinue, onCheck } = props
  return (
    <State title="This order is open in another tab.">
      <p className="lead muted">
        {since === undefined ? 'Its payment is open there. ' : `Its payment was opened there at ${since}. `}
        Finish it in that tab, or continue here. If you continue here, the other tab stops. You’re charged at
        most once.
      </p>
      <div className="row wrap">
        <Button variant="primary" size="lg" onClick={onContinue}>
          Continue here
        </Button>
        <Button size="lg" onClick={onCheck}>
          Check status
        </Button>
      </div>
    </State>
  )
}

/** Shown for a paid order, after the back button and in tabs that stayed open. */
export function AlreadyPaid({ order, formatTime }: { order: Order; formatTime: FormatTime }) {
  const paidAt = order.confirmedAt === null ? undefined : formatTime(order.confirmedAt)
  const count = order.ticketCounts.own
  return (
    <State title="This order is already paid.">
      <p className="lead muted">
        You paid {formatMoney(order.totalCents, order.event.currency)}
        {paidAt !== undefined && ` at ${paidAt}`}. Nothing more is due.
        {count > 0 && ` Your ${pluralize(count, 'ticket')} ${count === 1 ? 'is' : 'are'} in My Tickets.`}
      </p>
      <div className="row wrap">
        <AnchorButton variant="primary" size="lg" href="/customer/dashboard">
          View tickets
        </AnchorButton>
        <AnchorButton size="lg" icon={Download} href={getReceiptPath(order.id)} download>
          Receipt
        </AnchorButton>
      </div>
    </State>
  )
}

/** Shown when the hold has ended, on this page or while the bank's form was open. */
export function PayExpired(props: { order: Order; isHolding: boolean; onHoldAgain: () => void }) {
  const { order, isHolding, onHoldAgain } = props
  const { canHoldAgain, waitMessage } = useHoldAgain(order)
  const minutes = pluralize(Math.round(getHoldSeconds(order) / 60), 'minute')
  const tickets = pluralize(countTickets(order), 'ticket')
  const hasTried = order.payment !== null
  return (
    <State title="Your hold expired.">
      <p className="lead muted">
        The {minutes} ended before {hasTried ? 'your bank confirmed the payment' : 'you paid'}. You haven’t
        been charged. If your bank shows {formatMoney(order.totalCents, order.event.currency)} as pending, it
        removes the entry within 7 days.
      </p>
      <Note className={styles.note} icon={canHoldAgain ? Ticket : Info}>
        {waitMessage ?? <Stock order={order} canHoldAgain={canHoldAgain} />}
      </Note>
      <div className="row wrap">
        {canHoldAgain && (
          <Button variant="primary" size="lg" busy={isHolding ? 'Holding' : false} onClick={onHoldAgain}>
            Hold {tickets} again
          </Button>
        )}
        <AnchorButton
          {...(canHoldAgain ? {} : { variant: 'primary' as const })}
          size="lg"
          href={`/events/${order.event.id}`}
        >
          Back to event
        </AnchorButton>
      </div>
    </State>
  )
}

/** The heading of an order whose hold has ended. */
export function ExpiredHoldHeading({ at }: { at: string | undefined }) {
  return (
    <div className={classNames('padded row between', checkout.head)}>
      <b className="bold">Hold expired{at !== undefined && ` at ${at}`}</b>
      <Badge tone="outline">not charged</Badge>
    </div>
  )
}

function Stock({ order, canHoldAgain }: { order: Order; canHoldAgain: boolean }) {
  if (canHoldAgain)
    return (
      <>
        <b className="bold">The same tickets are still available.</b> Hold them again, then pay.
      </>
    )
  const missing = order.items
    .filter(({ quantity, remaining }) => remaining < quantity)
    .map(({ name }) => name)
  return (
    <>
      <b className="bold">{missing.join(' and ')} sold out meanwhile.</b> The event page has the other tickets
      and the waitlist.
    </>
  )
}

/** Shown for an address that belongs to no payment of this person. Never shows values from the address. */
export function PaymentNotFound() {
  return (
    <main className={classNames('page-width', checkout.page)} id="main">
      <BackAndHomeLinks>
        <BackLink to="/customer/dashboard" search={{ tab: 'orders' }}>
          Back
        </BackLink>
      </BackAndHomeLinks>
      <div className={checkout.columns}>
        <State title="We can’t match this link to a payment.">
          <p className="lead muted">
            The link is incomplete or belongs to another order. Nothing was charged by opening it. If you’ve
            just paid, your order is in Order History.
          </p>
          <OrderHistoryLink isMain />
        </State>
      </div>
    </main>
  )
}
