import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { Table } from '~/design/table'
import { formatMoney } from '~/lib/money'
import type { PaymentRow } from '../../contract-payments'
import { Moment } from './moment'
import { describeRefunds, formatBuyer, statusLabels, toPaymentPath } from './payment-format'
import styles from './payments.module.css'

export function PaymentsTable({ label, rows }: { label: string; rows: readonly PaymentRow[] }) {
  return (
    <Table
      label={`${label}, table`}
      caption={label}
      stacked
      className={classNames(styles.table, styles.payments)}
      columns={['Order or booking', 'Buyer', { label: 'Amount', className: 'numeric' }, 'Status', 'Started']}
    >
      {rows.map((payment) => (
        <PaymentTableRow key={payment.reference} payment={payment} />
      ))}
    </Table>
  )
}

function PaymentTableRow({ payment }: { payment: PaymentRow }) {
  const { label, tone } = statusLabels[payment.status]
  const refunds = describeRefunds(payment)
  return (
    <tr data-row>
      <td className="text">
        <a className={classNames('bold', styles.open)} href={toPaymentPath(payment.reference)}>
          {payment.number}
        </a>
        <span className={classNames('small muted', styles.line)}>{payment.eventTitle}</span>
      </td>
      <td className="text muted">{formatBuyer(payment.buyerEmail)}</td>
      <td className="numeric">
        <b className="bold">{formatMoney(payment.amountCents, payment.currency)}</b>
        {refunds !== '' && <span className={classNames('small muted', styles.line)}>{refunds}</span>}
      </td>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td className="muted full small">
        <Moment at={payment.startedAt} />
      </td>
    </tr>
  )
}
