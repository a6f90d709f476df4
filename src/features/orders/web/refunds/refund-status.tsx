import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { AnchorButton } from '~/design/link-button'
import { classNames } from '~/design/class-names'
import { formatMoney } from '~/lib/money'
import type { Order } from '../../contract'
import { EventNote } from '../event-note'
import checkout from '../checkout.module.css'
import progress from '../progress.module.css'
import {
  describeRefundState,
  findMainRefund,
  getHeadline,
  listRefundSteps,
  type RefundStep,
} from './refund-texts'
import styles from './refund-status.module.css'

/** Shows how far the refunds of an order are, with their steps. `children` are the next actions. */
export function RefundStatus({ order, children }: { order: Order; children: ReactNode }) {
  const { refunds, event, contactAddress, orderNumber } = order
  const main = findMainRefund(order)
  if (main === undefined) return null
  const isFailed = main.state === 'rejected' || main.state === 'failed'
  return (
    <div className={classNames(checkout.outcome, checkout.wide)}>
      <h1 className="display">{getHeadline(main, order)}</h1>
      <EventNote event={event} className={checkout.note} />
      <p className="lead muted">{describeRefundState(main, order)}</p>
      {refunds.map((refund) => (
        <section key={refund.id} className={styles.refund} aria-labelledby={`refund-${refund.id}`}>
          <h2 className="title-3" id={`refund-${refund.id}`}>
            Refund of {formatMoney(refund.amountCents, event.currency)}
          </h2>
          <ol className={progress.list}>
            {listRefundSteps(refund, event.timezone).map((step) => (
              <Step key={step.title} {...step} />
            ))}
          </ol>
        </section>
      ))}
      {isFailed && contactAddress !== null && (
        <AnchorButton
          className={checkout.action}
          size="lg"
          icon={Mail}
          href={`mailto:${contactAddress}?subject=${encodeURIComponent(`Refund of order ${orderNumber}`)}`}
        >
          Contact support
        </AnchorButton>
      )}
      {children}
    </div>
  )
}

const looks = { done: progress.done, failed: progress.failed, next: progress.next }

function Step({ status, title, detail, time }: RefundStep) {
  return (
    <li className={looks[status]}>
      <span>
        {title}
        {detail !== undefined && <span className={classNames('small muted', progress.detail)}>{detail}</span>}
      </span>
      {time !== undefined && <span className="small faint no-wrap">{time}</span>}
    </li>
  )
}
