import { useMutation } from '@tanstack/react-query'
import { isDefinedError } from '@orpc/client'
import { useState } from 'react'
import { CalendarX } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Note } from '~/design/note'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { formatZone } from '~/lib/time'
import type { BookingDetail } from '../../contract-shapes'
import { canAct, type Side } from '../../rules/booking-policy'
import { type Deal, sumCosts } from '../../rules/deal'
import { describeDealAmount } from '../../rules/deal-texts'
import { getDepositStatus, type UnpaidDeposit } from '../../rules/deposit'
import { formatSet, getEventDay } from '../../rules/set-times'
import { bookings } from '../queries'
import { describeClash } from './describe-clash'
import { FreeDays } from '../terms/free-days'
import { CancellationConsequence, CancellationMatrix } from './cancellation-matrix'
import { getPersonName, formatEventDate } from './booking-labels'
import { ProposedFee } from './lower-fee'
import styles from './deal-sheet.module.css'
import { ReasonDialog } from './reason-dialog'
import { useBookingAnswer } from './use-booking-answer'

type DealActionsProps = {
  booking: BookingDetail
  unpaidDeposit: UnpaidDeposit | undefined
  isCountering: boolean
  /** Opens the counter-offer, on the chosen day if there is one. */
  onCounter: (day?: string) => void
}

/** The buttons to answer the current terms. Answers that confirm or end the booking ask for confirmation. */
export function DealActions({ booking, unpaidDeposit, isCountering, onCounter }: DealActionsProps) {
  // The dialog keeps the terms it was opened with, so that the caller accepts what they read.
  const [confirming, setConfirming] = useState<{
    action: 'accept' | 'decline' | 'cancel'
    read: BookingDetail
  }>()
  const [freeDays, setFreeDays] = useState<string[]>()
  const { take, refuse } = useBookingAnswer()
  // During server rendering the reader's time isn't known, so no set counts as started. Dialogs open only in the
  // browser.
  const now = useNow() ?? 0
  const { id, status, side, awaiting, terms, trail } = booking
  const other = getPersonName(booking.otherParty)
  const clash = describeClash(booking, getEventDay(booking.terms.startsAt, booking.terms.timezone))
  const close = () => setConfirming(undefined)
  const openDialog = (action: 'accept' | 'decline' | 'cancel') => setConfirming({ action, read: booking })

  const createHandlers = (sentence: string) => ({
    onSuccess: (next: BookingDetail) => {
      close()
      notify.success(sentence)
      take(next)
    },
    onError: (error: unknown) => {
      if (isDefinedError(error)) close()
      refuse(error)
    },
  })
  const accept = useMutation({
    ...bookings.accept.mutationOptions(),
    ...createHandlers('Accepted. The day is booked in both calendars.'),
    onError: (error) => {
      if (isDefinedError(error)) close()
      if (isDefinedError(error) && error.code === 'TAKEN') setFreeDays(error.data.freeDays)
      refuse(error)
    },
  })
  const decline = useMutation({
    ...bookings.decline.mutationOptions(),
    ...createHandlers(`Declined. We notified ${other}.`),
  })
  const cancel = useMutation({
    ...bookings.cancel.mutationOptions(),
    ...createHandlers(status === 'confirmed' ? 'Booking canceled' : 'Withdrawn'),
  })
  const at = { id, steps: (confirming?.read ?? booking).steps }
  const isCancellable = canCancel(booking, side, now)
  const cancelled = { booking: confirming?.read ?? booking, unpaidDeposit, now }

  return (
    <>
      <ProposedFee booking={booking} />
      {status === 'pending' && awaiting === 'you' && (
        <div className={classNames('stack', styles.actions)}>
          {clash && (
            <Note icon={CalendarX} role="alert">
              {clash}.
            </Note>
          )}
          {freeDays && freeDays.length > 0 && (
            <FreeDays days={freeDays} picked="" onPick={(day) => onCounter(day)} />
          )}
          <Button variant="primary" size="lg" full onClick={() => openDialog('accept')}>
            Accept
          </Button>
          <div className={classNames('columns-2', styles.pair)}>
            <Button
              id="open-counter"
              variant="outline"
              aria-pressed={isCountering}
              onClick={() => onCounter()}
            >
              Counter-offer
            </Button>
            <Button variant="outline" onClick={() => openDialog('decline')}>
              Decline
            </Button>
          </div>
        </div>
      )}
      {status === 'pending' && awaiting !== 'you' && (
        <div className={classNames('stack', styles.actions)}>
          <Button variant="outline" full onClick={() => openDialog('cancel')}>
            Withdraw
          </Button>
        </div>
      )}
      {status === 'confirmed' && isCancellable && (
        <div className={classNames('stack', styles.actions)}>
          <Button variant="outline" full onClick={() => openDialog('cancel')}>
            Cancel booking
          </Button>
        </div>
      )}
      {status === 'confirmed' && !isCancellable && booking.otherParty && canCancel(booking, 'dj', now) && (
        <p className={classNames('small', styles.actions)}>
          The set has started. Only {other} can cancel now.
        </p>
      )}
      <ConfirmDialog
        open={confirming?.action === 'accept'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title="Accept these terms?"
        description={describeTerms(confirming?.read ?? booking)}
        confirmLabel="Accept"
        danger={false}
        busy={accept.isPending && 'Accepting'}
        onConfirm={() => accept.mutate(at)}
      />
      <ReasonDialog
        open={confirming?.action === 'decline'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={`Decline ${booking.title}?`}
        description={`We’ll notify ${other} immediately, and the booking ends. A new date needs a new request.`}
        confirmLabel="Decline"
        reader={other}
        busy={decline.isPending && 'Declining'}
        onConfirm={(reason) => decline.mutate({ ...at, ...(reason === '' ? {} : { reason }) })}
      />
      <ReasonDialog
        open={confirming?.action === 'cancel'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={status === 'confirmed' ? 'Cancel booking' : 'Withdraw this booking?'}
        className={status === 'confirmed' ? styles.wide : undefined}
        description={
          status === 'confirmed' ? (
            <CancellationConsequence {...cancelled} />
          ) : (
            `This withdraws the current terms. We’ll send ${other} your reason. A new date needs a new request.`
          )
        }
        above={
          status === 'confirmed' && (
            <>
              <CancellationMatrix {...cancelled} />
              <p className="small muted">
                {Boolean(terms.depositCents) &&
                  getDepositStatus(trail, unpaidDeposit) === 'unknown' &&
                  'We don’t know whether the deposit was paid. The table assumes that it was. '}
                We’ll notify {other} immediately, with your reason. The event leaves both calendars. This
                can’t be undone.
              </p>
            </>
          )
        }
        confirmLabel={status === 'confirmed' ? 'Cancel booking' : 'Withdraw'}
        dismissLabel="Keep booking"
        reader={other}
        busy={cancel.isPending && (status === 'confirmed' ? 'Canceling' : 'Withdrawing')}
        isRequired
        onConfirm={(reason) => cancel.mutate({ ...at, reason })}
      />
    </>
  )
}

function canCancel({ status, terms }: BookingDetail, side: Side, now: number): boolean {
  const times = { startsAt: new Date(terms.startsAt), endsAt: new Date(terms.endsAt) }
  const state = { status, awaiting: null, answerBy: null, isOtherDeleted: false, ...times }
  return canAct('cancel', side, state, new Date(now))
}

/** Formats the terms as a sentence. */
function describeTerms(booking: BookingDetail): string {
  const { terms, currency, side, dj } = booking
  const subject = side === 'dj' ? 'You play' : `${getPersonName(dj)} plays`
  const set = `${formatEventDate(terms)}, ${formatSet(terms)} (${formatZone(terms.timezone)})`
  const { deal, feeCents, depositCents } = terms
  const amount = `${describeDealAmount(deal, feeCents, currency)}${describeDeposit(deal, depositCents, currency)}`
  const costs =
    deal.kind !== 'flat' && deal.costs.length > 0
      ? ` Agreed costs of ${formatMoney(sumCosts(deal), currency)} are deducted from ticket income before the share is calculated.`
      : ''
  const held = deal.isFeeGuaranteed ? ' Ticket income is held for the guaranteed fee.' : ''
  return `${subject} ${terms.location} on ${set} ${amount}.${costs}${held} The day is then booked in both calendars.`
}

function describeDeposit({ kind }: Deal, cents: number | null, currency: Currency): string {
  if (!cents) return ''
  const deposit = formatMoney(cents, currency)
  return kind === 'flat' ? `, of which ${deposit} is the deposit` : `, with a deposit of ${deposit}`
}
