import { CircleAlert, Lock, Timer, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Note } from '~/design/note'
import { Skeleton } from '~/design/skeleton'
import { formatCountdown } from '~/design/use-countdown'
import { useSiteName } from '~/design/site-name'
import { formatMoney } from '~/lib/money'
import type { Order } from '../../contract'
import shared from '../buying.module.css'
import { AmountChanged, PaySlow } from './pay-notices'
import type { PayPhase } from './use-pay'
import type { StripeForm } from './use-stripe-form'
import styles from './stripe.module.css'

// After these times, first the button and then the page says that paying still takes time.
const STILL_PAYING_MS = 4_000
const SLOW_MS = 8_000

export interface PayFormProps {
  order: Order
  /** The amount that the form shows to the buyer, in cents. The order may cost another amount by now. */
  seenCents: number
  form: StripeForm
  phase: PayPhase
  secondsLeft: number
  /** Formats a time in the reader's time zone; undefined until the zone is known. */
  formatTime: (iso: string) => string | undefined
  isReleasing: boolean
  onPay: () => void
  onRelease: () => void
  onReload: () => void
}

/**
 * Stripe's form in our page. It stays mounted while another state is shown, so that nothing typed is lost.
 */
export function PayForm(props: PayFormProps) {
  const { order, form, phase, formatTime } = props
  const seconds = usePhaseDuration(phase.name)
  const isSlow = phase.name === 'slow' || (phase.name === 'starting' && seconds === 'slow')
  const heldUntil = formatTime(order.expiresAt)
  if (form.status === 'failed') return <LoadFailed {...props} heldUntil={heldUntil} />
  return (
    <>
      {isSlow && <PaySlow order={order} formatTime={formatTime} />}
      {phase.name === 'amount_changed' && (
        <AmountChanged {...props} amountCents={phase.amountCents} currency={order.event.currency} />
      )}
      <div hidden={isSlow || phase.name === 'amount_changed'}>
        <h1 className={classNames('display', styles.title)}>Payment</h1>
        <form
          className={classNames('stack', styles.form)}
          aria-busy={form.status === 'loading'}
          onSubmit={(event) => {
            event.preventDefault()
            props.onPay()
          }}
        >
          <FormNote {...props} heldUntil={heldUntil} />
          <StripeFields form={form} isPaying={phase.name !== 'form'} />
          <PayButtons {...props} isStillPaying={seconds !== 'fresh'} />
        </form>
      </div>
    </>
  )
}

function FormNote({ phase, secondsLeft, heldUntil }: PayFormProps & { heldUntil: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null)
  const note = phase.name === 'form' ? phase.note : undefined
  useEffect(() => {
    if (note !== undefined) ref.current?.focus()
  }, [note])
  if (note !== undefined)
    return (
      <Note ref={ref} tabIndex={-1} tone="red" role="alert" icon={CircleAlert}>
        <b className="bold">{note.title}</b> {note.text}
        {heldUntil !== undefined && ` Your tickets are held until ${heldUntil}.`}
      </Note>
    )
  if (secondsLeft >= 60) return null
  return (
    <Note tone="orange" role="alert" icon={Timer}>
      <b className="bold">Less than a minute.</b> Pay now, or your tickets go back on sale.
    </Note>
  )
}

/** The skeleton has the height of the form, so nothing moves when Stripe's form appears. */
export function StripeFields({ form, isPaying }: { form: StripeForm; isPaying: boolean }) {
  const { status, hasWallets, paymentRef, walletsRef } = form
  const isLoading = status === 'loading'
  return (
    <>
      {isLoading && <output className="visually-hidden">Loading the payment form</output>}
      <section
        aria-label="Express checkout"
        className={classNames('stack', styles.express)}
        hidden={hasWallets === false}
        inert={isPaying}
      >
        <div className={styles.wallets}>
          {hasWallets === undefined && (
            <div className={styles.pills}>
              <Skeleton className={styles.wallet} />
              <Skeleton className={styles.wallet} />
            </div>
          )}
          <div ref={walletsRef} />
        </div>
        <p className={styles.another}>or pay another way</p>
      </section>
      <section aria-label="Payment method" className={styles.method}>
        {isLoading && (
          <div className={styles.skeleton}>
            <Skeleton height="2.5rem" className={styles.field} />
            <Skeleton height="2.75rem" className={styles.field} />
            <div className={styles.pair}>
              <Skeleton height="2.75rem" className={styles.field} />
              <Skeleton height="2.75rem" className={styles.field} />
            </div>
            <Skeleton height="2.75rem" className={styles.field} />
          </div>
        )}
        <div ref={paymentRef} className={isLoading ? styles.waiting : undefined} />
      </section>
    </>
  )
}

function PayButtons(props: PayFormProps & { isStillPaying: boolean }) {
  const { seenCents, form, phase, secondsLeft, isStillPaying } = props
  const siteName = useSiteName()
  const amount = formatMoney(seenCents, props.order.event.currency)
  const busy = describeBusy(form.status, phase.name, { amount, isStillPaying })
  const look = { type: 'submit', variant: busy ? 'quiet' : 'primary', size: 'lg' } as const
  return (
    <>
      <div className="row desktop-only">
        {/* A busy button is as wide as its idle label. */}
        <Button {...look} className={styles.pay} busy={busy && busy.label}>
          {busy ? busy.label : `Pay ${amount}`}
        </Button>
      </div>
      <p className={classNames('small faint', styles.safe)}>
        <Lock aria-hidden="true" />
        <span>Stripe processes your payment. Your card number never reaches {siteName}.</span>
      </p>
      <div className={classNames('sheet', shared.buyBar)} data-bottom-bar="buy">
        <span>
          <span className="small muted">Held for {formatCountdown(secondsLeft)}</span>
          <br />
          <b className="title-3">{amount}</b>
        </span>
        <Button {...look} busy={busy && busy.short}>
          Pay {amount}
        </Button>
      </div>
    </>
  )
}

export function describeBusy(
  status: StripeForm['status'],
  phase: PayPhase['name'],
  { amount, isStillPaying }: { amount: string; isStillPaying: boolean },
): { label: string; short: string } | false {
  if (status === 'loading') return { label: 'Loading the payment form', short: 'Loading' }
  if (phase === 'checking') return { label: 'Checking your payment', short: 'Checking' }
  if (phase === 'confirming' && isStillPaying) return { label: 'Waiting for your bank', short: 'Waiting' }
  if (phase === 'starting' || phase === 'confirming') {
    const label = isStillPaying ? 'Still paying' : `Paying ${amount}`
    return { label, short: label }
  }
  return false
}

function LoadFailed(props: PayFormProps & { heldUntil: string | undefined }) {
  const { heldUntil, isReleasing, onRelease, onReload } = props
  return (
    <>
      <h1 className={classNames('display', styles.title)}>Payment</h1>
      <div className={classNames('stack', styles.form)}>
        <Note tone="red" role="alert" icon={WifiOff}>
          <b className="bold">The payment form didn’t load.</b> Check your connection or turn off content
          blockers for this page, then try again.
          {heldUntil !== undefined && ` Your tickets are held until ${heldUntil}.`}
        </Note>
        <div className="row wrap">
          <Button variant="primary" size="lg" onClick={onReload}>
            Try again
          </Button>
          <Button variant="ghost" busy={isReleasing ? 'Releasing' : false} onClick={onRelease}>
            Release tickets
          </Button>
        </div>
      </div>
    </>
  )
}

/** Returns how long the current phase of the payment has lasted. */
export function usePhaseDuration(phase: string): 'fresh' | 'late' | 'slow' {
  const [reached, setReached] = useState<{ phase: string; stage: 'late' | 'slow' }>()
  useEffect(() => {
    const late = setTimeout(() => setReached({ phase, stage: 'late' }), STILL_PAYING_MS)
    const slow = setTimeout(() => setReached({ phase, stage: 'slow' }), SLOW_MS)
    return () => {
      clearTimeout(late)
      clearTimeout(slow)
      setReached(undefined)
    }
  }, [phase])
  return reached?.phase === phase ? reached.stage : 'fresh'
}
