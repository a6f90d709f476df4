import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, FileText } from 'lucide-react'
import { Button } from '~/design/button'
import { FilterChips } from '~/design/chip'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { IconButton } from '~/design/icon-button'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { ListBody, LoadedList } from '~/design/list-sections'
import { PageHead } from '~/design/page-head'
import { SelectField } from '~/design/select-field'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { MoneyOverview, Statement } from '../../contract'
import { filterLabels, STATEMENT_FILTERS } from '../../rules/statement-line'
import { addMonths, formatMonth } from '../../rules/statement-month'
import { overviewQuery, statementQuery } from '../queries'
import { EntriesTable } from './entries-table'
import { findBalance, MoneyFigures } from './money-figures'
import { type MoneySearch, toCsvUrl, toStatementUrl, toYearUrl } from './money-page-search'
import { PayoutNote, type PayoutProblem } from './payout-note'
import { StatementTable } from './statement-table'
import styles from './money.module.css'

type StatementProps = { search: MoneySearch; onSearchChange: (search: MoneySearch) => void }
type MoneyPageProps = StatementProps & {
  isMember: boolean
  /** Why payouts can't be sent; absent if they can. */
  payoutProblem?: PayoutProblem | undefined
}

/** The amounts that a person is owed for their events, and the statement of a month. */
export function MoneyPage({ isMember, payoutProblem, search, onSearchChange }: MoneyPageProps) {
  const { data: overview } = useSuspenseQuery(overviewQuery())
  const currencies = overview.balances.map(({ currency }) => currency)
  const balance = findBalance(overview, search.currency)
  return (
    <div data-full-width>
      <PageHead
        title="Money"
        size="title"
        className={styles.title}
        actions={
          isMember && (
            <LinkButton to="/dashboard/settings" hash="payouts">
              Payout settings
            </LinkButton>
          )
        }
      />
      {overview.events.length === 0 ? (
        <EmptyState
          className={styles.empty}
          title="No entries yet"
          action={
            isMember && (
              <LinkButton variant="primary" to="/dashboard/events/create">
                Create event
              </LinkButton>
            )
          }
        >
          Ticket sales of your events and your shares as a DJ appear here, with fees, refunds and payouts.
        </EmptyState>
      ) : (
        <>
          {payoutProblem && <PayoutNote problem={payoutProblem} overview={overview} />}
          <div className={styles.figures}>
            {currencies.length > 1 && (
              <FilterChips
                label="Currency"
                filters={currencies}
                counts={undefined}
                value={balance.currency}
                onChange={(currency) => onSearchChange({ month: search.month, currency })}
              />
            )}
            <MoneyFigures overview={overview} balance={balance} />
          </div>
          <MonthlyStatement
            search={{ ...search, currency: currencies.length > 1 ? balance.currency : undefined }}
            onSearchChange={onSearchChange}
            events={overview.events.filter(({ currency }) => currency === balance.currency)}
          />
        </>
      )}
    </div>
  )
}

const FILTERS = ['all', ...STATEMENT_FILTERS] as const

type MonthlyStatementProps = StatementProps & { events: MoneyOverview['events'] }

function MonthlyStatement({ search, onSearchChange, events }: MonthlyStatementProps) {
  const list = useQuery(statementQuery(search))
  const { kind, event } = search
  return (
    <section aria-label="Statement">
      <MonthHead statement={list.data} search={search} onSearchChange={onSearchChange} />
      <div className={styles.filters}>
        <FilterChips
          label="Entries"
          filters={FILTERS}
          counts={undefined}
          value={kind ?? 'all'}
          labels={filterLabels}
          onChange={(chosen) => onSearchChange({ ...search, kind: chosen === 'all' ? undefined : chosen })}
        />
        <SelectField
          className={styles.events}
          label="Event"
          hideLabel
          options={[
            { value: '', label: 'All events' },
            ...events.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          value={event ?? ''}
          onChange={({ target }) => onSearchChange({ ...search, event: target.value || undefined })}
        />
      </div>
      <LoadedList list={list} things="the statement" reason={getErrorMessage(list.error)}>
        {(statement) => (
          <ListBody isStale={list.isPlaceholderData}>
            {statement.openingCents === null && statement.events.length === 0 ? (
              <EmptyState
                title={`No ${kind === undefined ? 'entries' : (filterLabels[kind] ?? kind)} in ${formatMonth(statement.month)}`}
                action={
                  <Button onClick={() => onSearchChange({ month: search.month, currency: search.currency })}>
                    Show all entries
                  </Button>
                }
              />
            ) : kind === undefined || list.isPlaceholderData ? (
              <>
                <StatementTable statement={statement} />
                <YearLink statement={statement} />
              </>
            ) : (
              <EntriesTable statement={statement} kind={kind} event={event} />
            )}
          </ListBody>
        )}
      </LoadedList>
    </section>
  )
}

function YearLink({ statement: { month, currency } }: { statement: Statement }) {
  const year = month.slice(0, 4)
  return (
    <p className={classNames('small muted', styles.year)}>
      <a className="link" href={toYearUrl({ year, currency })} download>
        CSV of {year}
      </a>
      , by month and line
    </p>
  )
}

type MonthHeadProps = StatementProps & { statement: Statement | undefined }

function MonthHead({ statement, search, onSearchChange }: MonthHeadProps) {
  if (statement === undefined) return <div className={styles.head} />
  const { month, currentMonth, firstMonth, openingCents, currency } = statement
  const openMonth = (next: string) =>
    onSearchChange({ ...search, month: next === currentMonth ? undefined : next })
  return (
    <div className={classNames('row between wrap', styles.head)}>
      <div className={classNames('row', styles.month)}>
        <IconButton
          label="Previous month"
          icon={ChevronLeft}
          aria-disabled={firstMonth === null || month <= firstMonth || undefined}
          onClick={() => openMonth(addMonths(month, -1))}
        />
        <h2 className="title-2" aria-live="polite">
          {formatMonth(month)}
        </h2>
        <IconButton
          label="Next month"
          icon={ChevronRight}
          aria-disabled={month >= currentMonth || undefined}
          onClick={() => openMonth(addMonths(month, 1))}
        />
      </div>
      <div className="row wrap">
        <AnchorButton
          aria-label="CSV of this statement"
          size="sm"
          icon={Download}
          href={toCsvUrl({ ...search, month })}
          download
        >
          CSV
        </AnchorButton>
        {openingCents !== null && month <= currentMonth && (
          <AnchorButton
            aria-label="PDF of this statement"
            size="sm"
            icon={FileText}
            href={toStatementUrl({ month, currency })}
            download
          >
            PDF
          </AnchorButton>
        )}
      </div>
    </div>
  )
}
