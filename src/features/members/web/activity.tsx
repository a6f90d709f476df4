import { useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { EmptyBox, EmptyState } from '~/design/empty-state'
import { Icon } from '~/design/icon'
import { Skeleton } from '~/design/skeleton'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { formatCount } from '~/lib/count'
import type { Activity } from '../contract-shapes'
import styles from './dashboard.module.css'
import { activityQuery } from './queries'

type Happened = {
  name: string
  event: string
  isOwn: boolean
  amount: number | null
  currency: Currency
}

const sentences: Record<Exclude<Activity['kind'], 'booking_step'>, (happened: Happened) => string> = {
  connected: ({ name }) => `You and ${name} are connected`,
  booking_confirmed: ({ name, event, ...rest }) => `You and ${name} agreed on ${event}${formatFee(rest)}`,
  booking_completed: ({ name, event }) => `${event} with ${name} is completed`,
  review: ({ name, event, amount }) => `${name} reviewed ${event}: ${amount ?? 0} of 5 stars`,
  tickets_sold: ({ event, amount }) =>
    amount === 1 ? `1 ticket sold for ${event}` : `${formatCount(amount ?? 0)} tickets sold for ${event}`,
}

const steps: Record<NonNullable<Activity['step']>, (happened: Happened) => string> = {
  request: ({ name, event, isOwn, ...rest }) =>
    `${isOwn ? `You sent ${name}` : `${name} sent`} a request: ${event}${formatFee(rest)}`,
  offer: ({ name, event, isOwn, ...rest }) =>
    `${isOwn ? `You made ${name}` : `${name} made`} an offer: ${event}${formatFee(rest)}`,
  decline: (happened) => describeBookingEnd(happened, 'declined'),
  cancel: (happened) => describeBookingEnd(happened, 'canceled'),
  expire: ({ name, event }) => `The request for ${event} with ${name} expired`,
  pay: ({ name, event, isOwn, amount, currency }) =>
    `${isOwn ? `You paid ${name}` : `${name} paid`} ${formatMoney(amount ?? 0, currency)} for ${event}`,
  propose_fee: ({ name, event, isOwn, ...rest }) =>
    `${isOwn ? 'You' : name} suggested a lower fee for ${event}${formatFee(rest)}`,
  accept_fee: ({ name, event, isOwn, ...rest }) =>
    `${isOwn ? 'You' : name} agreed to a lower fee for ${event}${formatFee(rest)}`,
  decline_fee: ({ name, event, isOwn }) => `${isOwn ? 'You' : name} declined a lower fee for ${event}`,
}

/** M-04: the recent activity. If it fails to load, the rest of the dashboard is still shown. */
export function RecentActivity() {
  const { data, error, isFetching, refetch } = useQuery(activityQuery())
  return (
    <section>
      <h2 className="title-2">Recent Activity</h2>
      {data ? (
        <ActivityItems items={data.items} />
      ) : error ? (
        <EmptyBox className={styles.noActivities} role="alert">
          <p>{getErrorMessage(error)}</p>
          <Button busy={isFetching ? 'Loading' : false} onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyBox>
      ) : (
        <div aria-label="Loading activity" aria-busy="true">
          <Skeleton height="12rem" />
        </div>
      )}
    </section>
  )
}

function ActivityItems({ items }: { items: readonly Activity[] }) {
  const zone = useReaderZone() ?? 'UTC'
  if (items.length === 0) {
    return (
      <EmptyState className={styles.noActivities} title="No recent activity">
        New connections, bookings and ticket sales will show up here.
      </EmptyState>
    )
  }
  return (
    <ul className={styles.activities} data-client-links>
      {items.map((item) => (
        <li key={`${item.kind} ${item.at} ${item.href}`}>
          <a href={item.href}>
            {item.person ? (
              <Avatar id={item.person.id} name={item.person.name} imageUrl={item.person.avatarUrl} />
            ) : (
              <span className={styles.sale} aria-hidden="true">
                <Icon of={Ticket} />
              </span>
            )}
            <span>{describeActivity(item)}</span>
            <time className="small faint" dateTime={item.at}>
              {formatShort(item.at, zone)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** M-04: describes an activity in one sentence, without a full stop. */
function describeActivity({ kind, person, isOwn, step, title, amount, currency }: Activity): string {
  const happened = {
    name: person?.name ?? 'A member',
    event: title ?? 'an event',
    isOwn,
    amount,
    currency: currency ?? 'USD',
  }
  return kind === 'booking_step' ? steps[step ?? 'offer'](happened) : sentences[kind](happened)
}

function formatFee({ amount, currency }: Pick<Happened, 'amount' | 'currency'>): string {
  return amount === null ? '' : `, ${formatMoney(amount, currency)}`
}

function describeBookingEnd({ name, event, isOwn }: Happened, how: string): string {
  return isOwn ? `You ${how} ${event} with ${name}` : `${name} ${how} ${event}`
}
