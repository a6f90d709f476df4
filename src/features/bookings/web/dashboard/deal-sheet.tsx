import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { FittedLine } from '~/design/fitted-line'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { formatStatus } from '~/lib/format-status'
import { formatMoney } from '~/lib/money'
import { formatShareOfNet, sumCosts } from '../../rules/deal'
import {
  formatCancellationDays,
  formatKind,
  HELD_FROM_TICKETS,
  isUsualCancellation,
} from '../../rules/deal-texts'
import { isDepositPaid } from '../../rules/deposit'
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
      aria-label={isPending ? 'Current terms' : `Terms, ${formatStatus(status)}`}
    >
      <div className="padded">
        <div className={styles.measure}>
          {isPending ? (
            <p className="small bold">Current terms</p>
          ) : (
            <p className="row between small bold">
              <span>Booking {number}</span>
              <Badge tone={isVoid ? 'outline' : 'neutral'}>{formatStatus(status)}</Badge>
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

/** Formats the fixed amount, or the share if there is no fixed amount. */
function formatFee({ terms: { deal, feeCents }, currency }: Agreement): string {
  if (feeCents !== null) return formatMoney(feeCents, currency)
  return deal.kind === 'flat' ? 'No fee yet' : formatShareOfNet(deal.basisPoints)
}

/** Formats the deposit with its status: `$350.00, paid`. */
function formatDeposit({ terms: { depositCents }, trail, currency }: Agreement): string | null {
  if (depositCents === null) return null
  return `${formatMoney(depositCents, currency)}${isDepositPaid(trail) ? ', paid' : ''}`
}

function listTermLines(booking: Agreement): [label: string, value: string][] {
  const { terms, status, currency } = booking
  const { deal, feeCents } = terms
  const isPending = status === 'pending'
  const fixed = isPending || feeCents === null ? null : formatMoney(feeCents, currency)
  const share =
    deal.kind === 'flat' || (isPending && feeCents === null) ? null : formatShareOfNet(deal.basisPoints)
  const lines: [string, string | null][] = [
    ['Date', formatEventDate(terms)],
    ['Set', formatSet(terms)],
    ['Deal', isPending && deal.kind !== 'flat' ? formatKind(deal.kind) : null],
    [deal.kind === 'guarantee' ? 'Guarantee' : 'Fee', fixed],
    [deal.kind === 'guarantee' ? 'Or' : deal.kind === 'split' ? 'Share' : 'Percentage', share],
    ['Costs', deal.costs.length === 0 ? null : formatMoney(sumCosts(deal), currency)],
    ['Deposit', formatDeposit(booking)],
    ['Guaranteed fee', deal.isFeeGuaranteed ? HELD_FROM_TICKETS : null],
    [
      'Cancellation',
      isUsualCancellation(deal.cancellation) ? null : formatCancellationDays(deal.cancellation),
    ],
    ['Hospitality', terms.hospitality || null],
    ['Technical', terms.technical || null],
  ]
  return lines.flatMap(([label, value]) => (value === null ? [] : [[label, value]]))
}
