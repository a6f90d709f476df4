import { useInfiniteQuery } from '@tanstack/react-query'
import { classNames } from '~/design/class-names'
import { LoadedList } from '~/design/list-sections'
import { ShowMore } from '~/design/show-more'
import { formatChange } from '~/lib/money'
import { toSentenceCase } from '~/lib/sentence-case'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Entry, Statement } from '../../contract'
import { countEntries, countNoun } from '../../rules/describe-line'
import { filterLabels, lineLabels, type StatementFilter } from '../../rules/statement-line'
import { formatDayOfMonth, formatMonth, formatMonthName } from '../../rules/statement-month'
import { entriesQuery } from '../queries'
import { describeEntry, toOrderUrl } from './format-entries'
import type { MoneySearch } from './money-page-search'
import styles from './money.module.css'

type EntriesTableProps = { statement: Statement; kind: StatementFilter; event: MoneySearch['event'] }

/** The single entries of one kind, newest first, and their sum. */
export function EntriesTable({ statement, kind, event }: EntriesTableProps) {
  const { month, events, cents, currency } = statement
  const list = useInfiniteQuery(entriesQuery({ month, kind, event, currency }))
  const lines = events.flatMap((group) => group.lines)
  const entries = lines.reduce((sum, line) => sum + line.entries, 0)
  const tickets = lines.reduce((sum, line) => sum + line.tickets, 0)
  const label = filterLabels[kind] ?? toSentenceCase(kind)
  return (
    <>
      <output className={classNames('small muted', styles.summary)}>
        {[countEntries(entries), tickets > 0 && countNoun(tickets, 'ticket'), formatChange(cents, currency)]
          .filter((part) => part !== false)
          .join(', ')}
      </output>
      <LoadedList list={list} things="entries" reason={getErrorMessage(list.error)}>
        {({ pages }) => (
          <table className={classNames('data-table', styles.statement)}>
            <caption className="visually-hidden">
              {label} in {formatMonth(month)}
            </caption>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Entry</th>
                <th scope="col">Details</th>
                <th scope="col" className="numeric">
                  Amount
                </th>
              </tr>
            </thead>
            <tbody data-client-links>
              {pages
                .flatMap((page) => page.entries)
                .map((entry) => (
                  <EntryRow key={entry.id} entry={entry} hasEvent={events.length > 1} />
                ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  {label} in {formatMonthName(month)}
                </th>
                <td className={styles.sum}>{formatChange(cents, currency)}</td>
              </tr>
            </tfoot>
          </table>
        )}
      </LoadedList>
      <ShowMore list={list} variant="outline" className={styles.more}>
        Load more
      </ShowMore>
    </>
  )
}

function EntryRow({ entry, hasEvent }: { entry: Entry; hasEvent: boolean }) {
  const { event, line, orderNumber, day, cents, currency } = entry
  const details = [hasEvent ? event.title : '', describeEntry(entry)]
  return (
    <tr>
      <td className={styles.date}>{formatDayOfMonth(day)}</td>
      <td className={styles.entry}>
        {orderNumber === null ? (
          lineLabels[line]
        ) : (
          <a className="link" href={toOrderUrl(event.id, orderNumber)}>
            {orderNumber}
          </a>
        )}
      </td>
      <td className={classNames('small muted', styles.details)}>
        {details.filter((part) => part !== '').join(' · ')}
      </td>
      <td className={classNames('numeric bold', styles.amount)}>{formatChange(cents, currency)}</td>
    </tr>
  )
}
