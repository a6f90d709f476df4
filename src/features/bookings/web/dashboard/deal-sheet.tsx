import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { formatDollars } from '~/lib/money'
import { measureLine } from '~/design/flyer/glyph-advances'
import { formatSet } from '../../rules/set-times'
import { getPersonName, formatEventDate } from './booking-labels'
import { type Agreement, listSignatures, getStampText } from './trail-entries'
import styles from './deal-sheet.module.css'

// The widths of Mona Sans are measured at 75, 100 and 125 percent; others are interpolated.
const ANCHORS = [75, 100, 125] as const

/** The width of the container in em at which a line gets the intended height. */
const WANTED = 3.8

/** The stamp has tighter letter spacing than a flyer, and must not touch the edge. */
const TIGHTER = 0.031

const AIR = 1.005

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

/** Returns the size (em per container width) and the font width (percent) at which a line fills its container. */
export function fitLineWidth(text: string): { em: number; stretch: number } {
  const widths = ANCHORS.map((anchor) => (measureLine(text, anchor) - TIGHTER * text.length) * AIR)
  const [narrow = 1, normal = 1, wide = 1] = widths
  if (WANTED <= narrow) return { em: narrow, stretch: 75 }
  if (WANTED >= wide) return { em: wide, stretch: 125 }
  const [from, low, high] = WANTED < normal ? [75, narrow, normal] : [100, normal, wide]
  return { em: WANTED, stretch: Math.round(from + (25 * (WANTED - low)) / (high - low)) }
}

/** Renders text in one line, exactly as wide as its container (needs inline-size containment). */
export function FittedLine({ text, isHidden = false }: { text: string; isHidden?: boolean }) {
  const { em, stretch } = fitLineWidth(text)
  const style = { fontSize: `min(${(100 / em).toFixed(2)}cqi, 7rem)`, fontStretch: `${stretch}%` }
  return (
    <p className={styles.stamp} style={style} aria-hidden={isHidden || undefined}>
      {text}
    </p>
  )
}
