import type { Currency } from '~/lib/currency'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { describeDisputeReason } from '~/features/orders/rules/dispute'
import { formatStatus } from '~/lib/format-status'
import { formatMoney } from '~/lib/money'
import { toSentenceCase } from '~/lib/sentence-case'
import type { PaymentDetail, PaymentStep } from '../../contract-payments'
import { Moment } from './moment'
import styles from './payments.module.css'

const outcomes = {
  approved: 'Paid',
  abandoned: 'Ended without a payment',
  returned: 'Paid too late, twice or in the wrong amount, so refunded in full',
}
const refunds = {
  requested: 'requested',
  done: 'sent',
  failed: 'failed',
}

/** The history of a payment, oldest first. */
export function PaymentSteps({ payment: { steps, currency } }: { payment: PaymentDetail }) {
  return (
    <ol className={classNames('row-list', styles.steps)}>
      {steps.map((step) => (
        <li key={'id' in step ? step.id : step.kind}>
          <div>
            <p className="bold">{getTitle(step, currency)}</p>
            <Details step={step} />
          </div>
          <Moment at={step.at} className="small faint end no-wrap" />
        </li>
      ))}
    </ol>
  )
}

const plainTitles = { started: 'Started', processing: 'Waiting for the bank', declined: 'Declined' }

function getTitle(step: PaymentStep, currency: Currency): string {
  if (step.kind === 'settled') return outcomes[step.outcome]
  if (step.kind === 'refund')
    return `Refund of ${formatMoney(step.amountCents, currency)} ${refunds[step.status]}`
  if (step.kind === 'report') return `Webhook ${step.type}`
  if (step.kind === 'dispute')
    return `Dispute of ${formatMoney(step.amountCents, currency)}: ${formatStatus(step.status)}`
  return plainTitles[step.kind]
}

function Details({ step }: { step: PaymentStep }) {
  switch (step.kind) {
    case 'declined':
      return <Line>{step.reason}</Line>
    case 'refund':
      return (
        <>
          <Line>{toSentenceCase(formatStatus(step.reason))}</Line>
          <Line>{step.error}</Line>
        </>
      )
    case 'report':
      return (
        <>
          <Line>{step.handledAt === null && step.error === null && 'Not handled yet'}</Line>
          <Line>{step.error}</Line>
        </>
      )
    case 'dispute':
      return (
        <>
          <Line>{describeDisputeReason(step.reason).label}</Line>
          <Line>
            {step.dueBy !== null && (
              <>
                Due <Moment at={step.dueBy} />
              </>
            )}
          </Line>
        </>
      )
    default:
      return null
  }
}

function Line({ children }: { children: ReactNode }) {
  return children ? <p className="small muted">{children}</p> : null
}
