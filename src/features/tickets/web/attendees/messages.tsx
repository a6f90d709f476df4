import { useQuery } from '@tanstack/react-query'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { ListRead } from '~/design/list-parts'
import { splitParagraphs } from '~/lib/paragraphs'
import { errorMessage } from '~/platform/rpc/errors'
import type { HolderMessage, AttendeesOverview } from '../../contract-attendees'
import { MessageForm } from './message-form'
import { messagesQuery } from './attendees-queries'
import { describeDelivery, formatMoment } from './format-attendees'
import styles from './attendees.module.css'

/** The form for a message to ticket holders, and the messages that were sent. */
export function Messages({ eventId, overview }: { eventId: string; overview: AttendeesOverview }) {
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
        <ListRead list={list} things="messages" reason={errorMessage(list.error)}>
          {({ messages }) =>
            messages.length === 0 && (
              <EmptyState title="No messages yet">
                Messages to your ticket holders appear here, for example about doors or the last train.
              </EmptyState>
            )
          }
        </ListRead>
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
