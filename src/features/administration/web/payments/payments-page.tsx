import { useQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { ListSearch } from '~/design/list-search'
import { ListBody, LoadedList, PageButtons } from '~/design/list-sections'
import { useNow } from '~/design/use-now'
import { formatLongAge } from '~/lib/age'
import { formatPosition } from '~/lib/list-position'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { ProviderFigures } from '../../contract-payments'
import { LedgerExport } from './ledger-export'
import { PaymentsAttention } from './payments-attention'
import type { PaymentsSearch } from './payments-search'
import { PaymentsTable } from './payments-table'
import { paymentsAttentionQuery, paymentsQuery } from './queries'
import styles from './payments.module.css'

type PaymentsPageProps = {
  search: PaymentsSearch
  /** With `typed`, the browser history entry is replaced, so that Back undoes a whole search. */
  onSearchChange: (search: PaymentsSearch, how?: 'typed') => void
}

export function PaymentsPage({ search, onSearchChange }: PaymentsPageProps) {
  return (
    <div data-full-width>
      <div className="row between wrap">
        <h1 className="title-1">Payments</h1>
        <UpdatedAgo />
      </div>
      <PaymentsAttention />
      <section className={styles.section} aria-labelledby="all-payments">
        <div className={classNames('row between wrap', styles.listHead)}>
          <h2 className="title-2" id="all-payments">
            All payments
          </h2>
          <ListSearch
            label="Search payments"
            placeholder="Order, email or payment id"
            className={styles.search}
            q={search.q}
            onSettled={(q) => onSearchChange({ q }, 'typed')}
          />
        </div>
        <PaymentsList search={search} onSearchChange={onSearchChange} />
      </section>
      <LedgerExport />
    </div>
  )
}

function formatMode(stripe: ProviderFigures | null): string {
  if (stripe === null) return 'No real money is charged.'
  return stripe.isLive ? 'Live mode.' : 'Test mode.'
}

function UpdatedAgo() {
  const { data, dataUpdatedAt } = useQuery(paymentsAttentionQuery())
  const now = useNow()
  if (now === undefined || data === undefined) return null
  return (
    <p className="small faint">
      {formatMode(data.stripe)} Updated {formatLongAge(new Date(dataUpdatedAt).toISOString(), now)} ago.
    </p>
  )
}

function PaymentsList({ search, onSearchChange }: PaymentsPageProps) {
  const list = useQuery(paymentsQuery(search))
  return (
    <LoadedList list={list} things="payments" reason={getErrorMessage(list.error)}>
      {(page) => {
        const { payments, from, nextCursor } = page
        if (payments.length === 0) return <NoPayments search={search} onSearchChange={onSearchChange} />
        const last = nextCursor === null ? from + payments.length - 1 : undefined
        return (
          <>
            <ListBody isStale={list.isPlaceholderData} data-client-links>
              <PaymentsTable label="All payments" rows={payments} />
            </ListBody>
            <PageButtons data={page} onPageChange={(turn) => onSearchChange({ q: search.q, ...turn })}>
              {formatPosition(from, payments.length, last)}
            </PageButtons>
          </>
        )
      }}
    </LoadedList>
  )
}

function NoPayments({ search, onSearchChange }: PaymentsPageProps) {
  if (search.q === undefined && search.after === undefined) return <EmptyState title="No payments yet." />
  return (
    <EmptyState
      title={search.q === undefined ? 'No payments on this page.' : `No payment matches “${search.q}”.`}
      action={<Button onClick={() => onSearchChange({})}>Show all payments</Button>}
    >
      Search by order number, booking number, or the buyer’s name or email. References and provider ids must
      be complete.
    </EmptyState>
  )
}
