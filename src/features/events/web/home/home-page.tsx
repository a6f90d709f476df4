import { ArrowRight, ArrowUpRight, LayoutDashboard, QrCode, Ticket, Users } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { formatDay } from '~/lib/time'
import type { EventCard as Event, ListTotal } from '../../contract'
import { EventCard } from '../event-card'
import styles from './home.module.css'
import { Flyer } from '~/design/flyer/flyer'
import type { Stock } from '~/design/stock'
import { formatCount } from '~/lib/count'

// Each seed draws a different picture on its flyer: tiles, rays, rings.
const ways: { href: string; stock: Stock; seed: string; title: string; note: string }[] = [
  {
    href: '/discover',
    stock: 'mint',
    seed: 'First Record',
    title: 'New DJ Spotlights',
    note: 'People worth an hour of your time',
  },
  {
    href: '/events',
    stock: 'orange',
    seed: 'Trending Events',
    title: 'Trending Events',
    note: 'What people are going to',
  },
  {
    href: '/dashboard/network',
    stock: 'lilac',
    seed: 'New neighbors',
    title: 'Expand Your Network',
    note: 'Promoters, venues and DJs to know',
  },
]

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

/** Greets the user by name. The server doesn't know the day and hour in the user's time zone, so it renders Hello. */
function Greeting({ fullName }: { fullName: string }) {
  const moment = useSyncExternalStore(subscribeNever, getDayAndGreeting, () => undefined)
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

// Returns a string, because useSyncExternalStore would treat a new object as a change.
function getDayAndGreeting(): string | undefined {
  const now = new Date()
  const day = formatDay(now, Intl.DateTimeFormat().resolvedOptions().timeZone)
  return `${day.replace(/ \d{4}$/u, '')}\n${getGreeting(now.getHours())}`
}

function getGreeting(hour: number): string {
  if (hour < 5) return 'Still up'
  if (hour < 12) return 'Morning'
  return hour < 18 ? 'Afternoon' : 'Evening'
}

function ExploreMore() {
  return (
    <section className="page-width section">
      <h2 className="title-2">Explore More</h2>
      <div className={styles.explore}>
        {ways.map(({ href, stock, seed, title, note }) => (
          <a key={title} href={href} className={`sheet stock-${stock}`}>
            <Flyer title={seed} stock={stock} ratio={480 / 220} hasTitle={false} eager />
            <span className={styles.exploreText}>
              <b className="title-3">{title}</b>
              <span className="small">{note}</span>
            </span>
            <Icon of={ArrowUpRight} />
          </a>
        ))}
      </div>
    </section>
  )
}

function QuickActions({ upcoming }: { upcoming: ListTotal }) {
  const coming = `${formatCount(upcoming.count)}${upcoming.isExact ? '' : '+'} upcoming`
  const actions = [
    {
      href: '/events',
      stock: 'yellow',
      icon: Ticket,
      label: 'Browse Events',
      note: upcoming.count > 0 ? coming : 'No upcoming events',
    },
    {
      href: '/customer/dashboard',
      stock: 'coral',
      icon: QrCode,
      label: 'My Tickets',
      note: 'Your ticket codes and receipts',
    },
    {
      href: '/dashboard/network',
      stock: 'sky',
      icon: Users,
      label: 'Network',
      note: 'People you play with and for',
    },
    {
      href: '/dashboard',
      stock: 'lilac',
      icon: LayoutDashboard,
      label: 'Dashboard',
      note: 'Your events and bookings',
    },
  ]
  return (
    <nav aria-label="Quick Actions" className={styles.quickActions}>
      {actions.map(({ href, stock, icon, label, note }) => (
        <a key={href} className={`sheet stock-${stock}`} href={href}>
          <Icon of={icon} />
          <span>
            <b>{label}</b>
            <span className="small">{note}</span>
          </span>
        </a>
      ))}
    </nav>
  )
}
