import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { NeedsScript } from '~/design/needs-script'
import { notify } from '~/design/toast'
import { availabilityQuery } from '../queries'
import type { BookedDj } from './book-dialog'
import { LazyBookDialog, loadBookDialog } from './lazy-book-dialog'
import { freeDays } from './day-states'
import { dayWords } from './month-grid'
import type { Sent } from './use-request'

/** The dialog is fetched while a finger is on its way to the button. */
const preload = () => void loadBookDialog().catch(() => undefined)

export function BookNowButton({ onPress }: { onPress: () => void }) {
  return (
    <>
      <NeedsScript action="Booking a DJ" />
      <Button
        className="scripted"
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
  /** A month of their calendar that the loader has read. */
  month: string
  readerId: string | null
  /** The day in the address, `any` for none in particular; undefined while the dialog is closed. */
  book: string | undefined
  onClose: () => void
  onSignIn: (day: string) => void
  /** Opens the page of a booking. */
  onOpenBooking: (id: string) => void
}

/** P-02: the dialog, while the address says so, and afterwards the way to what was asked. */
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
        <p className="small asked">
          You asked for {dayWords(sent.day)}.{' '}
          <a className="link" href={`/dashboard/bookings/${sent.id}`}>
            View booking {sent.number}
          </a>
        </p>
      )}
      {book !== undefined && !isPending && (
        <LazyBookDialog
          dj={{ ...dj, timezone: data?.timezone ?? readersZone() }}
          // Nobody named a day: the next one on which they are free.
          day={book === 'any' ? freeDays(data)[0] : book}
          readerId={readerId}
          onClose={onClose}
          onSignIn={onSignIn}
          onSent={finish}
        />
      )}
    </>
  )
}

/** Where the calendar could not be read, the place is more likely near the reader than anywhere else. */
function readersZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
