import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { classNames } from '~/design/class-names'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { HoldCountdown } from '~/design/hold-countdown'
import { BackAndHomeLinks, BackLink } from '~/design/page-head'
import { Skeleton } from '~/design/skeleton'
import { notify } from '~/design/toast'
import { useCountdown } from '~/design/use-countdown'
import { useReaderZone } from '~/design/use-reader-zone'
import type { PriceTerms } from '~/features/settings/rules/shown-price'
import { formatClock } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Order } from '../../contract'
import { readAccessCode } from '../access-code'
import checkout from '../checkout.module.css'
import { OrderSheet } from '../order-sheet'
import { getHoldSeconds, getRefetchDelay, getStep } from '../order-step'
import { orderQuery, ordersClient, stripePaymentQuery } from '../queries'
import { type OnReserved, useReserve } from '../use-reserve'
import { goTo, reloadPage, replaceWith } from './leave-page'
import { PayForm } from './pay-form'
import { AlreadyPaid, ExpiredHoldHeading, PayExpired, PayInOtherTab } from './pay-notices'
import styles from './stripe.module.css'
import { usePay, usePayPhase } from './use-pay'
import { useSingleTab } from './use-single-tab'
import { useStripeForm } from './use-stripe-form'

interface PayPageProps {
  reference: string
  orderId: string
  priceDisplay: PriceTerms['priceDisplay']
  /** Whether the buyer has come back from their bank's own page. */
  hasReturned: boolean
  onOrder: OnReserved
}

/** `/pay/stripe/{reference}`: pays a held order with Stripe's form. */
export function PayPage(props: PayPageProps) {
  const { data: payment } = useSuspenseQuery(stripePaymentQuery(props.reference))
  const { data: order } = useSuspenseQuery({
    ...orderQuery(props.orderId),
    refetchInterval: ({ state }) => (state.data ? getRefetchDelay(state.data) : false),
  })
  useFullLoads()
  const secondsLeft = useCountdown(order.expiresAt, order)
  const [isTrying, setIsTrying] = useState(props.hasReturned)
  const step = getStep(order)
  // While the bank's form is open, the order doesn't count as expired, because the form's result decides.
  const isExpired = !isTrying && (step === 'expired' || (step === 'pay' && secondsLeft === 0))
  const isElsewhere = step === 'waiting' || step === 'cancelled' || step === 'refunded'
  useEffect(() => {
    if (isElsewhere) replaceWith(`/checkout/${order.id}`)
  }, [isElsewhere, order.id])
  const zone = useReaderZone()
  const formatTime = (iso: string) => (zone === undefined ? undefined : formatClock(iso, zone))
  return (
    <main className={classNames('page-width', checkout.page)} id="main">
      {step === 'pay' && <TimeAnnouncement secondsLeft={secondsLeft} />}
      <BackAndHomeLinks>
        <BackLink to="/checkout/$orderId" params={{ orderId: order.id }}>
          Back
        </BackLink>
      </BackAndHomeLinks>
      <div className={classNames(checkout.columns, getTintClass(order.event.title))}>
        <div className={styles.column}>
          {step === 'done' ? (
            <AlreadyPaid order={order} formatTime={formatTime} />
          ) : isExpired ? (
            <Expired order={order} onOrder={props.onOrder} />
          ) : isElsewhere ? (
            <Skeleton height="12rem" />
          ) : (
            <Paying
              {...props}
              order={order}
              payment={payment}
              secondsLeft={secondsLeft}
              formatTime={formatTime}
              onTrying={setIsTrying}
            />
          )}
        </div>
        <OrderSheet
          order={order}
          priceDisplay={props.priceDisplay}
          hasFlyer={false}
          isVoid={isExpired}
          {...(step === 'done'
            ? { badge: 'confirmed' }
            : {
                hold: isExpired ? (
                  <ExpiredHoldHeading at={formatTime(order.expiresAt)} />
                ) : (
                  <HoldCountdown
                    secondsLeft={secondsLeft}
                    secondsInAll={getHoldSeconds(order)}
                    label={order.isHoldExtended ? 'Held, extended once' : 'Held for you'}
                  />
                ),
              })}
        />
      </div>
    </main>
  )
}

function Paying(props: {
  reference: string
  order: Order
  payment: { amountCents: number; publishableKey: string }
  secondsLeft: number
  formatTime: (iso: string) => string | undefined
  hasReturned: boolean
  onTrying: (isTrying: boolean) => void
}) {
  const { reference, order, payment, secondsLeft, formatTime, hasReturned, onTrying } = props
  const { openSince, takeOver } = useSingleTab(order.id)
  const isStopped = openSince !== undefined
  const queryClient = useQueryClient()
  const cancel = useMutation(ordersClient.cancelOrder.mutationOptions())
  const [phase, setPhase] = usePayPhase(hasReturned)
  const isTrying = phase.name !== 'form' && phase.name !== 'amount_changed'
  const form = useStripeForm({
    publishableKey: payment.publishableKey,
    amountCents: payment.amountCents,
    currency: order.event.currency,
    isBusy: isTrying,
    onWallet: (fail) => void pay(fail),
  })
  const { pay, check } = usePay({
    reference,
    resultPath: `/checkout/${order.id}`,
    amountCents: payment.amountCents,
    getStripe: form.getStripe,
    isStopped,
    setPhase,
    onRefresh: () => queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey }),
  })
  useEffect(() => {
    onTrying(isTrying)
  }, [isTrying, onTrying])
  useCheckAfterBank(hasReturned, check)

  const refresh = () => void queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey })
  const release = () =>
    cancel.mutate(
      { orderId: order.id },
      {
        onError: (error) => notify.error(getErrorMessage(error)),
        onSettled: refresh,
      },
    )
  return (
    <>
      {isStopped && (
        <PayInOtherTab
          since={formatTime(new Date(openSince).toISOString())}
          onContinue={takeOver}
          onCheck={refresh}
        />
      )}
      <div hidden={isStopped}>
        <PayForm
          order={order}
          seenCents={payment.amountCents}
          form={form}
          phase={phase}
          secondsLeft={secondsLeft}
          formatTime={formatTime}
          isReleasing={cancel.isPending}
          onPay={() => void pay()}
          onRelease={release}
          onReload={reloadPage}
        />
      </div>
    </>
  )
}

function Expired({ order, onOrder }: { order: Order; onOrder: OnReserved }) {
  const queryClient = useQueryClient()
  const holdAgain = useReserve({
    eventId: order.event.id,
    accessCode: readAccessCode(order.event.id),
    promoCode: order.promoCode ?? undefined,
    onReserved: onOrder,
    onSoldOut: () => void queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey }),
  })
  return (
    <PayExpired
      order={order}
      isHolding={holdAgain.isReserving}
      onHoldAgain={() =>
        holdAgain.reserve(
          Object.fromEntries(order.items.map((item) => [item.ticketTypeId, item.quantity])),
          order.totalCents,
        )
      }
    />
  )
}

/** Tells screen readers three times how much time is left; the ticking countdown itself is silent. */
function TimeAnnouncement({ secondsLeft }: { secondsLeft: number }) {
  const text =
    secondsLeft === 0
      ? 'Your hold expired.'
      : secondsLeft <= 60
        ? 'One minute left to pay.'
        : secondsLeft <= 300
          ? 'Five minutes left to pay.'
          : ''
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  )
}

/** Checks a payment once, when the buyer comes back from their bank's own page. */
export function useCheckAfterBank(hasReturned: boolean, check: () => Promise<void>): void {
  useEffect(() => {
    if (!hasReturned) return
    // Removes the bank's parameters from the address: they are not needed, and one of them is a secret.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    void check()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the buyer comes back
  }, [hasReturned])
}

/** Leaves this page with a full load, so that no other page has Stripe's script or this page's wider policy. */
export function useFullLoads(): void {
  const { history } = useRouter()
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: false,
        blockerFn: ({ nextLocation, action }) => {
          // Back and Forward aren't intercepted: the pages before and after were opened by a full page load, so the
          // browser handles them.
          if (action !== 'PUSH' && action !== 'REPLACE') return false
          goTo(nextLocation.href)
          return true
        },
      }),
    [history],
  )
}
