import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { formatDay } from '~/lib/time'
import type { EventCard as Event, ListTotal } from '../../contract'
import { EventCard } from '../event-card'
import { ExploreMore } from './explore-more'
import { QuickActions } from './quick-actions'
import styles from './home.module.css'

const subscribeNever = () => () => undefined

type HomePageProps = {
  fullName: string
  events: readonly Event[]
  upcoming: ListTotal
  /** The Live Chat Feed of another feature. Without it, events take its place. */
  feed?: ReactNode
}

/** R-01, H-01, H-03, H-04: the home page of a signed-in user. */
export function HomePage({ fullName, events, upcoming, feed }: HomePageProps) {
  return (
    <main id="main" data-client-links>
      <div className={classNames('page-width', styles.top)}>
        <Greeting fullName={fullName} />
        <QuickActions upcoming={upcoming} />
      </div>
      <div className={classNames('page-width', styles.columns)}>
        <section>
          <div className="section-head">
            <h2 className="title-2">Upcoming Events</h2>
            <a className="arrow-link" href="/events">
              View All Events <Icon of={ArrowRight} />
            </a>
          </div>
          {events.length === 0 ? (
            <p className="muted">Check back soon for upcoming events</p>
          ) : (
            <div className={styles.events}>
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

/** Day and hour depend on the reader's time zone, which the server does not know: it says Hello. */
function Greeting({ fullName }: { fullName: string }) {
  const moment = useSyncExternalStore(subscribeNever, readMoment, () => undefined)
  const [day = '\u00A0', greeting = 'Hello'] = moment?.split('\n') ?? []
  return (
    <div className={styles.greeting}>
      <p className="faint bold">{day}</p>
      <h1 className="display">
        {greeting}, {fullName.trim().split(/\s+/u)[0]}.
      </h1>
    </div>
  )
}

// A string, so that an unchanged value is equal.
function readMoment(): string | undefined {
  const now = new Date()
  const day = formatDay(now, Intl.DateTimeFormat().resolvedOptions().timeZone)
  return `${day.replace(/ \d{4}$/u, '')}\n${getGreeting(now.getHours())}`
}

function getGreeting(hour: number): string {
  if (hour < 5) return 'Still up'
  if (hour < 12) return 'Morning'
  return hour < 18 ? 'Afternoon' : 'Evening'
}
