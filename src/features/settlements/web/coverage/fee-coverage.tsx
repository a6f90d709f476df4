import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { Note } from '~/design/note'
import { useNow } from '~/design/use-now'
import { type BookingStatus, canAct } from '~/features/bookings/rules/booking-policy'
import { formatMoney } from '~/lib/money'
import { formatShortDay } from '~/lib/time'
import type { Coverage } from '../../contract-settlement'
import { coverageQuery } from '../queries'
import styles from './fee-coverage.module.css'

interface Booking {
  id: string
  side: 'client' | 'dj'
  otherName: string
  timezone: string
  status: BookingStatus
  /** The start of the set. */
  startsAt: string
  endsAt: string
  /** The paid deposit, which isn't part of the covered fee. */
  paidDepositCents: number
}

/**
 * Says how much of a guaranteed fee is held. Shows nothing for other fees. `renderChoices` shows the side's options
 * if the fee isn't covered shortly before the event.
 */
export function FeeCoverage({
  booking,
  renderChoices,
}: {
  booking: Booking
  renderChoices: (missingCents: number) => ReactNode
}) {
  const { data: coverage } = useQuery(coverageQuery(booking.id))
  const now = useNow() ?? 0
  if (!coverage) return null
  const percent = coverage.feeCents === 0 ? 100 : Math.floor((100 * coverage.heldCents) / coverage.feeCents)
  return (
    <section className={styles.coverage} aria-labelledby="fee-coverage">
      <h2 id="fee-coverage" className="title-3">
        {describeState(coverage, { side: booking.side, percent, otherName: booking.otherName })}
      </h2>
      <meter className={styles.bar} aria-label="Held of the guaranteed fee" min={0} max={100} value={percent}>
        {percent}%
      </meter>
      <p className="small muted">
        {formatMoney(coverage.heldCents, coverage.currency)} of{' '}
        {formatMoney(coverage.feeCents, coverage.currency)}
        {booking.paidDepositCents > 0 &&
          ` · deposit of ${formatMoney(booking.paidDepositCents, coverage.currency)} paid separately`}
        . {describeNext(coverage, booking)}
      </p>
      {coverage.isShort && (
        <>
          <Note tone="orange" icon={TriangleAlert} className={styles.note}>
            <b className="bold">
              {formatMoney(coverage.feeCents - coverage.heldCents, coverage.currency)} isn’t covered yet.
            </b>{' '}
            {describeChoices(booking, now)}
          </Note>
          <div className={classNames('row wrap', styles.choices)}>
            {renderChoices(coverage.feeCents - coverage.heldCents)}
          </div>
        </>
      )}
    </section>
  )
}

/** Names only the choices that the server still accepts: see `canAct` and `proposeFee` of bookings. */
function describeChoices(booking: Booking, now: number): string {
  const { side, otherName, status } = booking
  const set = { startsAt: new Date(booking.startsAt), endsAt: new Date(booking.endsAt) }
  const state = { status, awaiting: null, answerBy: null, isOtherDeleted: false, ...set }
  if (status !== 'confirmed' || set.endsAt.getTime() <= now)
    return side === 'client' ? 'You can still top it up.' : `${otherName} can still top it up.`
  if (side === 'dj')
    return `${otherName} can top it up. You can agree on a lower fee, or cancel the booking by its terms.`
  return canAct('cancel', side, state, new Date(now))
    ? `Top it up, agree on a lower fee with ${otherName}, or cancel the booking by its terms.`
    : `The set has started. Top it up, or agree on a lower fee with ${otherName}.`
}

function describeState(
  { currency, heldCents, feeCents, releasedCents }: Coverage & object,
  { side, percent, otherName }: { side: 'client' | 'dj'; percent: number; otherName: string },
): string {
  if (releasedCents > 0) {
    const part = releasedCents < feeCents ? `${formatMoney(releasedCents, currency)} of ` : ''
    return `${part}${side === 'dj' ? (part === '' ? 'Your' : 'your') : `${otherName}’s`} guaranteed fee is released`
  }
  const isOwn = side === 'dj'
  if (heldCents >= feeCents) return `${isOwn ? 'Your' : `${otherName}’s`} guaranteed fee is covered`
  return `${percent}% of ${isOwn ? 'your' : `${otherName}’s`} guaranteed fee is held`
}

function describeNext(
  { currency, releasedCents, feeCents, releaseAt, waitsFor, isPaid }: Coverage & object,
  { side, otherName, timezone }: Booking,
): string {
  const rest = releasedCents < feeCents ? ' The settlement pays the rest.' : ''
  if (isPaid && releasedCents === 0) return 'It was paid with the settlement.'
  if (isPaid)
    return `${formatMoney(releasedCents, currency)} was sent to ${side === 'dj' ? 'your payout account' : otherName}.${rest}`
  if (releasedCents > 0)
    return side === 'dj'
      ? `It’s being sent. If you have no connected payout account, it’s sent once you connect one.${rest}`
      : `It’s being sent to ${otherName}.${rest}`
  if (waitsFor !== null) return waitTexts[waitsFor]
  return `The held amount is released on ${formatShortDay(releaseAt, timezone)}, a day after the set, if guests were checked in and no figure is questioned.`
}

const waitTexts = {
  question:
    'A figure of the settlement is questioned. The held amount is released once the question is resolved.',
  attendance:
    'No guests were checked in. The held amount is released once the organizer and the DJ have accepted the settlement.',
  settlement: 'The settlement pays it.',
  release: 'The held amount is being released.',
}
