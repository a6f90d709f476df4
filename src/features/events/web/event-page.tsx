import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { Flyer } from '~/design/flyer/flyer'
import { stockOf } from '~/design/flyer/stocks'
import { Note } from '~/design/note'
import { BackLink, Crumb } from '~/design/page-head'
import { paragraphsOf } from '~/lib/paragraphs'
import type { EventDetail } from '../contract'
import { findStatusNote } from '../rules/event-phase'
import { eventTypeLabel } from '../rules/event-type'
import { ageWords, EventFacts } from './event-facts'
import { EventHost } from './event-host'
import { startWords, venueWords } from './event-words'
import { ShareButton } from './share-button'
import './event-page.css'

type EventPageProps = {
  event: EventDetail
  /** The ticket panel, which is another feature's. */
  tickets?: ReactNode
}

/** T-01. The sheet that `tickets` stands on takes the colour of the flyer: --tint is set here. */
export function EventPage({ event, tickets }: EventPageProps) {
  const stock = stockOf(event.title)
  const start = startWords(event)
  const note = findStatusNote(event.status, event.phase)
  return (
    <main className={`wrap evd st-${stock}`} id="main">
      <Crumb end={<ShareButton title={event.title} />}>
        <BackLink to="/events">Back to Events</BackLink>
      </Crumb>
      <div className="eg" data-client-links>
        <div className="lc">
          <Flyer
            title={event.title}
            imageUrl={event.imageUrl}
            meta={[start.day, start.clock]}
            className="poster"
            eager
          />
          <EventHost event={event} />
        </div>
        <div className="top">
          <div className="row wrapf badges">
            <Badge stock={stock}>{eventTypeLabel(event.eventType)}</Badge>
            {event.ageRestriction !== null && <Badge tone="outline">{ageWords(event.ageRestriction)}</Badge>}
          </div>
          <h1 className="d2">{event.title}</h1>
          <p className="only-m-i lead m2">
            {start.both} · {venueWords(event)}
          </p>
          {note && (
            <Note
              tone={event.status === 'published' ? 'neutral' : 'orange'}
              icon={event.status === 'published' ? Info : CircleAlert}
            >
              <p>{note}</p>
            </Note>
          )}
        </div>
        <div className="inf">
          <EventFacts event={event} />
          {event.description && (
            <section>
              <h2 className="t2">About This Event</h2>
              <div className="prose">
                {paragraphsOf(event.description).map(({ at, text }) => (
                  <p key={at}>{text}</p>
                ))}
              </div>
            </section>
          )}
        </div>
        {tickets && <div className="buy">{tickets}</div>}
      </div>
    </main>
  )
}
