import type { Currency } from '~/lib/currency'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Badge, type BadgeTone } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { Flyer } from '~/design/flyer/flyer'
import { Note } from '~/design/note'
import { BackAndHomeLinks, BackLink } from '~/design/page-head'
import { ShowMore } from '~/design/show-more'
import { Table } from '~/design/table'
import { formatEventPlace, formatEventTime, formatShortEventDay } from '~/features/events/rules/format-event'
import { formatMoney } from '~/lib/money'
import { formatShortDay } from '~/lib/time'
import type { DashboardRefund, EventRefunds } from '../../contract-refunds'
import { computeArrivalDay, formatRejection } from '../../rules/refund-state'
import { eventRefundsQuery } from './event-refunds-query'
import { PayAnotherWayDialog } from './pay-another-way-dialog'
import styles from './event-refunds.module.css'

// The page polls, because the banks' decisions trigger no live update.
const POLL_INTERVAL_MS = 30_000

/** The refunds of an event for its organizer: state, amount and the next step of each. */
export function EventRefundsPage({ id }: { id: string }) {
  const query = useSuspenseInfiniteQuery({ ...eventRefundsQuery(id), refetchInterval: POLL_INTERVAL_MS })
  const [first] = query.data.pages
  if (first === undefined) return null
  const { event, sums } = first
  const refunds = query.data.pages.flatMap((page) => page.refunds)
  return (
    <div>
      <BackAndHomeLinks home={false} className={styles.back}>
        <BackLink to="/dashboard/events/$id/analytics" params={{ id }}>
          Analytics
        </BackLink>
      </BackAndHomeLinks>
      <EventHead event={event} />
      <div className={classNames('row between wrap', styles.sums)}>
        <h2 className="title-2">Refunds</h2>
        {sums.count > 0 && (
          <p className="muted">
            <b className="bold">{formatMoney(sums.approvedCents, event.currency)}</b> approved,{' '}
            {formatMoney(sums.sentCents, event.currency)} sent
          </p>
        )}
      </div>
      {sums.waiting > 0 && <WaitingNote sums={sums} currency={event.currency} />}
      {refunds.length === 0 ? (
        <EmptyState title="No refunds yet">
          Refunds of this event’s tickets appear here, with the status of each payment to the buyer’s bank.
        </EmptyState>
      ) : (
        <RefundsTable refunds={refunds} event={event} />
      )}
      <ShowMore list={query} variant="outline" className={styles.more} />
      {refunds.length > 0 && (
        <p className={classNames('small faint', styles.remark)}>
          Each refund includes its share of the service fee.
        </p>
      )}
    </div>
  )
}

function EventHead({ event }: { event: EventRefunds['event'] }) {
  const date = event.isDateOpen
    ? event.eventStatus === 'cancelled'
      ? 'No date'
      : 'Date to be announced'
    : `${formatShortEventDay(event)}, ${formatEventTime(event)}`
  return (
    <div className={styles.head}>
      <span className={styles.flyer}>
        <Flyer title={event.title} imageUrl={event.featuredImageUrl} eager />
      </span>
      <div className={styles.title}>
        <h1 className="title-1">{event.title}</h1>
        <p className="muted">
          {date} · {formatEventPlace(event)}
        </p>
      </div>
    </div>
  )
}

function WaitingNote({ sums, currency }: { sums: EventRefunds['sums']; currency: Currency }) {
  return (
    <Note tone="orange" icon={CircleAlert} className={styles.waiting} aria-live="polite">
      <b className="bold">
        {sums.waiting === 1
          ? '1 refund is waiting for the balance.'
          : `${sums.waiting} refunds are waiting for the balance.`}
      </b>{' '}
      The site’s balance doesn’t cover {formatMoney(sums.waitingCents, currency)} yet. We try again within the
      hour.
    </Note>
  )
}

type RefundsTableProps = { refunds: readonly DashboardRefund[]; event: EventRefunds['event'] }

function RefundsTable({ refunds, event }: RefundsTableProps) {
  const [paying, setPaying] = useState<DashboardRefund>()
  return (
    <>
      <Table
        label="Refunds, table"
        stacked
        className={styles.table}
        columns={[
          'Buyer',
          'Tickets',
          'Status',
          { label: 'Amount', className: 'numeric' },
          { label: 'Next step', isHidden: true },
        ]}
      >
        {refunds.map((refund) => (
          <tr key={refund.id}>
            <td>
              <b className="bold">{refund.buyerName || 'Deleted account'}</b>
              <span className={classNames('code small faint', styles.number)}>{refund.orderNumber}</span>
            </td>
            <td className="muted">
              {refund.tickets.map(({ name, quantity }) => `${quantity} ${name}`).join(', ')}
            </td>
            <td>
              <Badge tone={badges[refund.state].tone}>{badges[refund.state].label}</Badge>
            </td>
            <td className="numeric bold">{formatMoney(refund.amountCents, event.currency)}</td>
            <td className="small muted">
              {describeNextStep(refund, event.timezone)}
              {(refund.state === 'rejected' || refund.state === 'failed') && (
                <Button
                  size="sm"
                  className={styles.pay}
                  aria-label={`Mark as paid: ${refund.buyerName || 'deleted account'}, ${refund.orderNumber}`}
                  onClick={() => setPaying(refund)}
                >
                  Mark as paid
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {paying && <PayAnotherWayDialog event={event} refund={paying} onClose={() => setPaying(undefined)} />}
    </>
  )
}

const badges: Record<DashboardRefund['state'], { label: string; tone: BadgeTone }> = {
  approved: { label: 'approved', tone: 'neutral' },
  waiting: { label: 'insufficient balance', tone: 'orange' },
  sent: { label: 'on its way', tone: 'blue' },
  paid: { label: 'paid', tone: 'green' },
  rejected: { label: 'failed', tone: 'red' },
  failed: { label: 'failed', tone: 'red' },
  charged_back: { label: 'disputed', tone: 'neutral' },
  paid_another_way: { label: 'paid', tone: 'green' },
}

function describeNextStep(refund: DashboardRefund, timezone: string): string {
  const { state, sentAt, paidAt, rejection } = refund
  switch (state) {
    case 'approved':
      return 'We send it to the bank next'
    case 'waiting':
      return 'We send it once the balance covers it'
    case 'sent':
      return sentAt === null
        ? 'The bank pays it out'
        : `Due by ${formatShortDay(computeArrivalDay(sentAt), timezone)}`
    case 'paid':
      return paidAt === null ? '' : `Paid on ${formatShortDay(paidAt, timezone)}`
    case 'rejected':
      return `The bank rejected it: ${formatRejection(rejection)}. Our team was notified and retries it.`
    case 'failed':
      return 'It couldn’t be sent. Our team was notified and retries it.'
    case 'paid_another_way':
      return refund.otherPayment ?? ''
    default:
      return ''
  }
}
