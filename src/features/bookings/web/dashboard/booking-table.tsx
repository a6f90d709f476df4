import { ChevronRight } from 'lucide-react'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import { Table } from '~/design/table'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatStatus } from '~/lib/format-status'
import { formatShortDay, formatZoneNote } from '~/lib/time'
import type { BookingSummary } from '../../contract-shapes'
import { formatDealAmount } from '../../rules/deal'
import { formatSet } from '../../rules/set-times'
import { getBookingPath, getPersonName, formatEventDate, formatEventDay, statusTones } from './booking-labels'
import styles from './bookings-list.module.css'
import { buttonClass } from '~/design/button-class'

type BookingTableProps = {
  rows: readonly BookingSummary[]
  label: string
  /** Whether to hide the table's header, because a table with the same columns is directly above. */
  isBare: boolean
  /** The current year, such as `2026`. Dates in other years show their year. */
  thisYear: string
}

export function BookingTable({ rows, label, isBare, thisYear }: BookingTableProps) {
  const readerZone = useReaderZone()
  return (
    <Table
      label={`${label}, table`}
      stacked
      className={styles.table}
      caption={label}
      hideHead={isBare}
      columns={[
        { label: 'Date', col: styles.dateColumn },
        'Event',
        { label: 'With', col: styles.withColumn },
        { label: 'Fee', className: 'numeric', col: styles.feeColumn },
        { label: 'Status', col: styles.statusColumn },
        { label: 'Open', isHidden: true, col: styles.openColumn },
      ]}
    >
      {rows.map((booking) => (
        <Row key={booking.id} booking={booking} thisYear={thisYear} readerZone={readerZone} />
      ))}
    </Table>
  )
}

type RowProps = { booking: BookingSummary; thisYear: string; readerZone: string | undefined }

function Row({ booking, thisYear, readerZone }: RowProps) {
  const { id, title, terms, otherParty: other, status } = booking
  const note = describePendingAnswer(booking)
  const date = formatEventDate(terms)
  const zone = readerZone && formatZoneNote(terms.startsAt, terms.timezone, readerZone)
  return (
    <tr>
      <td className={styles.date}>
        <b className="bold">{date.endsWith(thisYear) ? formatEventDay(terms) : date}</b>
        <span className="small faint">{formatSet(terms)}</span>
      </td>
      <td>
        <a href={getBookingPath(id)} className={styles.event}>
          <Flyer title={title} />
          <span>
            <b className="bold">{title}</b>
            <span className="small muted">
              {terms.location}
              {zone && ` · ${zone}`}
            </span>
          </span>
        </a>
      </td>
      <td>
        <span className={classNames('row', styles.person)}>
          <Avatar id={other?.id} name={getPersonName(other)} imageUrl={other?.avatarUrl} size={28} />
          {getPersonName(other)}
        </span>
      </td>
      <td className="numeric bold">
        {formatDealAmount(terms.deal, terms.feeCents, booking.currency) ?? '–'}
      </td>
      <td>
        <Badge tone={statusTones[status]}>{formatStatus(status)}</Badge>
        {note && <span className={classNames('small faint', styles.note)}>{note}</span>}
        {booking.canReview && (
          <span className={classNames('small', styles.note)}>
            <a
              className="link"
              href={`${getBookingPath(id)}#review`}
              aria-label={`Write a review of ${title}`}
            >
              Write a review
            </a>
          </span>
        )}
      </td>
      <td className="hide">
        <a
          className={buttonClass({ variant: 'ghost', size: 'sm', iconOnly: true })}
          href={getBookingPath(id)}
          aria-label={`Open ${title}`}
        >
          <Icon of={ChevronRight} />
        </a>
      </td>
    </tr>
  )
}

/** Describes who has to answer: `You countered, open until 3 Dec`. */
function describePendingAnswer({ awaiting, answerBy, side, terms }: BookingSummary): string | null {
  if (awaiting === null) return null
  const until = answerBy ? formatShortDay(answerBy, terms.timezone).slice(4) : null
  if (awaiting === 'you') return until ? `Answer by ${until}` : 'Waiting for your answer'
  const act = side === 'dj' ? 'You countered' : 'You requested'
  return until ? `${act}, open until ${until}` : act
}
