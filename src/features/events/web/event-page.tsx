import { CircleAlert, Info, Share2, ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { Note } from '~/design/note'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import type { EventDetail } from '../contract'
import { listStatusNotes } from '../rules/event-phase'
import { formatEventType } from '../rules/event-type'
import { formatMinimumAge, EventFacts } from './event-facts'
import { formatStart, formatVenue } from './format-start-and-venue'
import { Markdown } from '~/design/markdown'
import { notify } from '~/design/toast'
import { Button } from '~/design/button'
import styles from './event-page.module.css'
import { Avatar } from '~/design/avatar'
import { Icon } from '~/design/icon'
import { VerifiedBadge } from '~/design/verified-badge'
import { formatClock } from '~/lib/time'

type HostProps = { event: Pick<EventDetail, 'host' | 'lineUp' | 'timezone'> }

type EventPageProps = {
  event: EventDetail
  /** The ticket panel of another feature. */
  tickets?: ReactNode
}

/** T-01: the public page of an event. Sets --tint, so that the sheet of `tickets` has the color of the flyer. */
export function EventPage({ event, tickets }: EventPageProps) {
  const stock = getPaperStock(event.title)
  const start = formatStart(event)
  // Read once, because the browser's clock may differ from the server's during hydration.
  const [now] = useState(() => new Date())
  const notes = listStatusNotes(event, now)
  return (
    <main className={classNames(`page-width stock-${stock}`, styles.page)} id="main">
      <BackAndHomeLinks className={styles.back} end={<ShareButton title={event.title} />}>
        <BackLink to="/events">Back to Events</BackLink>
      </BackAndHomeLinks>
      <div className={styles.layout} data-client-links>
        <Flyer
          title={event.title}
          imageUrl={event.imageUrl}
          meta={start.clock === '' ? [start.day] : [start.day, start.clock]}
          className={styles.flyer}
          eager
        />
        <div className={styles.top}>
          <div className={classNames('row wrap', styles.badges)}>
            <Badge stock={stock}>{formatEventType(event.eventType)}</Badge>
            {event.ageRestriction !== null && (
              <Badge tone="outline">{formatMinimumAge(event.ageRestriction)}</Badge>
            )}
          </div>
          <h1 className="display">{event.title}</h1>
          <p className={classNames('phone-only-inline lead muted', styles.summary)}>
            {start.both} · {formatVenue(event)}
          </p>
          {notes.length > 0 && (
            <Note
              tone={event.status === 'published' ? 'neutral' : 'orange'}
              icon={event.status === 'published' ? Info : CircleAlert}
            >
              {notes.map((note) => (
                <p key={note}>{note}</p>
              ))}
            </Note>
          )}
        </div>
        <div className={styles.middle}>
          {tickets && <div className={styles.tickets}>{tickets}</div>}
          <div className={styles.about}>
            <EventFacts event={event} />
            {event.descriptionHtml && (
              <section>
                <h2 className="title-2">About This Event</h2>
                <Markdown className={classNames('prose', styles.description)} html={event.descriptionHtml} />
              </section>
            )}
          </div>
        </div>
        <EventHost event={event} />
      </div>
    </main>
  )
}

/** Uses the native share sheet, or copies the URL of the page. */
function ShareButton({ title }: { title: string }) {
  return (
    <Button variant="ghost" size="sm" icon={Share2} onClick={() => void share(title)}>
      Share
    </Button>
  )
}

async function share(title: string): Promise<void> {
  // The URL without the query, which may contain selected tickets.
  const url = `${window.location.origin}${window.location.pathname}`
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url })
      return
    } catch (error) {
      // The person closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    notify.success('Link copied')
  } catch {
    notify.error('Couldn’t copy the link. Copy it from the address bar.')
  }
}

/** 'Featuring': the host with their biography, then the rest of the line-up. */
function EventHost({ event }: HostProps) {
  const { host } = event
  const isHostSlot = (slot: EventDetail['lineUp'][number]) => slot.djId !== null && slot.djId === host?.id
  const others = event.lineUp.filter((slot) => !isHostSlot(slot))
  const hostStarts = event.lineUp.flatMap((slot) =>
    isHostSlot(slot) && slot.startsAt ? [formatClock(slot.startsAt, event.timezone)] : [],
  )
  if (!host && others.length === 0) return null
  return (
    <section className={styles.featuring} aria-labelledby="featuring">
      <h2 className="title-2" id="featuring">
        Featuring
      </h2>
      {host && <HostCard host={host} starts={hostStarts} />}
      {others.length > 0 && (
        <ul className={styles.lineUp}>
          {others.map((slot) => (
            <li key={`${slot.name} ${slot.startsAt}`}>
              {slot.djId === null ? (
                <b className="bold">{slot.name}</b>
              ) : (
                <a className="link" href={`/dj/${slot.djId}`}>
                  {slot.name}
                </a>
              )}
              {slot.startsAt && <span className="faint">{formatClock(slot.startsAt, event.timezone)}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** `starts` are the clock times of the host's own sets. */
function HostCard({ host, starts }: { host: NonNullable<EventDetail['host']>; starts: readonly string[] }) {
  const content = (
    <>
      <Avatar id={host.id} name={host.name} imageUrl={host.avatarUrl} size={72} />
      <div>
        <p className={classNames('title-3 row', styles.hostName)}>
          {host.name} {host.isVerified && <VerifiedBadge />}
        </p>
        {starts.length > 0 && <p className="small faint">Plays at {starts.join(' and ')}</p>}
        {host.bio && <p className="muted">{host.bio}</p>}
        {host.isPublic && (
          <span className={classNames('arrow-link small', styles.profileLink)}>
            View profile <Icon of={ArrowRight} />
          </span>
        )}
      </div>
    </>
  )
  return host.isPublic ? (
    <a className={styles.host} href={`/dj/${host.id}`}>
      {content}
    </a>
  ) : (
    <div className={styles.host}>{content}</div>
  )
}
