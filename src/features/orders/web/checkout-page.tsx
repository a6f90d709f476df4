import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { classNames } from '~/design/class-names'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import type { PriceTerms } from '~/features/settings/rules/shown-price'
import { formatClock } from '~/lib/time'
import { getErrorMessage, getFieldErrors, hasErrorCode, hasNoResponse } from '~/platform/rpc/errors'
import type { Order } from '../contract'
import type { CheckoutStep } from '../rules/checkout-step'
import { readAccessCode } from './access-code'
import { CheckoutDone } from './checkout-done'
import { CheckoutEnded } from './checkout-ended'
import { CheckoutExpired } from './checkout-expired'
import { CheckoutForm } from './checkout-form'
import { clearReservationKeys } from './reservation-key'
import { describeRefunds } from './refunds/refund-texts'
import { HoldCountdown } from '~/design/hold-countdown'
import { OrderSheet } from './order-sheet'
import { getRefetchDelay, getHoldSeconds, getStep } from './order-step'
import { openOrdersQuery, orderQuery, ordersClient } from './queries'
import { useCountdown } from '~/design/use-countdown'
import { Skeleton } from '~/design/skeleton'
import { Button } from '~/design/button'
import { AnchorButton } from '~/design/link-button'
import { type OnReserved, useReserve } from './use-reserve'
import styles from './checkout.module.css'

/** `/checkout/{orderId}`: one screen per state of the order. */
export function CheckoutPage(props: {
  orderId: string
  priceDisplay: PriceTerms['priceDisplay']
  seen: number | undefined
  onOrder: OnReserved
  /** Renders the invoices of an order that costs money, with their recipient. */
  renderInvoices?: ((order: Order) => ReactNode) | undefined
}) {
  const { data: order } = useSuspenseQuery({
    ...orderQuery(props.orderId),
    refetchInterval: ({ state }) => (state.data ? getRefetchDelay(state.data) : false),
  })
  const secondsLeft = useCountdown(order.expiresAt, order)
  const step = getStep(order) === 'pay' && secondsLeft === 0 ? 'expired' : getStep(order)
  useClearReservationKeys(order, step)
  return (
    <main className={classNames('page-width', styles.page)} id="main">
      <BackAndHomeLinks>
        <BackLink to="/events/$id" params={{ id: order.event.id }}>
          Back
        </BackLink>
      </BackAndHomeLinks>
      <div className={classNames(styles.columns, getTintClass(order.event.title))}>
        <CheckoutContent
          order={order}
          step={step}
          secondsLeft={secondsLeft}
          seen={props.seen}
          onOrder={props.onOrder}
          invoices={order.totalCents > 0 && props.renderInvoices?.(order)}
        />
        <CheckoutSheet
          order={order}
          step={step}
          secondsLeft={secondsLeft}
          priceDisplay={props.priceDisplay}
        />
      </div>
    </main>
  )
}

function CheckoutContent(props: {
  order: Order
  step: CheckoutStep
  secondsLeft: number
  seen: number | undefined
  onOrder: OnReserved
  invoices: ReactNode
}) {
  const { order, step, secondsLeft, seen, onOrder, invoices } = props
  const queryClient = useQueryClient()
  const pay = useMutation(ordersClient.startPayment.mutationOptions())
  const cancel = useMutation(ordersClient.cancelOrder.mutationOptions())
  const holdAgain = useReserve({
    eventId: order.event.id,
    accessCode: readAccessCode(order.event.id),
    promoCode: order.promoCode ?? undefined,
    onReserved: onOrder,
    onSoldOut: () => refresh(),
  })
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: openOrdersQuery().queryKey })
    void queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey })
  }
  // Payment deadlines concern the reader, so they are shown in the reader's zone, not the event's.
  const zone = useReaderZone()
  const formatTime = (iso: string) => (zone === undefined ? undefined : formatClock(iso, zone))

  const start = (buyer: { buyerName: string; buyerEmail: string }) =>
    pay.mutate(
      { orderId: order.id, ...buyer },
      {
        onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
        onError: (error) => {
          // The form shows these errors itself: the toast script may not load while the connection is lost.
          if (Object.keys(getFieldErrors(error)).length > 0 || hasNoResponse(error)) return
          notify.error(getErrorMessage(error))
          if (!hasErrorCode(error, 'CHECKOUT_COMING_SOON')) refresh()
        },
      },
    )
  const releaseTickets = () =>
    cancel.mutate(
      { orderId: order.id },
      { onError: (error) => notify.error(getErrorMessage(error)), onSettled: refresh },
    )

  if (step === 'done') return <CheckoutDone order={order} invoices={invoices} />
  if (step === 'waiting') {
    return (
      <CheckoutWaiting
        requestedAt={formatTime(order.payment?.processingSince ?? order.serverNow)}
        isCancelling={cancel.isPending}
        onCancel={releaseTickets}
      />
    )
  }
  if (step === 'expired') {
    return (
      <CheckoutExpired
        order={order}
        isHolding={holdAgain.isReserving}
        isEmailNeeded={holdAgain.isEmailNeeded}
        onHoldAgain={() =>
          holdAgain.reserve(
            Object.fromEntries(order.items.map((item) => [item.ticketTypeId, item.quantity])),
            order.totalCents,
          )
        }
      />
    )
  }
  if (step === 'cancelled' || step === 'refunded')
    return <CheckoutEnded order={order} step={step} invoices={invoices} />
  return (
    <CheckoutForm
      order={order}
      secondsLeft={secondsLeft}
      seen={seen}
      payUntil={formatTime(order.expiresAt)}
      error={pay.error}
      isStarting={pay.isPending || pay.isSuccess}
      onPay={start}
      billing={invoices}
    />
  )
}

function CheckoutSheet(props: {
  order: Order
  step: CheckoutStep
  secondsLeft: number
  priceDisplay: PriceTerms['priceDisplay']
}) {
  const { step, secondsLeft, ...shown } = props
  const { order } = shown
  if (step === 'expired' || step === 'cancelled') return <OrderSheet {...shown} isVoid />
  if (step === 'refunded') return <OrderSheet {...shown} isVoid badge={describeRefunds(order)} />
  if (step === 'done') return <OrderSheet {...shown} badge={describeRefunds(order) ?? 'confirmed'} />
  if (step === 'waiting') return <OrderSheet {...shown} badge="pending" hasFlyer={false} />
  const isTriedBefore = order.payment?.status === 'declined'
  return (
    <OrderSheet
      {...shown}
      hasFlyer={false}
      hold={
        <HoldCountdown
          secondsLeft={secondsLeft}
          secondsInAll={getHoldSeconds(order)}
          label={isTriedBefore ? 'Still held for you' : 'Held for you'}
        />
      }
    />
  )
}

/** Clears the idempotency keys of an order that has ended: the same selection is then a new order. */
function useClearReservationKeys(order: Order, step: CheckoutStep): void {
  const hasEnded = step !== 'pay' && step !== 'waiting'
  useEffect(() => {
    if (hasEnded) clearReservationKeys(order.event.id)
  }, [hasEnded, order.event.id])
}

function CheckoutWaiting(props: {
  requestedAt: string | undefined
  isCancelling: boolean
  onCancel: () => void
}) {
  const { requestedAt, isCancelling, onCancel } = props
  return (
    <div className={styles.outcome} aria-live="polite">
      <h1 className="display">Waiting for your bank.</h1>
      <p className="lead muted">
        Your bank hasn’t answered yet. This can take longer during a busy sale. We hold your tickets while we
        wait, and email you as soon as we know. You can close this page.
      </p>
      <div className={styles.waiting}>
        <Skeleton height="1.5rem" />
        <p className="small faint">
          {requestedAt !== undefined && `Payment sent at ${requestedAt}. `}We check for an answer every few
          seconds.
        </p>
      </div>
      <div className="row wrap">
        <AnchorButton href="/customer/dashboard?tab=orders">Order History</AnchorButton>
        <Button variant="ghost" busy={isCancelling ? 'Canceling' : false} onClick={onCancel}>
          Cancel order
        </Button>
      </div>
    </div>
  )
}
