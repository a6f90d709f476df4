import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '~/design/badge'
import { Table } from '~/design/table'
import { formatStatus } from '~/lib/format-status'
import { formatMoney } from '~/lib/money'
import type { PersonOrders as Shape } from '../../contract-users-shapes'
import { PersonSection } from './person-section'
import { personOrdersQuery } from './queries'
import { formatPlainDate } from './user-format'
import styles from './user-page.module.css'

/** The orders of one account. */
export function PersonOrders({ personId }: { personId: string }) {
  const reading = useInfiniteQuery(personOrdersQuery(personId))
  const orders = reading.data?.pages.flatMap((page) => page.orders)
  return (
    <PersonSection title="Orders" reading={reading} count={orders?.length} empty="No orders yet.">
      <Table
        label="Orders, table"
        stacked
        className={styles.table}
        hideHead
        columns={['Event', 'Order', 'Total', 'Status']}
      >
        {orders?.map((order) => (
          <tr key={order.id}>
            <td>
              <OrderEvent order={order} />
            </td>
            <td className="muted">
              <BoughtTickets order={order} />
            </td>
            <td className="numeric">
              <span className={styles.lines}>
                {formatMoney(order.totalCents, order.currency)}
                {order.refundedCents > 0 && (
                  <span className="small muted">{formatMoney(order.refundedCents, order.currency)} back</span>
                )}
              </span>
            </td>
            <td>
              <Badge>{formatStatus(order.status)}</Badge>
            </td>
          </tr>
        ))}
      </Table>
    </PersonSection>
  )
}

type Order = Shape['orders'][number]

function OrderEvent({ order }: { order: Order }) {
  return (
    <a className={styles.lines} href={`/events/${order.event.id}`}>
      <b className="bold">{order.event.title}</b>
      <span className="small muted">{formatPlainDate(order.event.startsAt, order.event.timezone)}</span>
    </a>
  )
}

function BoughtTickets({ order }: { order: Order }) {
  return (
    <span className={styles.lines}>
      <span className="code">{order.orderNumber}</span>
      <span className="small">
        {order.ticketCount === 1 ? '1 ticket' : `${order.ticketCount} tickets`},{' '}
        {formatPlainDate(order.createdAt)}
      </span>
    </span>
  )
}
