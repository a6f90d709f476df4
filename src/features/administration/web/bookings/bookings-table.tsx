import { ListBody } from '~/design/list-parts'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { Table } from '~/design/table'
import type { BookingPerson, BookingRow } from '../../contract-bookings'
import { toUserPath } from '../users/user-format'
import { formatDate, formatPersonName, formatEventDate, statusTones, toBookingPath } from './booking-format'
import styles from './bookings.module.css'

type BookingsTableProps = {
  rows: readonly BookingRow[]
  isStale: boolean
  /** `2026`: dates of other years include the year. */
  thisYear: string
}

export function BookingsTable({ rows, isStale, thisYear }: BookingsTableProps) {
  return (
    <ListBody isStale={isStale} data-client-links>
      <Table
        label="Bookings, table"
        stacked
        className={styles.table}
        caption="Bookings"
        columns={['Client', 'DJ', 'Event date', 'Type', 'Location', 'Status', 'Created']}
      >
        {rows.map((booking) => (
          <tr key={booking.id} data-row>
            <td className="text">
              <Person person={booking.client} />
            </td>
            <td className="text">
              <Person person={booking.dj} isStrong />
            </td>
            <td>
              <a className={classNames('bold no-wrap', styles.open)} href={toBookingPath(booking.id)}>
                {formatEventDate(booking.startsAt, booking.timezone)}
                <span className="visually-hidden">, booking {booking.number}</span>
              </a>
            </td>
            <td className="muted">{booking.eventType}</td>
            <td className="text muted">{booking.location}</td>
            <td>
              <Badge tone={statusTones[booking.status]}>{booking.status}</Badge>
            </td>
            <td className="muted hide plain-weight">{formatDate(booking.createdAt, thisYear)}</td>
          </tr>
        ))}
      </Table>
    </ListBody>
  )
}

function Person({ person, isStrong = false }: { person: BookingPerson | null; isStrong?: boolean }) {
  const name = isStrong ? (
    <b className="bold">{formatPersonName(person)}</b>
  ) : (
    <span>{formatPersonName(person)}</span>
  )
  if (!person) return <span className={classNames('row faint', styles.person)}>{name}</span>
  return (
    <a className={classNames('row', styles.person)} href={toUserPath(person.id)}>
      <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} size={32} />
      {name}
    </a>
  )
}
