import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { BackAndHomeLinks } from '~/design/page-head'
import { formatMoney } from '~/lib/money'
import type { PaymentDetail } from '../../contract-payments'
import { Moment } from './moment'
import { CheckAtStripe } from './check-at-stripe'
import {
  allPaymentsPath,
  describeRefunds,
  formatBuyer,
  providerNames,
  statusLabels,
  toBookingPath,
} from './payment-format'
import { PaymentSteps } from './payment-steps'
import styles from './payments.module.css'

/** One payment with its history, and the invoices of its order. */
export function PaymentPage({ payment, invoices }: { payment: PaymentDetail; invoices?: ReactNode }) {
  const { label, tone } = statusLabels[payment.status]
  return (
    <div data-full-width>
      <BackAndHomeLinks home={false} className={styles.back}>
        <span data-client-links>
          <AnchorButton variant="ghost" size="sm" icon={ArrowLeft} href={allPaymentsPath}>
            Payments
          </AnchorButton>
        </span>
      </BackAndHomeLinks>
      <header className={styles.paymentHead}>
        <h1 className="title-1">
          Payment for <span className="no-wrap">{payment.number}</span>
        </h1>
        <p className="row wrap">
          <Badge tone={tone}>{label}</Badge>
          <span className="muted">
            {formatMoney(payment.amountCents, payment.currency)} · {payment.eventTitle}
          </span>
        </p>
      </header>
      <div className={styles.columns}>
        <section aria-labelledby="history">
          <h2 className="title-2" id="history">
            History
          </h2>
          <PaymentSteps payment={payment} />
        </section>
        <div>
          {payment.provider === 'stripe' && <CheckAtStripe payment={payment} />}
          <section aria-labelledby="details">
            <h2 className="title-2" id="details">
              Details
            </h2>
            <Facts payment={payment} />
          </section>
          {invoices}
        </div>
      </div>
    </div>
  )
}

function Facts({ payment }: { payment: PaymentDetail }) {
  const refunds = describeRefunds(payment)
  const facts: [string, ReactNode][] = [
    ...listBooking(payment),
    [payment.bookingId === null ? 'Buyer' : 'Client', formatBuyer(payment.buyerEmail)],
    ['Refunds', refunds === '' ? 'None' : refunds],
    ['Started', <Moment key="at" at={payment.startedAt} />],
    ['Provider', providerNames[payment.provider]],
    ['Provider’s id', <Code key="id">{payment.providerPaymentId ?? 'None'}</Code>],
    ['Our reference', <Code key="reference">{payment.reference}</Code>],
  ]
  return (
    <dl className={classNames('fact-list', styles.facts)}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function listBooking({ bookingId, number }: PaymentDetail): [string, ReactNode][] {
  if (bookingId === null) return []
  return [
    [
      'Booking',
      <span key="booking" data-client-links>
        <a href={toBookingPath(bookingId)}>{number}</a>
      </span>,
    ],
  ]
}

function Code({ children }: { children: string }) {
  return <span className="small code">{children}</span>
}
