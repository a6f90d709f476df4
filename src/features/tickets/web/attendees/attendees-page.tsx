import { useSuspenseQuery } from '@tanstack/react-query'
import { BackLink, Crumb, PageHead } from '~/design/page-head'
import { TabPanel, Tabs } from '~/design/tabs'
import { formatClock, formatDay } from '~/lib/time'
import type { AttendeesOverview } from '../../contract-attendees'
import { Attendees } from './attendees'
import { GuestList } from './guest-list'
import { Messages } from './messages'
import { overviewQuery } from './attendees-queries'
import type { AttendeesPageProps } from './attendees-page-props'
import type { AttendeesTab } from './attendees-search'
import styles from './attendees.module.css'

/** ME-04: the attendees, the guest list, and the messages to ticket holders. */
export function AttendeesPage({ eventId, search, onSearchChange, refund }: AttendeesPageProps) {
  const { data: overview } = useSuspenseQuery(overviewQuery(eventId))
  const { tab = 'attendees' } = search
  return (
    <div data-full-width>
      <Crumb home={false} className={styles.back}>
        <BackLink to="/dashboard/events">Back to My Events</BackLink>
      </Crumb>
      <PageHead size="title" title="Guests" lead={describeEvent(overview.event)} />
      <Tabs
        label="Guests"
        className={styles.tabs}
        value={tab}
        tabs={[
          { value: 'attendees', label: 'Attendees', count: overview.counts.all },
          { value: 'guests', label: 'Guest list', count: overview.guests.people },
          { value: 'messages', label: 'Messages' },
        ]}
        onValueChange={(next: AttendeesTab) =>
          onSearchChange({ tab: next === 'attendees' ? undefined : next })
        }
      >
        <TabPanel value="attendees">
          {tab === 'attendees' && <Attendees {...{ eventId, overview, search, onSearchChange, refund }} />}
        </TabPanel>
        <TabPanel value="guests">{tab === 'guests' && <GuestList eventId={eventId} />}</TabPanel>
        <TabPanel value="messages">
          {tab === 'messages' && <Messages eventId={eventId} overview={overview} />}
        </TabPanel>
      </Tabs>
    </div>
  )
}

function describeEvent({
  title,
  startsAt,
  timezone,
  isDateOpen,
  venueName,
  status,
}: AttendeesOverview['event']): string {
  const date = isDateOpen
    ? 'date to be announced'
    : `${formatDay(startsAt, timezone)}, ${formatClock(startsAt, timezone)}`
  const state = { draft: 'draft', published: '', postponed: 'postponed', cancelled: 'cancelled' }[status]
  return [title, date, venueName, state].filter((part) => part !== '').join(' · ')
}
