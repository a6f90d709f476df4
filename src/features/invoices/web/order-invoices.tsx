import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { AnchorButton } from '~/design/link-button'
import { formatBalance } from '~/lib/money'
import { formatShortDate } from '~/lib/time'
import type { IssuedInvoice } from '../contract'
import { getInvoicePath } from '../rules/invoice-path'
import { invoicesQuery } from './queries'
import styles from './order-invoices.module.css'

/**
 * Buttons in a row that download an order's valid invoices and credit notes. Renders nothing before they are issued.
 * Pass the `orderIds` of all rows, which are requested together.
 */
export function InvoiceDownloads({ orderId, orderIds }: { orderId: string; orderIds: readonly string[] }) {
  const { data } = useQuery(invoicesQuery(orderIds))
  return data?.invoices
    .filter((invoice) => invoice.orderId === orderId && !invoice.isReplaced)
    .map((invoice) => <InvoiceButton key={invoice.id} invoice={invoice} />)
}

/** The invoices and credit notes of an order with date and amount. Renders nothing before they are issued. */
export function OrderInvoices({ orderId }: { orderId: string }) {
  const { data } = useQuery(invoicesQuery([orderId]))
  if (data === undefined || data.invoices.length === 0) return null
  return (
    <section className={styles.invoices} aria-labelledby="invoices">
      <h2 className="title-3" id="invoices">
        Invoices
      </h2>
      <ul>
        {data.invoices.map((invoice) => (
          <li key={invoice.id}>
            <InvoiceButton invoice={invoice} />
            <span className="small muted">
              {describeInvoice(invoice)}, {formatBalance(invoice.totalCents, invoice.currency)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function InvoiceButton({ invoice: { id, kind, number } }: { invoice: IssuedInvoice }) {
  return (
    <AnchorButton
      className={styles.download}
      variant="ghost"
      size="sm"
      icon={Download}
      href={getInvoicePath(id)}
      download
    >
      {kind === 'invoice' ? 'Invoice' : 'Credit note'} {number}
    </AnchorButton>
  )
}

/** Describes an invoice: `Tickets, 19 Nov 2026` or `Service fee, canceled, 19 Nov 2026`. */
function describeInvoice({ seller, kind, isReplaced, issuedAt }: IssuedInvoice): string {
  return [
    seller === 'organizer' ? 'Tickets' : 'Service fee',
    isReplaced && (kind === 'invoice' ? 'canceled' : 'cancels an invoice'),
    formatIssueDay(issuedAt),
  ]
    .filter((part) => part !== false)
    .join(', ')
}

/** Formats the date of issue in UTC, like the year in the invoice number and the dates on the document. */
const formatIssueDay = (issuedAt: string): string => formatShortDate(issuedAt, 'UTC').slice('Thu '.length)
