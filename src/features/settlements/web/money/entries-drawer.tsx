import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { Drawer } from '~/design/drawer'
import { AnchorButton } from '~/design/link-button'
import { ListSearch } from '~/design/list-search'
import { LoadedList } from '~/design/list-sections'
import { ShowMore } from '~/design/show-more'
import { formatCount } from '~/lib/count'
import { formatChange } from '~/lib/money'
import { formatShort } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Entry } from '../../contract'
import { countEntries } from '../../rules/describe-line'
import { lineLabels } from '../../rules/statement-line'
import { entriesQuery } from '../queries'
import { describeEntry, toOrderUrl } from './format-entries'
import { type EntryFilters, toCsvUrl } from './money-page-search'
import styles from './entries-drawer.module.css'

type EntriesDrawerProps = {
  label: string
  /** The amount as formatted text. */
  amount: string
  /** The number of entries that the amount sums up. */
  entries: number
  filters: EntryFilters
}

/** An amount that opens its entries. */
export function EntriesDrawer({ label, amount, entries, filters }: EntriesDrawerProps) {
  return (
    <Drawer
      side="right"
      label={`Entries of ${label}`}
      className={styles.drawer}
      title={
        <div>
          <h2 className="title-2">{label}</h2>
          <p className="muted">
            {countEntries(entries)}, {amount}
          </p>
        </div>
      }
      trigger={
        <button
          type="button"
          className={classNames('link', styles.figure)}
          aria-label={`${label}, ${amount}, show ${countEntries(entries)}`}
        >
          {amount}
        </button>
      }
    >
      <DrawerEntries total={entries} filters={filters} />
    </Drawer>
  )
}

function DrawerEntries({ total, filters }: { total: number; filters: EntryFilters }) {
  const [q, setQ] = useState<string>()
  const found = { ...filters, q }
  const list = useInfiniteQuery(entriesQuery(found))
  return (
    <>
      <ListSearch label="Search entries" placeholder="Order number" shortcut={false} q={q} onSettled={setQ} />
      <LoadedList list={list} things="entries" reason={getErrorMessage(list.error)}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          return (
            <>
              {entries.length > 0 && (
                <ul className={classNames('row-list', styles.list)} data-client-links>
                  {entries.map((entry) => (
                    <EntryItem key={entry.id} entry={entry} />
                  ))}
                </ul>
              )}
              <output className="small faint">
                {q === undefined
                  ? `${formatCount(entries.length)} of ${countEntries(total)}`
                  : entries.length === 0
                    ? `No order number contains “${q}”.`
                    : `${formatCount(entries.length)}${list.hasNextPage ? ' or more' : ''} found`}
              </output>
            </>
          )
        }}
      </LoadedList>
      <div className={classNames('row between wrap', styles.actions)}>
        <ShowMore list={list}>Load more</ShowMore>
        <AnchorButton
          aria-label="CSV of these entries"
          className={styles.csv}
          icon={Download}
          href={toCsvUrl(found)}
          download
        >
          CSV
        </AnchorButton>
      </div>
    </>
  )
}

function EntryItem({ entry }: { entry: Entry }) {
  const { event, orderNumber, postedAt, cents, currency } = entry
  const details = [formatShort(postedAt, event.timezone), describeEntry(entry)]
  return (
    <li>
      <span>
        {orderNumber === null ? (
          <b className="bold">{lineLabels[entry.line]}</b>
        ) : (
          <a className="link" href={toOrderUrl(event.id, orderNumber)}>
            {orderNumber}
          </a>
        )}
        <span className={classNames('small muted', styles.facts)}>
          {details.filter((part) => part !== '').join(' · ')}
        </span>
      </span>
      <b className={classNames('bold end', styles.amount)}>{formatChange(cents, currency)}</b>
    </li>
  )
}
