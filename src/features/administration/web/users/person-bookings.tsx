import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '~/design/badge'
import { Table } from '~/design/table'
import { formatStatus } from '~/lib/format-status'
import { formatMoney } from '~/lib/money'
import { formatShortDate } from '~/lib/time'
import type { PersonBookings as Shape } from '../../contract-users-shapes'
import { PersonSection } from './person-section'
import { personBookingsQuery } from './queries'
import styles from './user-page.module.css'

const tones: Record<Shape['bookings'][number]['status'], BadgeTone> = {
  pending: 'orange',
  confirmed: 'green',
  completed: 'blue',
  cancelled: 'red',
}

type PersonBookingsProps = { personId: string; most?: number; more?: ReactNode }

export function PersonBookings({ personId, most = Infinity, more }: PersonBookingsProps) {
  const reading = useInfiniteQuery(personBookingsQuery(personId))
  const bookings = reading.data?.pages.flatMap((page) => page.bookings)
  const hasMore = bookings !== undefined && (bookings.length > most || reading.hasNextPage)
  return (
    <PersonSection
      title="Bookings"
      reading={reading}
      count={bookings?.length}
      empty="No bookings."
      more={hasMore ? more : undefined}
    >
      <Table
        label="Bookings, table"
        stacked
        className={styles.table}
        hideHead
        columns={['Date', 'Place', 'Fee', 'Status']}
      >
        {bookings?.slice(0, most).map((booking) => (
          <tr key={booking.id}>
            <td className="plain-weight">
              <a href={`/admin/bookings/${booking.id}`} className="bold">
                {formatShortDate(booking.startsAt, booking.timezone)}
              </a>
            </td>
            <td className="muted">{booking.location}</td>
            <td className="numeric">
              {booking.feeCents === null ? '–' : formatMoney(booking.feeCents, booking.currency)}
            </td>
            <td>
              <Badge tone={tones[booking.status]}>{formatStatus(booking.status)}</Badge>
            </td>
          </tr>
        ))}
      </Table>
    </PersonSection>
  )
}
