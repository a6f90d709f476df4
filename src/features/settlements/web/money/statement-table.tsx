import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { formatBalance, formatChange } from '~/lib/money'
import type { Statement, StatementRow } from '../../contract'
import { describeLine, formatLine } from '../../rules/describe-line'
import { formatDayOfMonth, formatDayRange, formatMonth, getFirstDay } from '../../rules/statement-month'
import { EntriesDrawer } from './entries-drawer'
import { describeEvent } from './format-entries'
import styles from './money.module.css'

/** The lines of a month by event. Has balances unless it is filtered. */
export function StatementTable({ statement }: { statement: Statement }) {
  const { month, currency, events, cents, openingCents, closingCents, closingDay } = statement
  const hasBalance = openingCents !== null
  return (
    <table className={classNames('data-table', styles.statement)}>
      <caption className="visually-hidden">Statement of {formatMonth(month)}</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Entry</th>
          <th scope="col">Details</th>
          <th scope="col" className="numeric">
            Amount
          </th>
          {hasBalance && (
            <th scope="col" className="numeric">
              Balance
            </th>
          )}
        </tr>
      </thead>
      {hasBalance && (
        <tbody>
          <tr>
            <td className={styles.date}>{formatDayOfMonth(getFirstDay(month))}</td>
            <td className={classNames('bold', styles.entry)} colSpan={3}>
              Opening balance
            </td>
            <td className={classNames('numeric bold', styles.balance)}>
              {formatBalance(openingCents, currency)}
            </td>
          </tr>
        </tbody>
      )}
      {events.map((group) => (
        <EventLines key={group.event.id} group={group} statement={statement} hasBalance={hasBalance} />
      ))}
      <tfoot>
        <tr>
          <th scope="row" colSpan={hasBalance ? 4 : 3}>
            {hasBalance ? `Balance on ${formatDayOfMonth(closingDay)}` : `Sum of ${formatMonth(month)}`}
          </th>
          <td className={styles.sum}>
            {closingCents === null ? formatChange(cents, currency) : formatBalance(closingCents, currency)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

type EventGroup = Statement['events'][number]
type Shown = Pick<Statement, 'month' | 'currency'>
type EventLinesProps = { group: EventGroup; statement: Shown; hasBalance: boolean }

function EventLines({ group: { event, cents, lines }, statement, hasBalance }: EventLinesProps) {
  return (
    <tbody data-client-links>
      <tr className={styles.event}>
        <th scope="rowgroup" colSpan={3}>
          <span className={styles.flyer}>
            <Flyer title={event.title} imageUrl={event.imageUrl} />
          </span>
          <a href={`/dashboard/events/${event.id}/analytics`}>{event.title}</a>
          <span className={classNames('small muted', styles.state)}>{describeEvent(event)}</span>
        </th>
        <td className={styles.eventSum} colSpan={hasBalance ? 2 : 1}>
          {formatChange(cents, statement.currency)}
        </td>
      </tr>
      {lines.map((row) => (
        <LineRow key={row.line} row={row} event={event} statement={statement} />
      ))}
    </tbody>
  )
}

type LineRowProps = { row: StatementRow; event: EventGroup['event']; statement: Shown }

function LineRow({ row, event, statement: { month, currency } }: LineRowProps) {
  return (
    <tr>
      <td className={styles.date}>{formatDayRange(row.firstDay, row.lastDay)}</td>
      <td className={classNames('bold', styles.entry)}>{formatLine(row)}</td>
      <td className={classNames('small muted', styles.details)}>{describeLine(row, event.timezone)}</td>
      <td className={classNames('numeric', styles.amount)}>
        <EntriesDrawer
          label={formatLine(row)}
          amount={formatChange(row.cents, currency)}
          entries={row.entries}
          filters={{ month, event: event.id, line: row.line }}
        />
      </td>
      {row.balanceCents !== null && (
        <td className={classNames('numeric muted', styles.balance)}>
          {formatBalance(row.balanceCents, currency)}
        </td>
      )}
    </tr>
  )
}
