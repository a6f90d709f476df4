import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { FittedLine } from '~/design/fitted-line'
import { formatMoney } from '~/lib/money'
import type { DisputeDetail } from '../../contract-disputes'
import { describeDisputeReason } from '../../rules/dispute'
import { describeTickets, getBuyer } from './describe-dispute'
import styles from './disputes.module.css'

interface DisputeSheetProps {
  label: string
  headline: string
  children: ReactNode
}

/** The disputed amount and the organizer's choice, or how the dispute ended. */
export function DisputeSheet({ label, headline, children }: DisputeSheetProps) {
  return (
    <aside className={classNames('sheet stock-orange', styles.sheet)} aria-label={label}>
      <div className="padded">
        <div className={styles.measure}>
          <p className="small bold">{label}</p>
          <FittedLine text={headline} />
          {children}
        </div>
      </div>
    </aside>
  )
}

/** Lists the facts of a dispute. `hasAmount` adds the amount, for a sheet whose headline is something else. */
export function DisputeFacts({
  dispute,
  hasAmount = false,
}: {
  dispute: DisputeDetail
  hasAmount?: boolean
}) {
  const amount: [string, string][] = hasAmount
    ? [['Amount', formatMoney(dispute.amountCents, dispute.currency)]]
    : []
  const facts: [string, string][] = [
    ...amount,
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
