import { useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { Icon } from '~/design/icon'
import { Skeleton } from '~/design/skeleton'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { errorMessage } from '~/platform/rpc/errors'
import type { Activity } from '../contract-shapes'
import { activityWords } from './activity-words'
import { activityQuery } from './queries'

/** M-04: its failure is its own; the rest of the dashboard stands. */
export function RecentActivity() {
  const { data, error, isFetching, refetch } = useQuery(activityQuery())
  return (
    <section>
      <h2 className="t2">Recent Activity</h2>
      {data ? (
        <Items items={data.items} />
      ) : error ? (
        <div className="empty activity" role="alert">
          <p>{errorMessage(error)}</p>
          <Button busy={isFetching ? 'Loading' : false} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div aria-label="Loading activity" aria-busy="true">
          <Skeleton height="12rem" />
        </div>
      )}
    </section>
  )
}

function Items({ items }: { items: readonly Activity[] }) {
  const zone = useReaderZone() ?? 'UTC'
  if (items.length === 0) {
    return (
      <EmptyState className="activity" title="No recent activity">
        New connections, bookings and ticket sales will show up here.
      </EmptyState>
    )
  }
  return (
    <ul className="acts" data-client-links>
      {items.map((item) => (
        <li key={`${item.kind} ${item.at} ${item.href}`}>
          <a href={item.href}>
            {item.person ? (
              <Avatar id={item.person.id} name={item.person.name} imageUrl={item.person.avatarUrl} />
            ) : (
              <span className="own" aria-hidden="true">
                <Icon of={Ticket} />
              </span>
            )}
            <span>{activityWords(item)}</span>
            <time className="small m3 num" dateTime={item.at}>
              {formatShort(item.at, zone)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  )
}
