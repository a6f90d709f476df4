import type { ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { buttonClass } from '~/design/button-class'
import { classNames } from '~/design/class-names'
import { BackAndHomeLinks } from '~/design/page-head'
import { AnchorButton } from '~/design/link-button'
import { Flyer } from '~/design/flyer/flyer'
import { Icon } from '~/design/icon'
import { useReaderZone } from '~/design/use-reader-zone'
import { ArrowLeft, CalendarPlus } from 'lucide-react'
import { useMemo, type RefObject, useEffect, useRef } from 'react'
import { formatStatus } from '~/lib/format-status'
import { formatShortDay, formatZoneNote } from '~/lib/time'
import { useStoredDraft } from '~/design/use-stored-draft'
import { notify } from '~/design/toast'
import type { BookingDetail, BookedEvent } from '../../contract-shapes'
import type { UnpaidDeposit } from '../../rules/deposit'
import { withPlace } from '../../rules/set-times'
import { formatEventDate, statusTones } from './booking-labels'
import { CounterOffer } from './counter-offer'
import { DealActions } from './deal-actions'
import { DealSheet } from './deal-sheet'
import { BookingTrail } from './booking-trail'
import { Reviews } from './reviews'
import styles from './booking-page.module.css'
import { createBlankOffer, pickChangedFields, type OfferDraft, pickSetFields } from './counter-offer-draft'

/** Milliseconds to wait after an answer: longer than a dialog takes to close and restore the focus. */
const CLOSING_MS = 300

const states: Record<BookedEvent['status'], string> = {
  draft: 'Not published',
  published: '',
  postponed: 'Postponed',
  cancelled: 'Canceled',
}

/**
 * Shows a booking: its terms, its history and the possible answers. Other features fill the slots: `contact` (reach
 * the other person), `money` (how far the event's income covers the fee), `notice` (payments that are due) and
 * `payment` (pay them). `unpaidDeposit` is undefined if the deposit is paid, or isn't paid on this site.
 */
export function BookingPage({
  booking,
  contact,
  money,
  notice,
  payment,
  unpaidDeposit,
}: {
  booking: BookingDetail
  contact?: ReactNode
  money?: ReactNode
  notice?: ReactNode
  payment?: ReactNode
  unpaidDeposit?: UnpaidDeposit | undefined
}) {
  const counter = useCounterOffer(booking)
  const { terms, status, answerBy, awaiting } = booking
  const readerZone = useReaderZone()
  const note = readerZone && formatZoneNote(terms.startsAt, terms.timezone, readerZone)
  const isMine = status === 'pending' && awaiting === 'you'
  const draft = isMine ? counter.draft : undefined

  const heading = usePreservedFocus<HTMLHeadingElement>(booking.steps)

  function openCounterOffer(day?: string) {
    counter.open(day)
    // On a phone the form is far below the button, so move the focus there.
    requestAnimationFrame(() => document.getElementById('counter-offer')?.focus())
  }

  return (
    <div className={classNames(status === 'cancelled' && styles.cancelled)} data-client-links>
      <BackAndHomeLinks home={false} className={styles.back}>
        <AnchorButton variant="ghost" size="sm" icon={ArrowLeft} href="/dashboard/bookings">
          Bookings
        </AnchorButton>
      </BackAndHomeLinks>
      <header className={styles.head}>
        <Flyer title={booking.title} className={styles.flyer} eager />
        <div className={styles.titles}>
          <h1 className="title-1" tabIndex={-1} ref={heading}>
            {booking.title}
          </h1>
          <p className="muted">
            {formatEventDate(terms)} · {terms.location}
            {note && ` · ${note}`}
          </p>
          {booking.event && <EventLink event={booking.event} />}
        </div>
        {(contact || status === 'confirmed' || canBookAgain(booking)) && (
          <div className="row wrap">
            {contact}
            {canBookAgain(booking) && (
              <AnchorButton href={`/dj/${booking.dj?.id}?book=any`}>Book again</AnchorButton>
            )}
            {status === 'confirmed' && (
              <a
                className={buttonClass({ variant: 'quiet' })}
                href={`/dashboard/bookings/${booking.id}.ics`}
                download={`${booking.number}.ics`}
              >
                <Icon of={CalendarPlus} /> Add to calendar
              </a>
            )}
          </div>
        )}
        {status === 'pending' && (
          <p className="row">
            <Badge tone={statusTones[status]}>{formatStatus(status)}</Badge>
            {answerBy && (
              <span className="small faint">
                {isMine ? 'Answer by' : 'Open until'} {formatShortDay(answerBy, terms.timezone)}
              </span>
            )}
          </p>
        )}
      </header>
      {notice && <div className={styles.notice}>{notice}</div>}
      <div className={styles.columns}>
        <div className={styles.main}>
          {money}
          {status === 'completed' && <Reviews booking={booking} />}
          <BookingTrail
            booking={booking}
            zoneNote={note}
            unpaidDeposit={unpaidDeposit}
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
            <>
              {payment && <div className={styles.payment}>{payment}</div>}
              <DealActions
                booking={booking}
                unpaidDeposit={unpaidDeposit}
                isCountering={draft !== undefined}
                onCounter={openCounterOffer}
              />
            </>
          }
        />
      </div>
    </div>
  )
}

const canBookAgain = ({ side, status, dj }: BookingDetail) =>
  side === 'client' && status !== 'pending' && dj?.isDj === true

/** Shows the event of a booking, linked for people who can open it. */
function EventLink({ event }: { event: BookedEvent }) {
  const { id, title, status, canEdit, hasPage } = event
  const href = canEdit ? `/dashboard/events/${id}/edit` : hasPage ? `/events/${id}` : undefined
  const date = event.isDateOpen ? 'Date to be announced' : formatShortDay(event.startsAt, event.timezone)
  return (
    <p className="small">
      Event: {href === undefined ? <b className="bold">{title}</b> : <a href={href}>{title}</a>},{' '}
      {[date, states[status]].filter((part) => part !== '').join(' · ')}
    </p>
  )
}

/**
 * Returns the draft of a counter-offer and functions that change it. The draft survives a reload; discarding and
 * sending delete it.
 */
function useCounterOffer({ id, side, terms, steps, currency, otherShares }: BookingDetail) {
  const blank = useMemo(
    () => createBlankOffer({ terms, steps, currency, otherShares }),
    [terms, steps, currency, otherShares],
  )
  const { draft, keep, drop } = useStoredDraft<OfferDraft>(`counter-offer:${id}:${side}`, blank)
  const change = (next: (now: OfferDraft | undefined) => Partial<OfferDraft>) =>
    keep((stored) => pickChangedFields({ ...(stored ?? blank), ...next(stored) }, blank))
  return {
    blank,
    draft,
    change,
    close: drop,
    discard: () => {
      const typed = draft && pickChangedFields(draft, blank)
      drop()
      if (typed && Object.keys(typed).length > 1)
        notify.info('Counter-offer discarded', { action: { label: 'Undo', onClick: () => keep(typed) } })
    },
    /** Starts or continues a draft, with `day` if a day was chosen. */
    open: (day?: string) =>
      change((now) => (day === undefined ? {} : withPlace(pickSetFields(now ?? blank), { day }))),
  }
}

/**
 * Returns a ref. Its element gets the focus after an answer, because answering removes the pressed button; not if
 * another element has the focus.
 */
function usePreservedFocus<Element extends HTMLElement>(steps: number): RefObject<Element | null> {
  const ref = useRef<Element>(null)
  const seen = useRef(steps)
  useEffect(() => {
    if (seen.current === steps) return undefined
    seen.current = steps
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) ref.current?.focus()
    }, CLOSING_MS)
    return () => clearTimeout(timer)
  }, [steps])
  return ref
}
