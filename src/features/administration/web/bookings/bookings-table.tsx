import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { Table } from '~/design/table'
import type { BookingPerson, BookingRow } from '../../contract-bookings'
import { userPath } from '../users/user-words'
import { dayOf, nameOf, nightDate, statusTones, wholeBookingPath } from './booking-words'

type BookingsTableProps = {
  rows: readonly BookingRow[]
  /** The page after this one is on its way. */
  isStale: boolean
  /** `2026`: days of other years name theirs. */
  thisYear: string
}

/** AD-10. On a phone each row is a block. */
export function BookingsTable({ rows, isStale, thisYear }: BookingsTableProps) {
  return (
    <div className="lp-list" aria-busy={isStale || undefined} data-client-links>
      <Table
        label="Bookings, table"
        stacked
        className="abt"
        caption="Bookings"
        columns={['Client', 'DJ', 'Event date', 'Type', 'Location', 'Status', 'Created']}
      >
        {rows.map((booking) => (
          <tr key={booking.id} data-row>
            <td className="txt">
              <Person person={booking.client} />
            </td>
            <td className="txt">
              <Person person={booking.dj} isStrong />
            </td>
            <td>
              <a className="b abt-open nb" href={wholeBookingPath(booking.id)}>
                {nightDate(booking.startsAt, booking.timezone)}
                <span className="sr">, booking {booking.number}</span>
              </a>
            </td>
            <td className="m2">{booking.eventType}</td>
            <td className="txt m2">{booking.location}</td>
            <td>
              <Badge tone={statusTones[booking.status]}>{booking.status}</Badge>
            </td>
            <td className="m2 hide nb">{dayOf(booking.createdAt, thisYear)}</td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

function Person({ person, isStrong = false }: { person: BookingPerson | null; isStrong?: boolean }) {
  const name = isStrong ? <b className="b">{nameOf(person)}</b> : <span>{nameOf(person)}</span>
  if (!person) return <span className="row abt-who m3">{name}</span>
  return (
    <a className="row abt-who" href={userPath(person.id)}>
      <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} size={32} />
      {name}
    </a>
  )
}
