import { useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Blocks } from '~/design/blocks'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { IconButton } from '~/design/icon-button'
import { LinkButton } from '~/design/link-button'
import { Spinner } from '~/design/spinner'
import { formatCount } from '~/lib/count'
import { pluralize } from '~/lib/pluralize'
import { formatPrice } from '~/lib/money'
import type { Order } from '../../contract'
import { readAccessCode } from '../access-code'
import { getHoldSeconds, getStep, countTickets, useHoldAgain } from '../order-step'
import { formatCountdown, useCountdown } from '~/design/use-countdown'
import { useReserve } from '../use-reserve'
import { useOrderInView } from './order-in-view'
import { toSelection, useOpenOrders } from './use-open-orders'
import styles from './open-order.module.css'

const DISMISSED_KEY = 'dismissed-holds'

const BLOCKS = 30

/**
 * Shows the caller's open order at the bottom of every page except checkout, until it is paid, cancelled, or expired
 * and dismissed.
 */
export default function HoldBar() {
  const orders = useOpenOrders({ isSignedIn: true, isFresh: true })
  const inView = useOrderInView()
  const { isDismissed, dismiss } = useDismissed()
  const shown = orders.filter(({ id }) => id !== inView && !isDismissed(id))
  const steps = ['pay', 'waiting', 'expired'] as const
  const order = steps
    .map((step) => shown.find((candidate) => getStep(candidate) === step))
    .find((found) => found !== undefined)
  return order ? <OrderBar key={order.id} order={order} onDismiss={() => dismiss(order.id)} /> : null
}

function OrderBar({ order, onDismiss }: { order: Order; onDismiss: () => void }) {
  const secondsLeft = useCountdown(order.expiresAt, order)
  const step = getStep(order) === 'pay' && secondsLeft === 0 ? 'expired' : getStep(order)
  // A live region is read out when its text changes, not when it appears. So screen readers hear nothing on page
  // load, and then one sentence per state.
  const isLate = step === 'pay' && secondsLeft < 60
  const news = isLate ? 'Less than a minute left to finish your order.' : step === 'expired' ? EXPIRED : ''
  return (
    <>
      <output className="visually-hidden">{news}</output>
      {step === 'expired' ? (
        <ExpiredBar order={order} onDismiss={onDismiss} />
      ) : step === 'waiting' ? (
        <BarLayout
          order={order}
          title="Payment is being confirmed"
          text="Your bank hasn’t answered. Your tickets stay held."
        >
          <Spinner />
        </BarLayout>
      ) : (
        <RunningBar order={order} secondsLeft={secondsLeft} isLate={isLate} />
      )}
    </>
  )
}

const EXPIRED = 'Your hold expired. You weren’t charged.'

function RunningBar(props: { order: Order; secondsLeft: number; isLate: boolean }) {
  const { order, secondsLeft, isLate } = props
  const tickets = pluralize(countTickets(order), 'ticket')
  return (
    <BarLayout
      order={order}
      isOnSheet
      title={isLate ? 'Less than a minute left' : 'Finish your order'}
      text={
        isLate
          ? `${tickets}, ${order.event.title}`
          : `${tickets} for ${order.event.title}, ${formatPrice(order.totalCents, order.event.currency)}`
      }
      blocks={Math.ceil((secondsLeft / Math.max(1, getHoldSeconds(order))) * BLOCKS)}
    >
      <b className={styles.time} role="timer" aria-label="Time left">
        {formatCountdown(secondsLeft)}
      </b>
      <LinkButton
        className={styles.action}
        variant="primary"
        to="/checkout/$orderId"
        params={{ orderId: order.id }}
      >
        {isLate ? 'Pay now' : 'Finish order'}
      </LinkButton>
    </BarLayout>
  )
}

function ExpiredBar({ order, onDismiss }: { order: Order; onDismiss: () => void }) {
  const router = useRouter()
  const { reserve, isReserving, isEmailNeeded } = useReserve({
    eventId: order.event.id,
    accessCode: readAccessCode(order.event.id),
    promoCode: order.promoCode ?? undefined,
    onReserved: (orderId, seen) =>
      router.navigate({ to: '/checkout/$orderId', params: { orderId }, search: { seen } }),
    onSoldOut: () => void router.navigate({ to: '/events/$id', params: { id: order.event.id } }),
  })
  const { canHoldAgain, waitMessage } = useHoldAgain(order)
  return (
    <BarLayout
      order={order}
      isSpent
      title={EXPIRED}
      text={
        isEmailNeeded
          ? 'Add an email address in your settings, then reserve again.'
          : (waitMessage ?? describeStock(order))
      }
    >
      {waitMessage !== undefined ? null : canHoldAgain ? (
        <Button
          className={styles.action}
          variant="solid"
          busy={isReserving ? 'Holding' : false}
          onClick={() => reserve(toSelection(order), order.totalCents)}
        >
          Hold again
        </Button>
      ) : (
        <LinkButton
          className={styles.action}
          variant="solid"
          to="/events/$id"
          params={{ id: order.event.id }}
        >
          See tickets
        </LinkButton>
      )}
      <IconButton label="Dismiss" icon={X} onClick={onDismiss} />
    </BarLayout>
  )
}

/** Describes what can be held again, such as '5 General Admission tickets are available.' */
function describeStock(order: Order): string {
  const left = order.items.filter(({ remaining }) => remaining > 0)
  if (left.length === 0) return `No tickets for ${order.event.title} are available now.`
  const list = left.map(({ name, remaining }) => `${formatCount(remaining)} ${name}`).join(' and ')
  const isOne = left.length === 1 && left[0]?.remaining === 1
  return `${list} ${isOne ? 'ticket is' : 'tickets are'} available.`
}

function BarLayout(props: {
  order: Order
  title: string
  text: string
  isOnSheet?: boolean
  isSpent?: boolean
  blocks?: number
  children: ReactNode
}) {
  const { order, title, text, isOnSheet = false, isSpent = false, blocks, children } = props
  return (
    <aside
      className={classNames(
        styles.holdBar,
        isOnSheet ? `sheet ${getTintClass(order.event.title)} ${styles.running}` : styles.resting,
        isSpent && styles.expired,
      )}
      aria-label="Open order"
    >
      {blocks !== undefined && (
        <div className={styles.blocks} aria-hidden="true">
          <Blocks filled={blocks} total={BLOCKS} label="" height="4px" color="var(--ink)" />
        </div>
      )}
      <Flyer
        title={order.event.title}
        imageUrl={order.event.featuredImageUrl}
        className={styles.flyer}
        eager
      />
      <div>
        <p className="bold">{title}</p>
        <p className={classNames('small', styles.details)}>{text}</p>
      </div>
      <div className={classNames('row', styles.controls)}>{children}</div>
    </aside>
  )
}

function useDismissed(): {
  isDismissed: (orderId: string) => boolean
  dismiss: (orderId: string) => void
} {
  const [ids, setIds] = useState(readDismissed)
  return {
    isDismissed: (orderId) => ids.includes(orderId),
    dismiss: (orderId) => {
      const next = [...ids, orderId]
      setIds(next)
      try {
        sessionStorage.setItem(DISMISSED_KEY, next.join(' '))
      } catch {}
    },
  }
}

function readDismissed(): string[] {
  try {
    return (sessionStorage.getItem(DISMISSED_KEY) ?? '').split(' ')
  } catch {
    return []
  }
}
