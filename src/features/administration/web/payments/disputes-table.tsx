import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { Table } from '~/design/table'
import { useNow } from '~/design/use-now'
import { describeDisputeReason } from '~/features/orders/rules/dispute'
import { formatMoney } from '~/lib/money'
import type { OpenDispute } from '../../contract-payments'
import { Moment } from './moment'
import { toBookingPath, toPaymentPath } from './payment-format'
import styles from './payments.module.css'

const SOON_MS = 3 * 86_400_000

export function DisputesTable({ rows }: { rows: readonly OpenDispute[] }) {
  return (
    <Table
      label="Open disputes, table"
      caption="Open disputes"
      stacked
      className={styles.table}
      columns={[
        'Order or booking',
        { label: 'Amount', className: 'numeric' },
        'Reason',
        'Due',
        { label: 'Action', isHidden: true },
      ]}
    >
      {rows.map((dispute) => (
        <tr key={dispute.id} data-row>
          <td className="text">
            <a className={classNames('bold', styles.open)} href={toPaymentPath(dispute.reference)}>
              {dispute.number}
            </a>
            <span className={classNames('small muted', styles.line)}>{dispute.eventTitle}</span>
          </td>
          <td className="numeric bold">{formatMoney(dispute.amountCents, dispute.currency)}</td>
          <td className="muted full">{describeDisputeReason(dispute.reason).label}</td>
          <td>
            <Deadline at={dispute.dueBy} />
          </td>
          <td>
            {dispute.bookingId === null ? (
              <AnchorButton
                size="sm"
                href={`/dashboard/disputes/${encodeURIComponent(dispute.id)}`}
                aria-label={`Answer dispute: ${dispute.number}`}
              >
                Answer dispute
              </AnchorButton>
            ) : (
              <>
                <span className={classNames('small muted', styles.line)}>
                  Answer it in Stripe’s dashboard.
                </span>
                <a href={toBookingPath(dispute.bookingId)} aria-label={`View booking ${dispute.number}`}>
                  View booking
                </a>
              </>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** The deadline of a dispute, in red from three days before. */
function Deadline({ at }: { at: string | null }) {
  const now = useNow()
  if (at === null) return <Badge>no deadline</Badge>
  const isSoon = now !== undefined && Date.parse(at) - now < SOON_MS
  return (
    <Badge tone={isSoon ? 'red' : 'orange'}>
      Due <Moment at={at} />
    </Badge>
  )
}
