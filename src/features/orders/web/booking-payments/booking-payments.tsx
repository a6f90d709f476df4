import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock, Info } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Note } from '~/design/note'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { formatShortDay } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import { addProviderFee } from '~/features/bookings/rules/booking-payment'
import { bookingPaymentsQuery, ordersClient } from '../queries'
import styles from './booking-payments.module.css'

type PaidBooking = {
  id: string
  side: 'client' | 'dj'
  otherName: string
  timezone: string
  currency: Currency
}

type BookingPayments = Awaited<ReturnType<typeof ordersClient.bookingPayments.get.call>>

/** Shows due, pending and refunded payments for a booking; nothing if there are none. */
export function BookingPaymentNotice({ booking }: { booking: PaidBooking }) {
  const { data } = useQuery(bookingPaymentsQuery(booking.id))
  if (data === undefined) return null
  return (
    <>
      {data.returnedCents > 0 && booking.side === 'client' && (
        <Note icon={Info}>
          {formatMoney(data.returnedCents, booking.currency)} is refunded to you in full, because it was paid
          too late, twice or in another amount. It arrives within 10 business days.
        </Note>
      )}
      {(data.cancelledCents ?? 0) > 0 && (
        <Note icon={Info}>{describeDjPayment(booking, data.cancelledCents ?? 0, data.paidDepositCents)}</Note>
      )}
      <PaymentState booking={booking} data={data} />
    </>
  )
}

/** Says how the DJ is paid their part of a cancelled booking. */
function describeDjPayment(
  { side, otherName, currency }: PaidBooking,
  cancelledCents: number,
  depositCents: number,
): string {
  const [gets, keeps] = side === 'dj' ? ['you get', 'You keep'] : [`${otherName} gets`, `${otherName} keeps`]
  const amount = formatMoney(cancelledCents, currency)
  if (cancelledCents <= depositCents) return `${keeps} ${amount} of the deposit, as the booking’s terms say.`
  const paid =
    depositCents > 0 ? `, of which ${formatMoney(depositCents, currency)} was paid as the deposit` : ''
  return `Under the booking’s terms, ${gets} ${amount}${paid}. The rest is paid when the event is settled.`
}

/** Says how an agreed booking without an event can be paid here. */
export function EventMissingNotice({ side, otherName }: Pick<PaidBooking, 'side' | 'otherName'>) {
  return (
    <Note icon={Info} data-client-links>
      {side === 'client' ? (
        <>
          To pay the deposit here and hold the fee from tickets, add this booking to the line-up of{' '}
          <a className="link" href="/dashboard/events">
            one of your events
          </a>
          . Otherwise you pay {otherName} directly.
        </>
      ) : (
        `${otherName} can pay the deposit here, and hold your fee from tickets, once the booking is in the line-up of their event.`
      )}
    </Note>
  )
}

function PaymentState({ booking, data }: { booking: PaidBooking; data: BookingPayments }) {
  const now = useNow()
  const { side, otherName, timezone, currency } = booking
  if (data.refundedCents > 0)
    return (
      <Note icon={Info}>
        {side === 'client'
          ? `${formatMoney(data.refundedCents, currency)} of your payments is refunded to you. It arrives within 10 business days.`
          : `${formatMoney(data.refundedCents, currency)} of ${otherName}’s payments is refunded to them.`}
      </Note>
    )
  if (data.isPending)
    return (
      <Note icon={Clock} tone="orange">
        {side === 'client' ? 'Your bank' : `${otherName}’s bank`} hasn’t confirmed the payment yet. It can
        take a few days.
      </Note>
    )
  if (!data.canPay || data.depositDueCents === 0 || data.depositDueBy === null) return null
  const amount = formatMoney(data.depositDueCents, currency)
  const isLate = now !== undefined && Date.parse(data.depositDueBy) < now
  return (
    <Note icon={Clock} tone="orange">
      <b className="bold">
        Deposit {isLate ? 'was due' : 'due'} by {formatShortDay(data.depositDueBy, timezone)}.
      </b>{' '}
      {side === 'client'
        ? isLate
          ? `Pay the ${amount} now. Until then, ${otherName} can cancel the booking and owes nothing.`
          : `If you don’t pay the ${amount} by then, ${otherName} can cancel the booking and owes nothing.`
        : `${otherName} hasn’t paid the ${amount} yet. ${isLate ? 'You' : 'If it isn’t paid by then, you'} can cancel the booking and owe nothing.`}
    </Note>
  )
}

/** Opens the payment of the deposit, for the client of a booking. */
export function PayDepositButton({ booking }: { booking: PaidBooking }) {
  const { data } = useQuery(bookingPaymentsQuery(booking.id))
  if (booking.side !== 'client' || !data?.canPay || data.depositDueCents === 0 || data.isPending) return null
  return (
    <PayButton bookingId={booking.id} purpose="deposit" amountCents={data.depositDueCents} full>
      Pay deposit
    </PayButton>
  )
}

/** Opens a payment of the uncovered part of a guaranteed fee, for the client of a booking. */
export function TopUpButton({ booking, missingCents }: { booking: PaidBooking; missingCents: number }) {
  const { data } = useQuery(bookingPaymentsQuery(booking.id))
  if (booking.side !== 'client' || !data?.canPay || data.isPending) return null
  // The missing amount still includes the deposit, which has to be paid first and as a deposit.
  if (data.depositDueCents > 0)
    return (
      <PayButton bookingId={booking.id} purpose="deposit" amountCents={data.depositDueCents}>
        Pay the deposit of {formatMoney(data.depositDueCents, booking.currency)} first
      </PayButton>
    )
  const amountCents = Math.min(addProviderFee(missingCents), data.balanceLimitCents)
  if (amountCents <= 0) return null
  return (
    <>
      <PayButton bookingId={booking.id} purpose="balance" amountCents={amountCents}>
        Top up {formatMoney(amountCents, booking.currency)}
      </PayButton>
      {amountCents > missingCents && (
        <p className={classNames('small muted', styles.hint)}>
          Includes {formatMoney(amountCents - missingCents, booking.currency)} for the processing fee. The
          part that isn’t charged stays in your balance.
        </p>
      )}
    </>
  )
}

function PayButton({
  bookingId,
  purpose,
  amountCents,
  full = false,
  children,
}: {
  bookingId: string
  purpose: 'deposit' | 'balance'
  amountCents: number
  full?: boolean
  children: ReactNode
}) {
  const queryClient = useQueryClient()
  const pay = useMutation({
    ...ordersClient.bookingPayments.pay.mutationOptions(),
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
    onError: (error) => {
      notify.error(getErrorMessage(error))
      void queryClient.invalidateQueries({ queryKey: bookingPaymentsQuery(bookingId).queryKey })
    },
  })
  const { reset } = pay
  // The browser's Back button may restore this page with a busy button.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [reset])
  return (
    <Button
      variant="primary"
      size={full ? 'lg' : 'md'}
      full={full}
      busy={pay.isPending || pay.isSuccess ? 'Opening payment' : false}
      onClick={() => pay.mutate({ bookingId, purpose, amountCents })}
    >
      {children}
    </Button>
  )
}
