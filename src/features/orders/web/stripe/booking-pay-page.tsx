import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CircleAlert, Lock, WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { AnchorButton } from '~/design/link-button'
import { Note } from '~/design/note'
import { BackAndHomeLinks, BackLink } from '~/design/page-head'
import { formatSet } from '~/features/bookings/rules/set-times'
import { formatMoney } from '~/lib/money'
import { formatDay } from '~/lib/time'
import type { BookingToPay } from '../../contract-stripe'
import checkout from '../checkout.module.css'
import { stripePaymentQuery } from '../queries'
import { reloadPage } from './leave-page'
import { describeBusy, StripeFields, usePhaseDuration } from './pay-form'
import { useFullLoads, useCheckAfterBank } from './pay-page'
import { State } from './pay-notices'
import styles from './stripe.module.css'
import { type PayNote, usePay, usePayPhase } from './use-pay'
import { useStripeForm } from './use-stripe-form'

type BookingPayPageProps = { reference: string; booking: BookingToPay; hasReturned: boolean }

/** `/pay/stripe/{reference}` of a booking: pays the deposit or a part of the fee with Stripe's form. */
export function BookingPayPage({ reference, booking, hasReturned }: BookingPayPageProps) {
  const { data: payment } = useSuspenseQuery(stripePaymentQuery(reference))
  useFullLoads()
  return (
    <main className={classNames('page-width', checkout.page)} id="main">
      <BackAndHomeLinks>
        <BackLink to="/dashboard/bookings/$id" params={{ id: booking.id }}>
          Booking
        </BackLink>
      </BackAndHomeLinks>
      <div className={classNames(checkout.columns, getTintClass(booking.title))}>
        <div className={styles.column}>
          {booking.isClosed ? (
            <NothingDue booking={booking} />
          ) : (
            <Paying reference={reference} booking={booking} payment={payment} hasReturned={hasReturned} />
          )}
        </div>
        <BookingSheet booking={booking} amountCents={payment.amountCents} />
      </div>
    </main>
  )
}

/** Shown after the back button and in tabs that stayed open, when nothing is left to pay. */
function NothingDue({ booking }: { booking: BookingToPay }) {
  return (
    <State title="There is nothing left to pay here.">
      <p className="lead muted">
        The payment was made, or the booking has changed. The booking shows what was paid and what is due.
      </p>
      <AnchorButton variant="primary" size="lg" href={`/dashboard/bookings/${booking.id}`}>
        Back to the booking
      </AnchorButton>
    </State>
  )
}

interface PayingProps {
  reference: string
  booking: BookingToPay
  payment: { amountCents: number; publishableKey: string }
  hasReturned: boolean
}

function Paying({ reference, booking, payment, hasReturned }: PayingProps) {
  const { amountCents, publishableKey } = payment
  const { currency } = booking
  const queryClient = useQueryClient()
  const [phase, setPhase] = usePayPhase(hasReturned)
  const isBusy = phase.name !== 'form'
  const form = useStripeForm({
    publishableKey,
    amountCents,
    currency,
    isBusy,
    onWallet: (fail) => void pay(fail),
  })
  const { pay, check } = usePay({
    reference,
    resultPath: `/dashboard/bookings/${booking.id}`,
    amountCents,
    getStripe: form.getStripe,
    isStopped: false,
    setPhase,
    onRefresh: () => queryClient.invalidateQueries({ queryKey: stripePaymentQuery(reference).queryKey }),
  })
  useCheckAfterBank(hasReturned, check)
  const seconds = usePhaseDuration(phase.name)
  const amount = formatMoney(amountCents, currency)
  const busy = describeBusy(form.status, phase.name, { amount, isStillPaying: seconds !== 'fresh' })
  const isSlow = phase.name === 'slow' || (phase.name === 'starting' && seconds === 'slow')
  const isDeposit = booking.purpose === 'deposit'
  return (
    <>
      <h1 className={classNames('display', styles.title)}>{isDeposit ? 'Pay deposit' : 'Pay fee'}</h1>
      <form
        className={classNames('stack', styles.form)}
        aria-busy={form.status === 'loading'}
        onSubmit={(event) => {
          event.preventDefault()
          void pay()
        }}
      >
        {isSlow && (
          <Note>
            Stripe is slow to respond. <b className="bold">Don’t pay again.</b> Keep this page open: it
            continues as soon as Stripe responds. You’re charged at most once.
          </Note>
        )}
        {form.status === 'failed' ? (
          <>
            <Note tone="red" role="alert" icon={WifiOff}>
              <b className="bold">The payment form didn’t load.</b> Check your connection or turn off content
              blockers for this page, then try again.
            </Note>
            <div className="row">
              <Button variant="primary" size="lg" onClick={reloadPage}>
                Try again
              </Button>
            </div>
          </>
        ) : (
          <>
            {phase.name === 'form' && phase.note !== undefined && (
              <PayProblem key={phase.note.text} note={phase.note} />
            )}
            <StripeFields form={form} isPaying={phase.name !== 'form'} />
            <div className="row">
              <Button
                type="submit"
                variant={busy ? 'quiet' : 'primary'}
                size="lg"
                className={styles.pay}
                busy={busy && busy.label}
              >
                {busy ? busy.label : `Pay ${amount}`}
              </Button>
            </div>
            <p className={classNames('small faint', styles.safe)}>
              <Lock aria-hidden="true" />
              <span>
                Stripe processes your payment.{' '}
                {isDeposit
                  ? `When the payment succeeds, the deposit is sent to ${booking.djName}. The processing fee of the payment is deducted from the event’s income.`
                  : `It’s held for ${booking.djName}’s fee and sent after the event.`}
              </span>
            </p>
          </>
        )}
      </form>
    </>
  )
}

function PayProblem({ note }: { note: PayNote }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.focus()
  }, [])
  return (
    <Note ref={ref} tabIndex={-1} tone="red" role="alert" icon={CircleAlert}>
      <b className="bold">{note.title}</b> {note.text}
    </Note>
  )
}

function BookingSheet({ booking, amountCents }: { booking: BookingToPay; amountCents: number }) {
  const { number, djName, title, startsAt, timezone, location, purpose, isGuarantee, currency } = booking
  const amount = formatMoney(amountCents, currency)
  const rest = `${formatMoney(booking.restCents, currency)}${isGuarantee ? ' or more' : ''}`
  return (
    <aside className={classNames('sheet', checkout.order, getTintClass(title))} aria-label="Booking">
      <div className={classNames('padded', checkout.facts)}>
        <p className="small bold">Booking {number}</p>
        <p className="title-2">
          {djName} at {title}
        </p>
        <p>
          {formatDay(startsAt, timezone)}, {formatSet(booking)}
          <br />
          {location}
        </p>
        <dl className="fact-list">
          <div>
            <dt>{isGuarantee ? 'Guarantee' : 'Fee'}</dt>
            <dd>{formatMoney(booking.feeCents, currency)}</dd>
          </div>
          <div>
            <dt>Remaining fee, paid after the event</dt>
            <dd>{rest}</dd>
          </div>
        </dl>
        <div className="total">
          <div>
            <span>{purpose === 'deposit' ? 'Deposit' : 'Towards the fee'}</span>
            <span>{amount}</span>
          </div>
          <div>
            <span>Service fee</span>
            <span>{formatMoney(0, currency)}</span>
          </div>
          <div className={checkout.total}>
            <span>Pay now</span>
            <span>{amount}</span>
          </div>
        </div>
      </div>
    </aside>
  )
}
