import { type ReactNode, useState } from 'react'
import { Receipt, Timer, TriangleAlert, WifiOff } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Form } from '~/design/form'
import { NeedsJavaScript } from '~/design/needs-javascript'
import { Note } from '~/design/note'
import { TextField } from '~/design/text-field'
import { formatMoney } from '~/lib/money'
import { getErrorMessage, getFieldErrors, hasNoResponse } from '~/platform/rpc/errors'
import type { Order } from '../contract'
import { formatCountdown } from '~/design/use-countdown'
import shared from './buying.module.css'
import styles from './checkout.module.css'

// Scrolls to an error: on small screens the order is above the form, and a bar covers the bottom.
function scrollToCenter(element: HTMLElement | null | undefined): void {
  element?.scrollIntoView({ block: 'center' })
}

/** The checkout form: name, email and payment. The fields keep their text after an error or a declined payment. */
export function CheckoutForm(props: {
  order: Order
  secondsLeft: number
  seen: number | undefined
  /** When the payment is due, in the reader's time zone; undefined until the zone is known. */
  payUntil: string | undefined
  error: unknown
  isStarting: boolean
  onPay: (buyer: { buyerName: string; buyerEmail: string }) => void
  /** The fields for the recipient of the invoices. */
  billing?: ReactNode
}) {
  const { order, secondsLeft, seen, payUntil, error, isStarting, onPay, billing } = props
  const [buyerName, setBuyerName] = useState(order.buyer.name)
  const [buyerEmail, setBuyerEmail] = useState(order.buyer.email)
  // For each changed field, the server's error at the time of the change. The field no longer shows that error,
  // although it is still the latest one.
  const [changedAfter, setChangedAfter] = useState<Record<string, unknown>>({})
  const fields = getFieldErrors(error)
  const findError = (name: string) => (changedAfter[name] === error ? undefined : fields[name])
  const isDeclined = order.payment?.status === 'declined'
  const label = isDeclined ? 'Try again' : `Pay ${formatMoney(order.totalCents, order.event.currency)}`
  return (
    <div>
      <h1 className={classNames('display', styles.title)}>Checkout</h1>
      {isDeclined && (
        <Note className={styles.note} tone="red" role="alert" icon={TriangleAlert} ref={scrollToCenter}>
          <b className="bold">The payment was declined.</b> You were not charged.{' '}
          {order.payment?.declineReason ?? ''} Try again, or use another payment method.
        </Note>
      )}
      {hasNoResponse(error) && (
        <Note className={styles.note} tone="red" role="alert" icon={WifiOff} ref={scrollToCenter}>
          <b className="bold">You were not charged.</b> {getErrorMessage(error)}
        </Note>
      )}
      {secondsLeft < 60 && (
        <Note className={styles.note} tone="orange" role="alert" icon={Timer}>
          <b className="bold">Less than a minute.</b>{' '}
          {payUntil === undefined
            ? 'Pay now, or your tickets go back on sale. Your details stay filled in.'
            : `Pay by ${payUntil}, or your tickets go back on sale. Your details stay filled in.`}
        </Note>
      )}
      {seen !== undefined && seen !== order.totalCents && (
        <Note className={styles.note} tone="orange" icon={Receipt} ref={scrollToCenter}>
          The price changed while you were choosing: it is{' '}
          <b className="bold">{formatMoney(order.totalCents, order.event.currency)}</b> now, not{' '}
          {formatMoney(seen, order.event.currency)}.
        </Note>
      )}
      <Form
        method="post"
        className={classNames('stack', styles.form)}
        isCentered
        isBusy={isStarting}
        onSubmit={() => onPay({ buyerName, buyerEmail })}
      >
        <fieldset className="stack">
          <legend className="title-2">Your details</legend>
          <div className="columns-2">
            <TextField
              label="Full name"
              name="name"
              autoComplete="name"
              value={buyerName}
              onChange={(event) => {
                setBuyerName(event.target.value)
                setChangedAfter((now) => ({ ...now, buyerName: error }))
              }}
              error={findError('buyerName')}
            />
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              value={buyerEmail}
              onChange={(event) => {
                setBuyerEmail(event.target.value)
                setChangedAfter((now) => ({ ...now, buyerEmail: error }))
              }}
              error={findError('buyerEmail')}
              help="We send your tickets here. You also find them in My Tickets."
            />
          </div>
          {/* Its dialog has a form, whose events React passes on to this one. */}
          {billing && <div onSubmit={(event) => event.stopPropagation()}>{billing}</div>}
        </fieldset>
        <fieldset className="stack">
          <legend className="title-2">Pay with</legend>
          <p className="muted prose">
            You pay on our payment provider’s page and come straight back here. Your card number never reaches
            us.
          </p>
        </fieldset>
        <NeedsJavaScript action="Paying" />
        <div className="row desktop-only script-only">
          <Button type="submit" variant="primary" size="lg" busy={isStarting ? 'Opening payment' : false}>
            {label}
          </Button>
        </div>
        <div className={classNames('sheet script-only', shared.buyBar)} data-bottom-bar="buy">
          <span>
            <span className="small muted">Held for {formatCountdown(secondsLeft)}</span>
            <br />
            <b className="title-3">{formatMoney(order.totalCents, order.event.currency)}</b>
          </span>
          <Button type="submit" variant="primary" size="lg" busy={isStarting ? 'Opening' : false}>
            {label}
          </Button>
        </div>
      </Form>
    </div>
  )
}
