import { AnchorButton } from '~/design/link-button'
import { Button } from '~/design/button'
import { formatCount } from '~/lib/count'
import { EmailNeeded } from './email-needed'

/** The hold ran out: nothing was charged, the stock is back, and the same choice can be held again while it lasts. */
export function CheckoutExpired(props: {
  eventId: string
  holdMinutes: number
  /** What is free now of each type that was in the order. */
  remaining: { name: string; wanted: number; free: number }[]
  isHolding: boolean
  isEmailNeeded: boolean
  onHoldAgain: () => void
}) {
  const { eventId, holdMinutes, remaining, isHolding, isEmailNeeded, onHoldAgain } = props
  const canHoldAgain = remaining.length > 0 && remaining.every(({ wanted, free }) => free >= wanted)
  const list = remaining.map(({ name, free }) => `${formatCount(free)} ${name}`).join(' and ')
  return (
    <div className="stt">
      <h1 className="d2">Your {holdMinutes === 10 ? 'ten' : holdMinutes} minutes are up.</h1>
      <p className="lead m2">
        Nothing was charged. The tickets are back on sale: {list}{' '}
        {canHoldAgain ? 'are still there, so you can have the same again.' : 'are left.'}
      </p>
      {isEmailNeeded && <EmailNeeded />}
      {canHoldAgain && (
        <Button variant="primary" size="lg" busy={isHolding ? 'Holding' : false} onClick={onHoldAgain}>
          Hold them again
        </Button>
      )}
      <AnchorButton variant="ghost" className="flush" href={`/events/${eventId}`}>
        Choose other tickets
      </AnchorButton>
    </div>
  )
}
