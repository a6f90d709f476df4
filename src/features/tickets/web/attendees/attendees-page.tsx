import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { BackLink, BackAndHomeLinks, PageHead } from '~/design/page-head'
import { TabPanel, Tabs } from '~/design/tabs'
import { formatClock, formatDay } from '~/lib/time'
import type { AttendeesOverview, HolderMessage } from '../../contract-attendees'
import { Attendees } from './attendees'
import { GuestList } from './guest-list'
import { overviewQuery, messagesQuery } from './attendees-queries'
import type { AttendeesPageProps } from './attendees-page-props'
import type { AttendeesTab } from './attendees-search'
import styles from './attendees.module.css'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { LoadedList } from '~/design/list-sections'
import { splitParagraphs } from '~/lib/paragraphs'
import { getErrorMessage } from '~/platform/rpc/errors'
import { MessageForm } from './message-form'
import { describeDelivery, formatMoment } from './format-attendees'

/** ME-04: the attendees, the guest list, and the messages to ticket holders. */
export function AttendeesPage({ eventId, search, onSearchChange, refund, invoices }: AttendeesPageProps) {
  const { data: overview } = useSuspenseQuery(overviewQuery(eventId))
  const { tab = 'attendees' } = search
  return (
    <div data-full-width>
      <BackAndHomeLinks home={false} className={styles.back}>
        <BackLink to="/dashboard/events">Back to My Events</BackLink>
      </BackAndHomeLinks>
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
          {tab === 'attendees' && (
            <Attendees {...{ eventId, overview, search, onSearchChange, refund, invoices }} />
          )}
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
  const state = { draft: 'draft', published: '', postponed: 'postponed', cancelled: 'canceled' }[status]
  return [title, date, venueName, state].filter((part) => part !== '').join(' · ')
}

/** The form for a message to ticket holders, and the messages that were sent. */
function Messages({ eventId, overview }: { eventId: string; overview: AttendeesOverview }) {
  const list = useQuery(messagesQuery(eventId))
  const { timezone } = overview.event
  return (
    <div className={styles.messages}>
      <section aria-labelledby="write-message">
        <h2 className="title-3" id="write-message">
          Email ticket holders
        </h2>
        <MessageForm eventId={eventId} overview={overview} leftToday={list.data?.leftToday} />
      </section>
      <section aria-labelledby="sent-messages">
        <h2 className="title-3" id="sent-messages">
          Sent
        </h2>
        <LoadedList list={list} things="messages" reason={getErrorMessage(list.error)}>
          {({ messages }) =>
            messages.length === 0 && (
              <EmptyState title="No messages yet">
                Messages to your ticket holders appear here, for example about doors or the last train.
              </EmptyState>
            )
          }
        </LoadedList>
        <ol className={styles.sent}>
          {list.data?.messages.map((message) => (
            <li key={message.id}>
              <SentMessage message={message} zone={timezone} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

function SentMessage({ message, zone }: { message: HolderMessage; zone: string }) {
  const { subject, body, ticketTypeName, byName, sentAt } = message
  return (
    <details>
      <summary>
        <b className="bold">{subject}</b>
        <span className="small muted">
          {formatMoment(sentAt, zone)}
          {byName !== null && `, ${byName}`}
          {ticketTypeName !== null && `, ${ticketTypeName} only`}
        </span>
        <span className="small faint">{describeDelivery(message)}</span>
      </summary>
      {splitParagraphs(body).map(({ at, text }) => (
        <p key={at} className={classNames('muted', styles.message)}>
          {text}
        </p>
      ))}
    </details>
  )
}
