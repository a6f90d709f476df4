import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Blocks } from '~/design/blocks'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { LinkButton } from '~/design/link-button'
import { Spinner } from '~/design/spinner'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { pluralize } from '~/lib/pluralize'
import { type PriceTerms, computeShownLines } from '~/features/settings/rules/shown-price'
import { formatClock } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Order } from '../../contract'
import { clearReservationKeys } from '../reservation-key'
import { getHoldSeconds, getStep, countTickets } from '../order-step'
import { PriceLines } from '../price-lines'
import { ordersClient } from '../queries'
import { formatCountdown, useCountdown } from '~/design/use-countdown'
import { useReportInView } from './order-in-view'
import styles from './open-order.module.css'

const BLOCKS = 30

/**
 * Replaces 'Select Tickets' while the viewer's order of this event is open: the time left, and buttons to pay, change
 * or cancel.
 */
export function OpenOrderSheet(props: {
  order: Order
  priceDisplay: PriceTerms['priceDisplay']
  onChange: () => void
  onEnded: () => void
}) {
  const { order, priceDisplay, onChange, onEnded } = props
  const sheet = useRef<HTMLElement>(null)
  useReportInView(sheet, order.id)
  const secondsLeft = useCountdown(order.expiresAt, order)
  const zone = useReaderZone()
  const { feeBasisPoints, feeTaxPpm, tax } = order
  const terms = { priceDisplay, feeBasisPoints, feeTaxPpm, tax, currency: order.event.currency }
  const lines = computeShownLines(
    order.items.map((item) => item.quantity * item.unitCents),
    terms,
  )
  const count = countTickets(order)
  const isWaiting = getStep(order) === 'waiting'
  return (
    <section ref={sheet} className="sheet" aria-labelledby="open-order">
      <div className={classNames('padded stack', styles.openOrder)}>
        <div className={classNames('row between', styles.head)}>
          <h2 id="open-order" className="title-2">
            {isWaiting ? 'Payment is being confirmed' : 'Finish your order'}
          </h2>
          {isWaiting ? (
            <Spinner />
          ) : (
            <b className="figure" role="timer" aria-label="Time left">
              {formatCountdown(secondsLeft)}
            </b>
          )}
        </div>
        {isWaiting ? (
          <p>Your bank hasn’t answered. Your tickets stay held.</p>
        ) : (
          <>
            <div aria-hidden="true">
              <Blocks
                filled={Math.ceil((secondsLeft / Math.max(1, getHoldSeconds(order))) * BLOCKS)}
                total={BLOCKS}
                label=""
                color="var(--ink)"
              />
            </div>
            <p>
              {pluralize(count, 'ticket is', 'tickets are')} held for you
              {zone !== undefined && (
                <>
                  {' '}
                  until <b className="bold">{formatClock(order.expiresAt, zone)}</b>
                </>
              )}
              .
            </p>
          </>
        )}
        <PriceLines
          subtotalCents={order.subtotalCents}
          addedTaxCents={order.addedTaxCents}
          discountCents={order.discountCents}
          promoCode={order.promoCode}
          feeCents={order.feeCents}
          totalCents={order.totalCents}
          {...terms}
          items={order.items.map(({ name, quantity }, index) => ({
            label: `${quantity} × ${name}`,
            cents: lines[index] ?? 0,
          }))}
        />
        <LinkButton variant="primary" size="lg" full to="/checkout/$orderId" params={{ orderId: order.id }}>
          {isWaiting ? 'See your order' : 'Continue to payment'}
        </LinkButton>
        {!isWaiting && (
          <div className={classNames('row', styles.actions)}>
            <Button variant="outline" onClick={onChange}>
              Change tickets
            </Button>
            <CancelOrder order={order} onEnded={onEnded} />
          </div>
        )}
      </div>
    </section>
  )
}

function CancelOrder({ order, onEnded }: { order: Order; onEnded: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const cancel = useMutation(ordersClient.cancelOrder.mutationOptions())
  const confirm = () =>
    cancel.mutate(
      { orderId: order.id },
      {
        onSuccess: () => {
          clearReservationKeys(order.event.id)
          notify.success('Order canceled. You weren’t charged.')
        },
        onError: (error) => notify.error(getErrorMessage(error)),
        onSettled: () => {
          setIsConfirming(false)
          onEnded()
        },
      },
    )
  return (
    <ConfirmDialog
      title="Cancel order?"
      description={`${pluralize(countTickets(order), 'ticket goes', 'tickets go')} back on sale immediately.`}
      confirmLabel="Cancel order"
      cancelLabel="Keep order"
      busy={cancel.isPending ? 'Canceling' : false}
      onConfirm={confirm}
      open={isConfirming}
      onOpenChange={setIsConfirming}
      trigger={<Button variant="outline">Cancel order</Button>}
    />
  )
}
