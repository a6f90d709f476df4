import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { Dialog } from '~/design/dialog'
import { notify } from '~/design/toast'
import { formatClock, formatShortDay } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { BillBooking } from '../../../contract-dashboard'
import { events } from '../../queries'
import styles from './edit-page.module.css'
import type { EventEditor } from './use-event-editor'

type BookingsDialogProps = {
  editor: EventEditor
  eventId: string
  timezone: string
  open: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** DJs with a confirmed booking around the event, who can be added with the agreed times. */
export function BookingsDialog({ editor, eventId, timezone, open, onOpenChange }: BookingsDialogProps) {
  const client = useQueryClient()
  const [busyId, setBusyId] = useState<string>()
  const query = events.dashboard.bookings.queryOptions({ input: { id: eventId } })
  const { data, error } = useQuery({ ...query, enabled: open })

  async function add({ bookingId, djName }: BillBooking): Promise<void> {
    setBusyId(bookingId)
    try {
      await editor.act((version) => events.dashboard.addBooking.call({ id: eventId, bookingId, version }))
      notify.success(`${djName} is on the line-up`)
      onOpenChange(false)
    } catch (failure) {
      notify.error(getErrorMessage(failure))
    }
    setBusyId(undefined)
    void client.invalidateQueries({ queryKey: query.queryKey })
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="From a confirmed booking">
      {error && (
        <p className="muted" role="alert">
          {getErrorMessage(error)}
        </p>
      )}
      {!error && !data && <p className="faint">Loading your bookings</p>}
      {data?.bookings.length === 0 && data.otherCurrencies.length === 0 && (
        <p className="muted">
          None of your confirmed bookings is close to the date of this event. Book a DJ first, or add a
          member.
        </p>
      )}
      {data && data.bookings.length > 0 && (
        <ul className="row-list">
          {data.bookings.map((booking) => (
            <li key={booking.bookingId}>
              <Avatar id={booking.djId} name={booking.djName} imageUrl={booking.avatarUrl} size={36} />
              <span className={styles.person}>
                <b className="bold">{booking.djName}</b>
                <span className="small muted">
                  {formatShortDay(booking.startsAt, timezone)}, {formatClock(booking.startsAt, timezone)} to{' '}
                  {formatClock(booking.endsAt, timezone)}
                </span>
              </span>
              {booking.isOnBill ? (
                <span className="small faint end">On the line-up</span>
              ) : (
                <Button
                  size="sm"
                  className="end"
                  aria-label={`Add ${booking.djName}`}
                  busy={busyId === booking.bookingId ? 'Adding' : false}
                  onClick={() => void add(booking)}
                >
                  Add
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.otherCurrencies.length > 0 && (
        <p className="small muted">
          Your bookings in {data.otherCurrencies.join(', ')} can’t be added, because this event sells in{' '}
          {editor.values.currency}.
        </p>
      )}
    </Dialog>
  )
}
