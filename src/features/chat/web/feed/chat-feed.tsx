import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Avatar } from '~/design/avatar'
import { Icon } from '~/design/icon'
import { Skeleton } from '~/design/skeleton'
import { useNow } from '~/design/use-now'
import { formatName } from '../../rules/format-name'
import type { FeedMessage } from '../../contract-shapes'
import { formatFeedAge } from '~/lib/age'
import { useWatchRoom } from '../live/use-live'
import { feedQuery } from '../queries'
import { getRoomPaperStock } from '../room-paper-stock'
import styles from './chat-feed.module.css'
import { Dot } from '~/design/dot'

/** Milliseconds after which a feed that failed to load is requested again. */
const RETRY_MS = 10_000

/** H-02: shows the ten latest messages of all rooms, live. If they fail to load, the dashboard loads without them. */
export function ChatFeed() {
  const { data, isPending } = useQuery({
    ...feedQuery(),
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })
  useWatchRoom('feed')
  return (
    <section aria-labelledby="chat-feed">
      <div className="section-head">
        <h2 className="title-2" id="chat-feed">
          Live Chat Feed
        </h2>
        <a className="arrow-link" href="/dashboard/chat">
          View All <Icon of={ArrowRight} />
        </a>
      </div>
      {isPending ? (
        <div aria-label="Loading messages" aria-busy="true">
          <Skeleton height="20rem" />
        </div>
      ) : data && data.messages.length > 0 ? (
        <Messages messages={data.messages} />
      ) : (
        <p className="muted">
          {data ? 'No messages yet.' : 'The messages couldn’t be loaded yet. Trying again.'}
        </p>
      )}
    </section>
  )
}

function Messages({ messages }: { messages: readonly FeedMessage[] }) {
  const now = useNow()
  return (
    <ol className={styles.list}>
      {messages.map(({ id, sender, content, createdAt, room }) => {
        const name = formatName(sender?.name)
        return (
          <li key={id}>
            <Avatar id={sender?.id} name={name} imageUrl={sender?.avatarUrl} size={36} />
            <div>
              <p className="small">
                <b className="bold">{name}</b> <span className="faint">in</span>{' '}
                <a className={styles.room} href={`/dashboard/chat/${room.id}`}>
                  <Dot stock={getRoomPaperStock(room)} />
                  {room.name}
                </a>
              </p>
              <p className={styles.text}>{content}</p>
            </div>
            {now && (
              <time className="micro faint" dateTime={createdAt}>
                {formatFeedAge(createdAt, now)}
              </time>
            )}
          </li>
        )
      })}
    </ol>
  )
}
