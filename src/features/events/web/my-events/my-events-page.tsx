import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { LinkButton } from '~/design/link-button'
import { Mark } from '~/design/mark'
import { ShowMore } from '~/design/show-more'
import { formatCount } from '~/lib/count'
import { formatAmounts } from '~/lib/amounts'
import type { MyEvent, MyEvents } from '../../contract-dashboard-shapes'
import { MyEventRow } from './my-event-row'
import type { MyEventsPageProps } from './my-events-page-props'
import { myEventsQuery } from './my-events-queries'
import { OwnSets } from './own-sets'
import styles from './my-events.module.css'
import { EmptyBox } from '~/design/empty-state'

/** ME-01: the events that the user plays at, organizes, hosts or helps with, with their revenue (ME-02). */
export function MyEventsPage(props: MyEventsPageProps) {
  const list = useSuspenseInfiniteQuery(myEventsQuery())
  const { data } = list
  const upcoming = data.pages[0]?.upcoming ?? []
  const past = data.pages.flatMap((page) => page.past)
  const isEmpty = upcoming.length === 0 && past.length === 0
  return (
    <div className={styles.page}>
      <div className="row between wrap">
        <h1 className="title-1">My Events</h1>
        {!isEmpty && props.canCreate && <CreateLink />}
      </div>
      <OwnSets />
      {isEmpty ? (
        <NoEvents canCreate={props.canCreate} />
      ) : (
        <>
          <Section
            title="Upcoming Events"
            aside={formatTotal(data.pages[0]?.totals ?? null)}
            {...props}
            events={upcoming}
          >
            <p className="muted">No upcoming events.</p>
          </Section>
          <Section title="Past Events" {...props} events={past}>
            <p className="muted">No past events.</p>
          </Section>
          <ShowMore list={list} variant="outline" />
        </>
      )}
    </div>
  )
}

/** Fills the height of the page, which has no other content. */
function NoEvents({ canCreate }: { canCreate: boolean }) {
  return (
    <EmptyBox className={classNames('line-above', styles.empty)}>
      <Mark />
      <h2 className="title-1">No events yet</h2>
      <p className="lead">
        {canCreate
          ? 'A date, a venue and a title are enough to start.'
          : 'Events that you help with appear here.'}
      </p>
      {canCreate && <CreateLink size="lg" />}
    </EmptyBox>
  )
}

function CreateLink({ size = 'md' }: { size?: 'md' | 'lg' }) {
  return (
    <LinkButton variant="primary" size={size} icon={Plus} to="/dashboard/events/create">
      Create event
    </LinkButton>
  )
}

function Section({
  title,
  aside,
  events,
  children,
  ...rest
}: MyEventsPageProps & {
  title: string
  aside?: string
  events: readonly MyEvent[]
  children: ReactNode
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={classNames('row between', styles.sectionHead)}>
        <h2 className="title-2">{title}</h2>
        {aside !== undefined && <p className="small faint">{aside}</p>}
      </div>
      {events.length === 0 ? (
        children
      ) : (
        <div className={styles.list}>
          {events.map((event) => (
            <MyEventRow key={event.id} event={event} {...rest} />
          ))}
        </div>
      )}
    </section>
  )
}

/** `1,593 tickets, $43,768.00`: totals of upcoming events whose revenue the caller may see. */
function formatTotal(totals: MyEvents['totals']): string {
  if (totals === null || totals.tickets === 0) return ''
  const tickets = `${formatCount(totals.tickets)} ${totals.tickets === 1 ? 'ticket' : 'tickets'}`
  return [tickets, formatAmounts(totals.revenues)].join(', ')
}
