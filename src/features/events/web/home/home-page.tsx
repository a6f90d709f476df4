import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '~/design/icon'
import type { EventCard as Event, ListTotal } from '../../contract'
import { EventCard } from '../event-card'
import { ExploreMore } from './explore-more'
import { Greeting } from './greeting'
import { QuickActions } from './quick-actions'
import '../events.css'
import './home.css'

type HomePageProps = {
  fullName: string
  events: readonly Event[]
  upcoming: ListTotal
  /** The Live Chat Feed, which is another feature's. Without it the events take its place. */
  feed?: ReactNode
}

/** R-01, H-01, H-03, H-04: the home of somebody who is signed in. */
export function HomePage({ fullName, events, upcoming, feed }: HomePageProps) {
  return (
    <main id="main" data-client-links>
      <div className="wrap hm">
        <Greeting fullName={fullName} />
        <QuickActions upcoming={upcoming} />
      </div>
      <div className={feed ? 'wrap hgrid' : 'wrap hgrid alone'}>
        <section>
          <div className="sec-h">
            <h2 className="t2">Upcoming Events</h2>
            <a className="go" href="/events">
              View All Events <Icon of={ArrowRight} />
            </a>
          </div>
          {events.length === 0 ? (
            <p className="m2">Check back soon for upcoming events</p>
          ) : (
            <div className="wall w3">
              {events.map((event) => (
                <EventCard key={event.id} event={event} eager heading="h3" />
              ))}
            </div>
          )}
        </section>
        {feed && <aside>{feed}</aside>}
      </div>
      <ExploreMore />
    </main>
  )
}
