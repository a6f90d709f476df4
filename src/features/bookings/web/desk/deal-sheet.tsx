import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { tintClass } from '~/design/flyer/stocks'
import { formatDollars } from '~/lib/money'
import { formatSet } from '../../rules/set-times'
import { nameOf, nightDate } from './booking-words'
import { FittedLine } from './fitted-line'
import { type Agreement, signaturesOf, stampOf } from './read-trail'
import styles from './deal-sheet.module.css'

/** The terms in force, on a sheet of the flyer's paper, with both names. A cancelled booking is gray. */
export function DealSheet({ booking, actions }: { booking: Agreement; actions?: ReactNode }) {
  const { status, number } = booking
  const isVoid = status === 'cancelled'
  const isOnTable = status === 'pending'
  return (
    <aside
      className={classNames(styles.deal, isVoid ? styles.cancelled : `sheet ${tintClass(booking.title)}`)}
      aria-label={isOnTable ? 'On the table' : `Terms, ${status}`}
    >
      <div className="padded">
        <div className={styles.measure}>
          {isOnTable ? (
            <p className="small bold">On the table</p>
          ) : (
            <p className="row between small bold">
              <span>Booking {number}</span>
              <Badge tone={isVoid ? 'outline' : 'neutral'}>{status}</Badge>
            </p>
          )}
          <FittedLine text={isOnTable ? feeOf(booking) : stampOf(booking)} isHidden={!isOnTable} />
          <dl className="fact-list">
            {linesOf(booking).map(([label, words]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{isVoid ? <del>{words}</del> : words}</dd>
              </div>
            ))}
          </dl>
          {isVoid && booking.cancelReason && <p className={styles.reason}>“{booking.cancelReason}”</p>}
          <ul className={styles.signatures} aria-label="Who agreed">
            {signaturesOf(booking).map(({ person, words }) => (
              <li className="row" key={nameOf(person)}>
                <Avatar id={person?.id} name={nameOf(person)} imageUrl={person?.avatarUrl} size={28} />
                <b className="bold">{nameOf(person)}</b>
                <span className="small">{words}</span>
              </li>
            ))}
          </ul>
          {actions}
        </div>
      </div>
    </aside>
  )
}

const feeOf = ({ terms }: Agreement) =>
  terms.feeCents === null ? 'No fee yet' : formatDollars(terms.feeCents)

function linesOf(booking: Agreement): [label: string, words: string][] {
  const { terms, status } = booking
  const lines: [string, string | null][] = [
    ['Date', nightDate(terms)],
    ['Set', formatSet(terms)],
    ['Fee', status === 'pending' || terms.feeCents === null ? null : formatDollars(terms.feeCents)],
    ['Deposit', terms.depositCents === null ? null : formatDollars(terms.depositCents)],
    ['Hospitality', terms.hospitality || null],
    ['Technical', terms.technical || null],
  ]
  return lines.flatMap(([label, words]) => (words === null ? [] : [[label, words]]))
}
