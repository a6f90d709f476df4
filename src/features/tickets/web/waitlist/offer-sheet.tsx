import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { classNames } from '~/design/class-names'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatMoney } from '~/lib/money'
import { computeShownLines, type PriceTerms } from '~/features/settings/rules/shown-price'
import { formatClock } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { WaitlistEntry } from '../../contract-waitlist'
import { formatWaitlistHold } from '~/features/notifications/rules/waitlist-hold'
import { formatAddedTaxLabel, listPriceNotes } from '~/features/settings/rules/price-notes'
import { formatAvailableTickets } from '../../rules/format-waitlist'
import { HoldCountdown } from '~/design/hold-countdown'
import { ticketsClient } from '../queries'
import { useCountdown } from '~/design/use-countdown'
import { useLeaveWaitlist } from './use-leave-waitlist'
import { waitlistsQuery } from './waitlist-queries'
import styles from './waitlist.module.css'

export type OfferedEntry = WaitlistEntry & { offer: NonNullable<WaitlistEntry['offer']> }

/** A waitlist offer: its price, Checkout, or pass the tickets to the next person. */
export function OfferSheet(props: {
  entry: OfferedEntry
  response: { serverNow: string }
  priceDisplay: PriceTerms['priceDisplay']
  isFirst: boolean
  onCheckout: (orderId: string) => void
}) {
  const { entry, response, priceDisplay, isFirst, onCheckout } = props
  const { event, offer } = entry
  const secondsLeft = useCountdown(offer.expiresAt, response)
  useRefetchOnExpiry(secondsLeft === 0)
  const take = useAcceptOffer(entry, onCheckout)
  const isAllIn = priceDisplay === 'all_in'
  const terms = { ...offer, priceDisplay, currency: event.currency }
  const [shown = 0] = computeShownLines([offer.subtotalCents], terms)
  // The customer's time zone, not the event's.
  const zone = useReaderZone()
  const Title = isFirst ? 'h1' : 'h2'
  const inAll = Math.round((Date.parse(offer.expiresAt) - Date.parse(offer.offeredAt)) / 1000)
  return (
    <section
      className={classNames('sheet', getTintClass(event.title))}
      aria-label={`Offer for ${event.title}`}
    >
      <div className={classNames('padded', styles.offer)}>
        <p className="bold small">Waitlist, {event.title}</p>
        <Title className={classNames('display', styles.title)}>
          {formatAvailableTickets(offer.quantity)}.
        </Title>
        <HoldCountdown
          secondsLeft={secondsLeft}
          secondsInAll={inAll}
          label={
            zone === undefined ? 'Held for you' : `Held for you until ${formatClock(offer.expiresAt, zone)}`
          }
        />
        <dl className="fact-list">
          <div>
            <dt>
              {offer.quantity} × {entry.ticketTypeName}
            </dt>
            <dd>{shown === 0 ? 'Free' : formatMoney(shown, event.currency)}</dd>
          </div>
          {!isAllIn && offer.addedTaxCents > 0 && (
            <div>
              <dt>{formatAddedTaxLabel(terms)}</dt>
              <dd>{formatMoney(offer.addedTaxCents, event.currency)}</dd>
            </div>
          )}
          {!isAllIn && offer.feeCents > 0 && (
            <div>
              <dt>Service fee ({offer.feeBasisPoints / 100}%)</dt>
              <dd>{formatMoney(offer.feeCents, event.currency)}</dd>
            </div>
          )}
        </dl>
        <div className="total">
          <div className={styles.total}>
            <span>Total</span>
            <span>{formatMoney(offer.totalCents, event.currency)}</span>
          </div>
          {listPriceNotes(offer, terms).map((note) => (
            <p key={note} className={classNames('small muted', styles.fee)}>
              {note}
            </p>
          ))}
        </div>
        <Button
          variant="primary"
          size="lg"
          full
          disabled={secondsLeft === 0}
          busy={take.isPending ? 'Accepting' : false}
          onClick={() => (offer.totalCents > 0 ? onCheckout(offer.orderId) : take.mutate({ id: entry.id }))}
        >
          {offer.totalCents > 0 ? 'Checkout' : `Accept ${offer.quantity === 1 ? 'ticket' : 'tickets'}`}
        </Button>
        <PassOffer entry={entry} />
        <p className={classNames('micro muted', styles.passing)}>
          If you pass, the next person gets {formatWaitlistHold().length}.
        </p>
      </div>
    </section>
  )
}

function useAcceptOffer(entry: OfferedEntry, onCheckout: (orderId: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    ...ticketsClient.waitlist.take.mutationOptions(),
    onSuccess: ({ orderId }) => onCheckout(orderId),
    onError: (error) => {
      notify.error(getErrorMessage(error), { about: entry.id })
      void queryClient.invalidateQueries(waitlistsQuery())
    },
  })
}

function PassOffer({ entry }: { entry: OfferedEntry }) {
  const pass = useLeaveWaitlist(entry.id, {
    run: () => ticketsClient.waitlist.pass.call({ id: entry.id }),
    message: 'Passed to the next person on the waitlist.',
  })
  return (
    <ConfirmDialog
      title="Pass the offer to the next person?"
      description="The next person on the waitlist gets the offer, and you leave the waitlist. You can join it again at its end."
      confirmLabel="Pass offer to the next person"
      cancelLabel="Keep offer"
      danger={false}
      busy={pass.isRunning && 'Passing'}
      {...pass.dialog}
      trigger={
        <Button variant="outline" full>
          Pass offer to the next person
        </Button>
      }
    />
  )
}

function useRefetchOnExpiry(isOver: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries(waitlistsQuery())
  }, [isOver, queryClient])
}
