import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { FittedLine } from '~/design/fitted-line'
import { formatDollars } from '~/lib/money'
import type { DisputeDetail } from '../../contract-disputes'
import { describeDisputeReason } from '../../rules/dispute'
import { describeTickets, getBuyer } from './describe-dispute'
import styles from './disputes.module.css'

/** The amount in dispute on a sheet, which also carries the decision. */
export function DisputeSheet({ dispute, children }: { dispute: DisputeDetail; children: ReactNode }) {
  const amount = formatDollars(dispute.amountCents)
  return (
    <aside className={classNames('sheet stock-orange', styles.sheet)} aria-label="Amount in dispute">
      <div className="padded">
        <div className={styles.measure}>
          <p className="small bold">Amount in dispute</p>
          <FittedLine text={amount} />
          {children}
        </div>
      </div>
    </aside>
  )
}

export function DisputeFacts({ dispute }: { dispute: DisputeDetail }) {
  const facts: [string, string][] = [
    ['Buyer', getBuyer(dispute)],
    ['Reason', describeDisputeReason(dispute.reason).label],
    ['Order', dispute.facts?.orderNumber ?? 'No tickets'],
    ['Tickets', describeTickets(dispute)],
  ]
  return (
    <dl className="fact-list">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
