import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { LoadedList } from '~/design/list-sections'
import { ShowMore } from '~/design/show-more'
import { Table } from '~/design/table'
import { formatBalance } from '~/lib/money'
import { formatShortDate } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Payout } from '../../contract'
import { payoutListQuery } from '../queries'
import styles from './payouts.module.css'

/** The person's payouts for their events and sets, sent and waiting, newest first. */
export function PayoutList() {
  const list = useInfiniteQuery(payoutListQuery())
  return (
    <div className={classNames('stack', styles.section)}>
      <h3 className="title-3">Payouts</h3>
      <LoadedList list={list} things="payouts" reason={getErrorMessage(list.error)}>
        {({ pages }) => {
          const payouts = pages.flatMap((page) => page.payouts)
          return payouts.length === 0 ? (
            <p className="muted">
              Your payouts appear here: deposits and guaranteed fees of your sets, and your share of settled
              events.
            </p>
          ) : (
            <PayoutTable payouts={payouts} />
          )
        }}
      </LoadedList>
      <ShowMore list={list} variant="outline" className={styles.more}>
        Load more
      </ShowMore>
    </div>
  )
}

function PayoutTable({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <Table
      label="Payouts, table"
      caption="Payouts"
      stacked
      className={styles.table}
      data-client-links
      columns={['Sent', 'For', 'Status', { label: 'Amount', className: 'numeric' }]}
    >
      {payouts.map((payout) => (
        <PayoutRow key={payout.id} payout={payout} />
      ))}
    </Table>
  )
}

const reasons: Record<Payout['reason'], string> = {
  deposit: 'Deposit',
  guaranteed_fee: 'Guaranteed fee',
  settlement: 'Settlement',
  adjustment: 'Adjusted share',
  offset: 'Used to pay your debt for an earlier event',
}

function PayoutRow({ payout: { event, reason, cents, currency, sentAt } }: { payout: Payout }) {
  return (
    <tr>
      <td className="bold no-wrap">
        {sentAt === null ? 'Not sent yet' : formatShortDate(sentAt, event.timezone)}
      </td>
      <td className={classNames('text', styles.event)}>
        <a className="link" href={`/dashboard/events/${event.id}/settlement`}>
          {event.title}
        </a>
        <span className={classNames('small muted', styles.reason)}>{reasons[reason]}</span>
      </td>
      <td>
        {sentAt === null ? (
          <Badge tone="blue">waiting</Badge>
        ) : reason === 'offset' ? (
          <Badge>deducted</Badge>
        ) : cents < 0 ? (
          <Badge tone="red">deducted</Badge>
        ) : (
          <Badge>sent</Badge>
        )}
      </td>
      <td className="numeric bold no-wrap">{formatBalance(cents, currency)}</td>
    </tr>
  )
}
