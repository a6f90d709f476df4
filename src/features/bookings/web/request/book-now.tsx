import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { NeedsJavaScript } from '~/design/needs-javascript'
import { notify } from '~/design/toast'
import { availabilityQuery } from '../queries'
import styles from './availability.module.css'
import type { BookedDj } from './book-dialog'
import { LazyBookDialog, loadBookDialog } from './lazy-book-dialog'
import { listFreeDays } from './day-states'
import { formatDayLabel } from './month-grid'
import type { Sent } from './use-booking-request'

const preload = () => void loadBookDialog().catch(() => undefined)

export function BookNowButton({ onPress }: { onPress: () => void }) {
  return (
    <>
      <NeedsJavaScript action="Booking a DJ" />
      <Button
        className="script-only"
        variant="primary"
        size="lg"
        onClick={onPress}
        onPointerEnter={preload}
        onFocus={preload}
      >
        Book Now
      </Button>
    </>
  )
}

type BookNowProps = {
  dj: Omit<BookedDj, 'timezone'>
  /** A month of the calendar that the loader has fetched. */
  month: string
  readerId: string | null
  /**
   * The `book` parameter of the page's URL: a day, or `any` for no particular day; undefined while the dialog is
   * closed.
   */
  book: string | undefined
  onClose: () => void
  onSignIn: (day: string) => void
  onOpenBooking: (id: string) => void
}

/** P-02: shows the booking dialog if the URL has a `book` parameter. After a request was sent, shows a link to it. */
export function BookNow({ dj, month, readerId, book, onClose, onSignIn, onOpenBooking }: BookNowProps) {
  const [sent, setSent] = useState<Sent>()
  const { data, isPending } = useQuery(availabilityQuery(dj.id, month))
  const finish = (done: Sent) => {
    setSent(done)
    onClose()
    notify.success('Booking request sent! The DJ will contact you shortly.', {
      action: { label: 'View', onClick: () => onOpenBooking(done.id) },
    })
  }
  return (
    <>
      {sent && (
        <p className={classNames('small', styles.sent)}>
          You requested {formatDayLabel(sent.day)}.{' '}
          <a className="link" href={`/dashboard/bookings/${sent.id}`}>
            View booking {sent.number}
          </a>
        </p>
      )}
      {book !== undefined && !isPending && (
        <LazyBookDialog
          dj={{ ...dj, timezone: data?.timezone ?? getReaderZone() }}
          // If the URL names no day, propose the next free one. Today is left out, because its usual hours may be
          // over.
          day={book === 'any' ? listFreeDays(data).find((day) => day !== data?.today) : book}
          readerId={readerId}
          onClose={onClose}
          onSignIn={onSignIn}
          onSent={finish}
        />
      )}
    </>
  )
}

/** The time zone to use if the DJ's calendar failed to load. */
function getReaderZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
