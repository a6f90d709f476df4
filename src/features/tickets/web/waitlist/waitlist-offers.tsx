import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { LinkButton } from '~/design/link-button'
import { Note } from '~/design/note'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatWaitlistHold } from '~/features/notifications/rules/waitlist-hold'
import { formatClock } from '~/lib/time'
import { formatAvailableTickets } from '../../rules/format-waitlist'
import { waitlistsQuery } from './waitlist-queries'
import styles from '../tickets.module.css'

// Offers last only a short time, so the page polls to show and hide them without a reload.
const POLL_INTERVAL_MS = 15_000

/** The caller's waitlist offers, and a link to their waitlists; empty for most people. */
export function WaitlistOffers() {
  const { data } = useQuery({
    ...waitlistsQuery(),
    refetchInterval: ({ state }) => ((state.data?.entries.length ?? 0) > 0 ? POLL_INTERVAL_MS : false),
  })
  const zone = useReaderZone()
  const entries = data?.entries ?? []
  return (
    <>
      {entries.map(
        ({ id, event, offer }) =>
          offer && (
            <Note key={id} tone="blue" icon={Hourglass} className={styles.held} aria-live="polite">
              <b className="bold">
                {formatAvailableTickets(offer.quantity)} for {event.title}.
              </b>
              <p>
                {zone === undefined
                  ? `Held for you for ${formatWaitlistHold().length}.`
                  : `Held for you until ${formatClock(offer.expiresAt, zone)}.`}
              </p>
              <LinkButton variant="primary" to="/waitlist">
                {offer.quantity === 1 ? 'View offered ticket' : 'View offered tickets'}
              </LinkButton>
            </Note>
          ),
      )}
      {entries.some(({ offer }) => offer === null) && (
        <p className={styles.waitlists}>
          <LinkButton variant="outline" size="sm" to="/waitlist">
            Your waitlists
          </LinkButton>
        </p>
      )}
    </>
  )
}
