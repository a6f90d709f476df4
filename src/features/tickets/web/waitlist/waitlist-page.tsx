import { useSuspenseQuery } from '@tanstack/react-query'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { LinkButton } from '~/design/link-button'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import { WAITLIST_HOLD_MINUTES } from '~/features/notifications/rules/waitlist-hold'
import type { PriceTerms } from '~/features/settings/rules/shown-price'
import type { WaitlistEntry } from '../../contract-waitlist'
import { type OfferedEntry, OfferSheet } from './offer-sheet'
import { waitlistsQuery } from './waitlist-queries'
import styles from './waitlist.module.css'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Flyer } from '~/design/flyer/flyer'
import { IconButton } from '~/design/icon-button'
import { formatShortDay } from '~/lib/time'
import { formatOrdinal } from '../../rules/format-waitlist'
import { ticketsClient } from '../queries'
import { useLeaveWaitlist } from './use-leave-waitlist'

// Offers appear without a reload, even while the event stream is down.
const POLL_INTERVAL_MS = 15_000

/** The caller's waitlist offers, and their other waitlists. */
export function WaitlistPage({
  priceDisplay,
  onCheckout,
}: {
  priceDisplay: PriceTerms['priceDisplay']
  onCheckout: (orderId: string) => void
}) {
  const { data } = useSuspenseQuery({ ...waitlistsQuery(), refetchInterval: POLL_INTERVAL_MS })
  const offers = data.entries.filter(hasOffer)
  const waiting = data.entries.filter((entry) => entry.offer === null)
  return (
    <main className={classNames('page-width', styles.page)} id="main">
      <BackAndHomeLinks>
        <BackLink to="/events">Back to Events</BackLink>
      </BackAndHomeLinks>
      {data.entries.length === 0 ? (
        <EmptyState
          title="No waitlists"
          isPageTitle
          action={<LinkButton to="/events">Browse Events</LinkButton>}
        >
          When an event is sold out, you can join a waitlist for tickets that become available.
        </EmptyState>
      ) : (
        <div className={classNames(styles.columns, offers.length === 0 && styles.single)}>
          {offers.length > 0 && (
            <div className={styles.offers}>
              {offers.map((entry, index) => (
                <OfferSheet
                  key={entry.id}
                  entry={entry}
                  response={data}
                  priceDisplay={priceDisplay}
                  isFirst={index === 0}
                  onCheckout={onCheckout}
                />
              ))}
            </div>
          )}
          <section className={classNames('stack', styles.waiting)} aria-labelledby="your-waitlists">
            <YourWaitlists isTitle={offers.length === 0} />
            {waiting.length > 0 ? (
              <ul className={styles.list}>
                {waiting.map((entry) => (
                  <WaitlistRow key={entry.id} entry={entry} />
                ))}
              </ul>
            ) : (
              <p className="muted">You aren’t on any other waitlist.</p>
            )}
            <p className="small faint">
              You pay only if you accept. When a ticket becomes available, you have {WAITLIST_HOLD_MINUTES}{' '}
              minutes.
            </p>
          </section>
        </div>
      )}
    </main>
  )
}

function YourWaitlists({ isTitle }: { isTitle: boolean }) {
  const Title = isTitle ? 'h1' : 'h2'
  return (
    <Title className={isTitle ? 'title-1' : 'title-2'} id="your-waitlists">
      Your waitlists
    </Title>
  )
}

function hasOffer(entry: WaitlistEntry): entry is OfferedEntry {
  return entry.offer !== null
}

/** A waitlist that the caller is on: the ticket type, the caller’s position, and a button to leave. */
function WaitlistRow({ entry }: { entry: WaitlistEntry }) {
  const { event, position, waiting: line } = entry
  return (
    <li>
      <span>
        <Flyer title={event.title} imageUrl={event.imageUrl} />
      </span>
      <span>
        <Link className={classNames('bold', styles.event)} to="/events/$id" params={{ id: event.id }}>
          {event.title}
        </Link>
        <br />
        <span className="small muted">
          {entry.ticketTypeName}, {entry.quantity} requested
          <span className={styles.day}> · {formatShortDay(event.startsAt, event.timezone)}</span>
        </span>
      </span>
      <span className={styles.position}>
        <b className="title-3">{position === null ? 'Held' : formatOrdinal(position)}</b>
        <br />
        <span className="small muted">{position === null ? 'for you' : `of ${line} on the waitlist`}</span>
      </span>
      <LeaveWaitlist entry={entry} />
    </li>
  )
}

function LeaveWaitlist({ entry }: { entry: WaitlistEntry }) {
  const leave = useLeaveWaitlist(entry.id, {
    run: () => ticketsClient.waitlist.leave.call({ id: entry.id }),
    message: 'You left the waitlist.',
  })
  return (
    <ConfirmDialog
      title="Leave the waitlist?"
      description={`You lose your place for ${entry.event.title}. If you join again, you start at the end.`}
      confirmLabel="Leave the waitlist"
      cancelLabel="Stay on the waitlist"
      busy={leave.isRunning && 'Leaving'}
      {...leave.dialog}
      trigger={<IconButton label={`Leave the waitlist for ${entry.event.title}`} icon={X} tooltip={false} />}
    />
  )
}
