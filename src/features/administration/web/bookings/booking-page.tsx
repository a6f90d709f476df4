import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { AnchorButton } from '~/design/link-button'
import { BackAndHomeLinks } from '~/design/page-head'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatStatus } from '~/lib/format-status'
import { formatShort, formatShortDay, formatZoneNote } from '~/lib/time'
import type { BookingPerson, AdminBooking } from '../../contract-bookings'
import { toUserPath } from '../users/user-format'
import { allBookingsPath, formatPersonName, formatEventDate, statusTones } from './booking-format'
import styles from './booking-page.module.css'

type AdminBookingProps = {
  booking: AdminBooking
  deal: ReactNode
  trail: ReactNode
}

/** AD-10: shows one booking, read only. */
export function AdminBookingPage({ booking, deal, trail }: AdminBookingProps) {
  const { terms, status, number } = booking
  const readerZone = useReaderZone()
  const note = readerZone && formatZoneNote(terms.startsAt, terms.timezone, readerZone)
  return (
    <div data-full-width data-client-links>
      <BackAndHomeLinks home={false} className={styles.back}>
        <AnchorButton variant="ghost" size="sm" icon={ArrowLeft} href={allBookingsPath}>
          Bookings
        </AnchorButton>
      </BackAndHomeLinks>
      <header className={styles.head}>
        <Flyer title={booking.title} eager className={styles.flyer} />
        <div className={styles.title}>
          <h1 className="title-1">{booking.title}</h1>
          <p className="muted">
            {formatEventDate(terms.startsAt, terms.timezone)} · {terms.location}
            {note && ` · ${note}`}
          </p>
          <p className={classNames('row wrap', styles.status)}>
            <Badge tone={statusTones[status]}>{formatStatus(status)}</Badge>
            <span className="small faint">{describeState(booking)}</span>
          </p>
        </div>
      </header>
      <p className={classNames('small faint', styles.readOnly)}>
        Read only. The two sides run their own bookings. For their privacy, viewing {number} is recorded in
        the{' '}
        <a className="link" href={`/admin/audit?q=${booking.id}&period=all`}>
          audit log
        </a>
        , once a day.
      </p>
      <div className={styles.columns}>
        <div className={classNames('stack', styles.main)}>
          <dl className={styles.sides}>
            <BookingParty label="Client" person={booking.client} />
            <BookingParty label="DJ" person={booking.dj} />
          </dl>
          {booking.reviews.length > 0 && <ReviewList booking={booking} />}
          {trail}
        </div>
        {deal}
      </div>
    </div>
  )
}

/**
 * Says which side must answer or which side ended the booking, then when it was requested: `Mara Voss has to answer
 * by Fri 3 Dec`.
 */
function describeState({ awaiting, answerBy, status, cancelledBy, createdAt, terms }: AdminBooking): string {
  const requested = `Requested on ${formatShortDay(createdAt, terms.timezone)}`
  if (status === 'pending' && awaiting)
    return `${awaiting.name} has to answer${answerBy ? ` by ${formatShortDay(answerBy, terms.timezone)}` : ''} · ${requested}`
  if (status === 'cancelled' && cancelledBy) return `Ended by ${cancelledBy.name} · ${requested}`
  return requested
}

function BookingParty({ label, person }: { label: string; person: BookingPerson | null }) {
  return (
    <div>
      <dt className="small faint">{label}</dt>
      <dd>
        {person ? (
          <a className={classNames('row', styles.person)} href={toUserPath(person.id)}>
            <Avatar id={person.id} name={person.name} imageUrl={person.avatarUrl} size={40} />
            <b className="bold">{person.name}</b>
          </a>
        ) : (
          <span className="muted">{formatPersonName(person)}</span>
        )}
      </dd>
    </div>
  )
}

function ReviewList({ booking: { reviews, terms } }: { booking: AdminBooking }) {
  return (
    <section aria-labelledby="reviews">
      <h2 className="title-2" id="reviews">
        Reviews
      </h2>
      <ul className={styles.reviews}>
        {reviews.map((review) => (
          <li key={review.author?.id ?? review.at}>
            <p className="row wrap">
              <b className="bold">{formatPersonName(review.author)}</b>
              <span>{review.rating} of 5 stars</span>
              <time className="small faint" dateTime={review.at}>
                {formatShort(review.at, terms.timezone)}
              </time>
              {!review.isPublished && <Badge tone="outline">not shown yet</Badge>}
            </p>
            {review.body && <p className={classNames('muted', styles.words)}>{review.body}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
