import type { ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { buttonClass } from '~/design/button-class'
import { classNames } from '~/design/class-names'
import { Crumb } from '~/design/page-head'
import { AnchorButton } from '~/design/link-button'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import { useReaderZone } from '~/design/use-reader-zone'
import { ArrowLeft, CalendarPlus } from 'lucide-react'
import { formatShortDay, zoneNote } from '~/lib/time'
import type { BookingDetail } from '../../contract-shapes'
import { nightDate, statusTones } from './booking-words'
import { CounterOffer } from './counter-offer'
import { DealActions } from './deal-actions'
import { DealSheet } from './deal-sheet'
import { EventLink } from './event-link'
import { PaperTrail } from './paper-trail'
import { Reviews } from './reviews'
import { useKeptFocus } from './use-kept-focus'
import { useCounterOffer } from './use-counter-offer'
import './booking-page.css'

/** One booking: its terms, how they came about, and the answer. `contact`: how to reach the other person. */
export function BookingPage({ booking, contact }: { booking: BookingDetail; contact?: ReactNode }) {
  const counter = useCounterOffer(booking)
  const { terms, status, answerBy, awaiting } = booking
  const readerZone = useReaderZone()
  const note = readerZone && zoneNote(terms.startsAt, terms.timezone, readerZone)
  const isMine = status === 'pending' && awaiting === 'you'
  const draft = isMine ? counter.draft : undefined

  const heading = useKeptFocus<HTMLHeadingElement>(booking.steps)

  function openCounter(day?: string) {
    counter.open(day)
    // The form stands where the trail goes on, which on a phone is below the sheet.
    requestAnimationFrame(() => document.getElementById('counter-offer')?.focus())
  }

  return (
    <div className={classNames('bk-page', status === 'cancelled' && 'is-off')} data-client-links>
      <Crumb home={false}>
        <AnchorButton variant="ghost" size="sm" icon={ArrowLeft} href="/dashboard/bookings">
          Bookings
        </AnchorButton>
      </Crumb>
      <header className="bk-head">
        <Flyer title={booking.title} eager />
        <div>
          <h1 className="t1" tabIndex={-1} ref={heading}>
            {booking.title}
          </h1>
          <p className="m2">
            {nightDate(terms)} · {terms.location}
            {note && ` · ${note}`}
          </p>
          {booking.event && <EventLink event={booking.event} />}
        </div>
        {(contact || canBookAgain(booking)) && (
          <div className="row wrapf">
            {contact}
            {canBookAgain(booking) && (
              <AnchorButton href={`/dj/${booking.dj?.id}?book=any`}>Book again</AnchorButton>
            )}
          </div>
        )}
        {status === 'confirmed' && (
          <p className="row">
            <a
              className={buttonClass({ variant: 'quiet' })}
              href={`/dashboard/bookings/${booking.id}.ics`}
              download={`${booking.number}.ics`}
            >
              <Icon of={CalendarPlus} /> Add to calendar
            </a>
          </p>
        )}
        {status === 'pending' && (
          <p className="row">
            <Badge tone={statusTones[status]}>{status}</Badge>
            {answerBy && (
              <span className="small m3">
                {isMine ? 'Answer by' : 'Open until'} {formatShortDay(answerBy, terms.timezone)}
              </span>
            )}
          </p>
        )}
      </header>
      <div className="bk-grid">
        <div className="bk-left">
          {status === 'completed' && <Reviews booking={booking} />}
          <PaperTrail
            booking={booking}
            zoneNote={note}
            next={
              draft && (
                <CounterOffer
                  booking={booking}
                  blank={counter.blank}
                  draft={draft}
                  onChange={counter.change}
                  onSent={counter.close}
                  onDiscard={() => {
                    counter.discard()
                    document.getElementById('open-counter')?.focus()
                  }}
                />
              )
            }
          />
        </div>
        <DealSheet
          booking={booking}
          actions={
            <DealActions booking={booking} isCountering={draft !== undefined} onCounter={openCounter} />
          }
        />
      </div>
    </div>
  )
}

const canBookAgain = ({ side, status, dj }: BookingDetail) =>
  side === 'client' && status !== 'pending' && dj?.isDj === true
