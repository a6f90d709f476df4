import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { FittedLine } from '~/design/fitted-line'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { formatDollars } from '~/lib/money'
import { formatSet } from '../../rules/set-times'
import { getPersonName, formatEventDate } from './booking-labels'
import { type Agreement, listSignatures, getStampText } from './trail-entries'
import styles from './deal-sheet.module.css'

/** The current terms, on a sheet in the flyer's color, with both names. A cancelled booking is gray. */
export function DealSheet({ booking, actions }: { booking: Agreement; actions?: ReactNode }) {
  const { status, number } = booking
  const isVoid = status === 'cancelled'
  const isPending = status === 'pending'
  return (
    <aside
      className={classNames(styles.deal, isVoid ? styles.cancelled : `sheet ${getTintClass(booking.title)}`)}
      aria-label={isPending ? 'Current terms' : `Terms, ${status}`}
    >
      <div className="padded">
        <div className={styles.measure}>
          {isPending ? (
            <p className="small bold">Current terms</p>
          ) : (
            <p className="row between small bold">
              <span>Booking {number}</span>
              <Badge tone={isVoid ? 'outline' : 'neutral'}>{status}</Badge>
            </p>
          )}
          <FittedLine text={isPending ? formatFee(booking) : getStampText(booking)} isHidden={!isPending} />
          <dl className="fact-list">
            {listTermLines(booking).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{isVoid ? <del>{value}</del> : value}</dd>
              </div>
            ))}
          </dl>
          {isVoid && booking.cancelReason && <p className={styles.reason}>“{booking.cancelReason}”</p>}
          <ul className={styles.signatures} aria-label="Agreed by">
            {listSignatures(booking).map(({ person, text }) => (
              <li className="row" key={getPersonName(person)}>
                <Avatar id={person?.id} name={getPersonName(person)} imageUrl={person?.avatarUrl} size={28} />
                <b className="bold">{getPersonName(person)}</b>
                <span className="small">{text}</span>
              </li>
            ))}
          </ul>
          {actions}
        </div>
      </div>
    </aside>
  )
}

const formatFee = ({ terms }: Agreement) =>
  terms.feeCents === null ? 'No fee yet' : formatDollars(terms.feeCents)

function listTermLines(booking: Agreement): [label: string, value: string][] {
  const { terms, status } = booking
  const lines: [string, string | null][] = [
    ['Date', formatEventDate(terms)],
    ['Set', formatSet(terms)],
    ['Fee', status === 'pending' || terms.feeCents === null ? null : formatDollars(terms.feeCents)],
    ['Deposit', terms.depositCents === null ? null : formatDollars(terms.depositCents)],
    ['Hospitality', terms.hospitality || null],
    ['Technical', terms.technical || null],
  ]
  return lines.flatMap(([label, value]) => (value === null ? [] : [[label, value]]))
}
