import { AnchorButton } from '~/design/link-button'
import { Button } from '~/design/button'
import { formatCount } from '~/lib/count'
import type { Order } from '../contract'
import { EmailNeeded } from '~/design/email-required'
import { EMAIL_NEEDED } from '../rules/error-messages'
import { getHoldSeconds, useHoldAgain } from './order-step'
import styles from './checkout.module.css'

/** Shows that the hold has expired, and offers to hold the same tickets again while they are available. */
export function CheckoutExpired(props: {
  order: Order
  isHolding: boolean
  isEmailNeeded: boolean
  onHoldAgain: () => void
}) {
  const { order, isHolding, isEmailNeeded, onHoldAgain } = props
  const { canHoldAgain, waitMessage } = useHoldAgain(order)
  const holdMinutes = Math.round(getHoldSeconds(order) / 60)
  return (
    <div className={styles.outcome}>
      <h1 className="display">Your {holdMinutes === 10 ? 'ten' : holdMinutes} minutes are up.</h1>
      <p className="lead muted">
        Nothing was charged. The tickets are back on sale
        {waitMessage === undefined
          ? `: ${describeStock(order, canHoldAgain)}`
          : `. You held tickets for this event twice without paying, so other buyers go first. ${waitMessage}`}
      </p>
      {isEmailNeeded && <EmailNeeded reason={EMAIL_NEEDED} />}
      {canHoldAgain && (
        <Button
          className={styles.action}
          variant="primary"
          size="lg"
          busy={isHolding ? 'Holding' : false}
          onClick={onHoldAgain}
        >
          Hold them again
        </Button>
      )}
      <AnchorButton variant="ghost" className={styles.flush} href={`/events/${order.event.id}`}>
        {waitMessage === undefined ? 'Choose other tickets' : 'Back to the event'}
      </AnchorButton>
    </div>
  )
}

function describeStock(order: Order, canHoldAgain: boolean): string {
  const list = order.items.map(({ name, remaining }) => `${formatCount(remaining)} ${name}`).join(' and ')
  return `${list} ${canHoldAgain ? 'are available, so you can hold them again.' : 'are available.'}`
}
