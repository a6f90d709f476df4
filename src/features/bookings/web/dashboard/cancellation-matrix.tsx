import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { Table } from '~/design/table'
import { formatIsoDay } from '~/lib/time'
import { pluralize } from '~/lib/pluralize'
import type { BookingDetail } from '../../contract-shapes'
import { calculateCancellation, type CancellationRow } from '../../rules/cancellation'
import {
  type CancelledBooking,
  describeConsequence,
  formatDay,
  listCancellationTexts,
} from '../../rules/cancellation-texts'
import { describeAgreedAmount } from '../../rules/deal-texts'
import { getDepositStatus, type UnpaidDeposit } from '../../rules/deposit'
import { formatEventDay, getPersonName } from './booking-labels'
import styles from './cancellation-matrix.module.css'

type MatrixProps = { booking: BookingDetail; unpaidDeposit: UnpaidDeposit | undefined; now: number }

/**
 * The first paragraph of the dialog that cancels a booking: the agreed terms, and the consequences of canceling now.
 */
export function CancellationConsequence({ booking, unpaidDeposit, now }: MatrixProps) {
  const { terms, currency, side, otherParty } = booking
  const other = getPersonName(otherParty)
  const agreed = side === 'client' ? `You booked ${other}` : `${other} booked you`
  const today = formatDay(formatIsoDay(new Date(now), terms.timezone))
  return (
    <>
      {agreed} for {formatEventDay(terms)}, {describeAgreedAmount({ ...terms, currency })}. If you cancel{' '}
      <b className={styles.today}>today, {today}</b>,{' '}
      {describeConsequence(toCancelledBooking(booking, unpaidDeposit), findTodaysRow(booking, now))}.
    </>
  )
}

/**
 * A table of the consequences of a cancellation, by period and by the side that cancels. On a phone, the cells of a
 * row are stacked.
 */
export function CancellationMatrix({ booking, unpaidDeposit, now }: MatrixProps) {
  const today = findTodaysRow(booking, now)
  const columns = ['You cancel', `${getPersonName(booking.otherParty)} cancels`] as const
  const rows = listCancellationTexts(toCancelledBooking(booking, unpaidDeposit))
  return (
    <Table label="Cancellation" columns={['When', ...columns]} stacked className={styles.matrix}>
      {rows.map(({ row, period, days, byYou, byOther }) => (
        <tr key={row} className={classNames(row === today && styles.now)}>
          <th scope="row">
            <span className={classNames(row !== 'venue' && 'no-wrap')}>{period}</span>{' '}
            {row === today ? (
              <Badge tone="outline">today</Badge>
            ) : (
              days !== null && <span className="small faint no-wrap">({pluralize(days, 'day', 'days')})</span>
            )}
          </th>
          {[byYou, byOther].map((text, index) => (
            <td key={columns[index]}>
              <span className={classNames('phone-only-inline', styles.column)}>{columns[index]}: </span>
              {row === today && index === 0 ? <b className="bold">{text}</b> : text}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

/**
 * Treats a deposit as paid if it isn't paid through this site, so that the texts say what each side gets by the
 * terms.
 */
function toCancelledBooking(
  { terms, currency, side, otherParty, trail }: BookingDetail,
  unpaidDeposit: UnpaidDeposit | undefined,
): CancelledBooking {
  const isDepositPaid = getDepositStatus(trail, unpaidDeposit) !== 'unpaid'
  return { ...terms, currency, isDepositPaid, side, other: getPersonName(otherParty) }
}

function findTodaysRow({ terms, side }: BookingDetail, now: number): CancellationRow {
  return calculateCancellation({
    ...terms,
    isDepositPaid: true,
    cancelledAt: new Date(now),
    cancelledBy: side,
  }).row
}
