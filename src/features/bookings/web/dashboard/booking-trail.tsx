import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { formatShort, formatShortDay } from '~/lib/time'
import type { BookingDetail } from '../../contract-shapes'
import { isDepositPaid, type UnpaidDeposit } from '../../rules/deposit'
import { getPersonName } from './booking-labels'
import { toTrailEntries, type TrailEntry } from './trail-entries'
import styles from './booking-trail.module.css'

type BookingTrailProps = {
  booking: Pick<BookingDetail, 'trail' | 'steps' | 'terms' | 'currency'>
  /** The form of a step that the reader is writing; shown above the history, with the next step number. */
  next?: ReactNode | undefined
  /** Names the time zone of all times in the history. Set if the reader's own time zone differs. */
  zoneNote?: string | undefined
  unpaidDeposit?: UnpaidDeposit | undefined
}

export function BookingTrail({ booking, next, zoneNote, unpaidDeposit }: BookingTrailProps) {
  const { currency } = booking
  const entries = toTrailEntries(booking.trail, currency)
  const agreement = isDepositPaid(booking.trail)
    ? undefined
    : entries.find(({ step }) => step.kind === 'accept')
  return (
    <section aria-labelledby="trail">
      <h2 className="title-2" id="trail">
        History
      </h2>
      <ol className={styles.trail} reversed>
        {next && (
          <li>
            <p className={styles.number} aria-hidden="true">
              {booking.steps + 1}
            </p>
            {next}
          </li>
        )}
        {entries.map((entry) => (
          <Step
            key={entry.step.position}
            entry={entry}
            zone={booking.terms.timezone}
            currency={currency}
            unpaidDeposit={entry === agreement ? unpaidDeposit : undefined}
          />
        ))}
      </ol>
      <p className={classNames('small faint', styles.footnote)}>
        No one can edit or remove this history.
        {zoneNote && ` All times are ${zoneNote}.`}
      </p>
    </section>
  )
}

type StepProps = {
  entry: TrailEntry
  zone: string
  currency: Currency
  unpaidDeposit: UnpaidDeposit | undefined
}

function Step({ entry: { step, title, changes, note }, zone, currency, unpaidDeposit }: StepProps) {
  return (
    <li>
      <p className={styles.number} aria-hidden="true">
        {step.position}
      </p>
      <div>
        <h3 className="title-3">{title}</h3>
        <p className={classNames('row wrap small muted', styles.actor)}>
          {(step.actor || step.kind === 'request' || step.kind === 'offer') && (
            <>
              <Avatar
                id={step.actor?.id}
                name={getPersonName(step.actor)}
                imageUrl={step.actor?.avatarUrl}
                size={24}
              />
              <b className="bold">{getPersonName(step.actor)}</b>
            </>
          )}
          <time dateTime={step.at}>{formatShort(step.at, zone)}</time>
        </p>
        {changes.length > 0 && (
          <dl className={styles.changes}>
            {changes.map(({ label, was, is }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {was !== null && (
                    <>
                      <del>{was}</del>
                      <span className="visually-hidden"> changed to </span>
                    </>
                  )}
                  <ins>{is ?? 'None'}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {note && <p className="small faint">{note}</p>}
        {unpaidDeposit && (
          <p className={classNames('small', styles.deposit)}>
            Deposit of {formatMoney(unpaidDeposit.cents, currency)} · due{' '}
            {formatShortDay(unpaidDeposit.dueBy, zone)}
          </p>
        )}
        {step.message && <blockquote>{step.message}</blockquote>}
      </div>
    </li>
  )
}
