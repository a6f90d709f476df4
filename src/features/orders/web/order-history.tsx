import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { Flyer } from '~/design/flyer/flyer'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { ShowMore } from '~/design/show-more'
import { Table } from '~/design/table'
import { formatStatus } from '~/lib/format-status'
import { pluralize } from '~/lib/pluralize'
import { formatMoney, formatPrice } from '~/lib/money'
import { formatShortDate } from '~/lib/time'
import type { OrderSummary } from '../contract'
import { getReceiptPath } from '../rules/file-addresses'
import { formatShortEventDay } from '~/features/events/rules/format-event'
import { ordersQuery } from './queries'
import { listPaidOrderIds } from './paid-order-ids'
import { formatTicketCounts } from './format-ticket-counts'
import styles from './order-history.module.css'

type RenderInvoices = (order: OrderSummary) => ReactNode

/**
 * 'Order History' (C-05), newest first; expired orders are collapsed below. `Invoices` shows the downloads of a paid order; `orderIds` are
 * all paid orders of its page.
 */
export function OrderHistory({
  Invoices,
}: {
  Invoices?: ComponentType<{ orderId: string; orderIds: readonly string[] }>
}) {
  const query = useSuspenseInfiniteQuery(ordersQuery())
  const orders = query.data.pages.flatMap((page) => page.orders)
  if (orders.length === 0)
    return <EmptyState title="No orders yet" action={<LinkButton to="/events">Browse Events</LinkButton>} />
  const renderInvoices: RenderInvoices = (order) => {
    const orderIds = query.data.pages
      .map((page) => listPaidOrderIds(page.orders))
      .find((ids) => ids.includes(order.id))
    return Invoices !== undefined && orderIds !== undefined ? (
      <Invoices orderId={order.id} orderIds={orderIds} />
    ) : null
  }
  const expired = orders.filter(({ status }) => status === 'expired')
  const others = orders.filter(({ status }) => status !== 'expired')
  return (
    <>
      {others.length > 0 && (
        <OrderTable label="Order History, table" orders={others} renderInvoices={renderInvoices} />
      )}
      {expired.length > 0 && (
        <details className={styles.expired}>
          <summary>{pluralize(expired.length, 'expired order')}</summary>
          <p className="small muted">These holds expired before they were paid. You weren’t charged.</p>
          <OrderTable label="Expired orders" orders={expired} renderInvoices={renderInvoices} />
        </details>
      )}
      <ShowMore list={query} variant="outline" className={styles.more} />
    </>
  )
}

function OrderTable({
  label,
  orders,
  renderInvoices,
}: {
  label: string
  orders: readonly OrderSummary[]
  renderInvoices: RenderInvoices
}) {
  return (
    <Table
      label={label}
      stacked
      className={styles.table}
      columns={[
        'Order',
        'Status',
        'Ordered',
        'Event',
        { label: 'Total', className: classNames('numeric', styles.total) },
        { label: 'Receipt', isHidden: true },
      ]}
    >
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} invoices={renderInvoices(order)} />
      ))}
    </Table>
  )
}

function OrderRow({ order, invoices }: { order: OrderSummary; invoices: ReactNode }) {
  const isOpen = order.status === 'reserved'
  return (
    <tr>
      <td>
        <b className={classNames('code', styles.number)}>{order.orderNumber}</b>
        <span className="small faint">{formatTicketCounts(order.ticketCounts)}</span>
      </td>
      <td>
        {/* Only confirmed orders have the default style, so that the others are noticeable. */}
        <Badge tone={isOpen ? 'orange' : order.status === 'confirmed' ? 'neutral' : 'outline'}>
          {isOpen ? 'pending' : formatStatus(order.status)}
        </Badge>
      </td>
      <td className="muted">{formatOrderDate(order)}</td>
      <td className="text">
        <span className={styles.event}>
          <Flyer title={order.event.title} imageUrl={order.event.featuredImageUrl} />
          <span>
            <b className="bold">{order.event.title}</b>
            <span className="small muted">{formatEventDate(order)}</span>
          </span>
        </span>
      </td>
      <td className={classNames('numeric bold', styles.total)}>
        {formatPrice(order.totalCents, order.event.currency)}
        {order.refundedCents > 0 && order.hasReceipt && (
          <span className={classNames('small muted', styles.remark)}>
            {formatMoney(order.refundedCents, order.event.currency)} refunded
          </span>
        )}
        {order.status === 'cancelled' && (
          <span className={classNames('small muted', styles.remark)}>You weren’t charged.</span>
        )}
      </td>
      <td>
        {isOpen && (
          <LinkButton size="sm" to="/checkout/$orderId" params={{ orderId: order.id }}>
            Finish paying
          </LinkButton>
        )}
        {order.refundedCents > 0 && (
          <LinkButton variant="ghost" size="sm" to="/checkout/$orderId" params={{ orderId: order.id }}>
            View refund
          </LinkButton>
        )}
        {order.hasReceipt && (
          <AnchorButton
            className={styles.receipt}
            variant="ghost"
            size="sm"
            icon={Download}
            href={getReceiptPath(order.id)}
            download
          >
            Download Receipt
          </AnchorButton>
        )}
        {invoices}
      </td>
    </tr>
  )
}

/** Formats the date, such as 'Sat 5 Dec 2026', or that it was cancelled or moved. */
function formatEventDate({ event }: OrderSummary): string {
  if (event.eventStatus === 'cancelled') return `${formatShortEventDay(event)}, canceled`
  if (event.isDateOpen) return 'Postponed, date to be announced'
  return event.eventStatus === 'postponed'
    ? `Moved to ${formatShortEventDay(event)}`
    : formatShortEventDay(event)
}

/** Formats the day of the order, such as '20 Nov 2026', in the event's zone, so that the page uses one zone. */
function formatOrderDate(order: OrderSummary): string {
  return formatShortDate(order.createdAt, order.event.timezone).slice('Fri '.length)
}
