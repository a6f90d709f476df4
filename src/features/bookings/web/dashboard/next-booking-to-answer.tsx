import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isDefinedError } from '@orpc/client'
import { useState } from 'react'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { AnchorButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatMoney } from '~/lib/money'
import { formatDay, formatShortDay, formatZoneNote } from '~/lib/time'
import type { BookingSummary } from '../../contract-shapes'
import { formatDealAmount } from '../../rules/deal'
import { formatSet, getEventDay } from '../../rules/set-times'
import { bookingQuery, bookings } from '../queries'
import styles from './next-booking-to-answer.module.css'
import { getBookingPath, getPersonName, formatEventDay } from './booking-labels'
import { ReasonDialog } from './reason-dialog'
import { useBookingAnswer } from './use-booking-answer'

export function AnswerSheet({ booking }: { booking: BookingSummary }) {
  const { id, title, currency, terms, otherParty: other, side, answerBy } = booking
  const readerZone = useReaderZone()
  const zone = readerZone && formatZoneNote(terms.startsAt, terms.timezone, readerZone)
  const weekday = formatDay(`${getEventDay(terms.startsAt, terms.timezone)}T12:00:00Z`, 'UTC').split(' ')[0]
  const facts: [string, string][] = [
    ['Fee', formatDealAmount(terms.deal, terms.feeCents, currency) ?? 'Not set'],
    ...(terms.depositCents === null
      ? []
      : [['Deposit', formatMoney(terms.depositCents, currency)] as [string, string]]),
    [zone ? `Set, ${zone}` : 'Set', formatSet(terms)],
    ...(answerBy ? [['Answer by', formatShortDay(answerBy, terms.timezone)] as [string, string]] : []),
  ]
  return (
    <section className={classNames('sheet', getTintClass(title), styles.answer)} aria-labelledby="answer">
      <p className={styles.date}>
        <small>{weekday}</small>
        {formatEventDay(terms).slice(4)}
      </p>
      <div>
        <h2 className="title-2" id="answer">
          {side === 'dj' ? `Request: ${title}` : `Counter-offer from ${getPersonName(other)}`}
        </h2>
        <p className={classNames('row', styles.person)}>
          <Avatar id={other?.id} name={getPersonName(other)} imageUrl={other?.avatarUrl} size={28} />
          <span>
            <b className="bold">{getPersonName(other)}</b> for {side === 'dj' ? terms.location : title}
          </span>
        </p>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={classNames('row', styles.actions)}>
        <AnchorButton variant="primary" href={getBookingPath(id)}>
          Answer
        </AnchorButton>
        <DeclineButton key={id} booking={booking} />
      </div>
    </section>
  )
}

function DeclineButton({ booking: { id, title, otherParty: other } }: { booking: BookingSummary }) {
  const [isOpen, setIsOpen] = useState(false)
  const queryClient = useQueryClient()
  const { take, refuse } = useBookingAnswer()
  const decline = useMutation({
    mutationFn: async (reason: string) => {
      // Rows of the list have no step number, so fetch the current one to decline.
      const { steps } = await queryClient.fetchQuery({ ...bookingQuery(id), staleTime: 0 })
      return bookings.decline.call({ id, steps, ...(reason === '' ? {} : { reason }) })
    },
    onSuccess: (next) => {
      setIsOpen(false)
      notify.success(`Declined. We notified ${getPersonName(other)}.`)
      take(next)
    },
    onError: (error) => {
      if (isDefinedError(error)) setIsOpen(false)
      refuse(error)
    },
  })
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        Decline
      </Button>
      <ReasonDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Decline ${title}?`}
        description={`We’ll notify ${getPersonName(other)} immediately, and the booking ends. A new date needs a new request.`}
        confirmLabel="Decline"
        reader={getPersonName(other)}
        busy={decline.isPending && 'Declining'}
        onConfirm={(reason) => decline.mutate(reason)}
      />
    </>
  )
}
