import { useQuery } from '@tanstack/react-query'
import { classNames } from '~/design/class-names'
import { Button } from '~/design/button'
import { FilterChips } from '~/design/chip'
import { EmptyState } from '~/design/empty-state'
import { PageButtons } from '~/design/list-sections'
import { ListSearch } from '~/design/list-search'
import { formatPosition } from '~/lib/list-position'
import type { InvitationStatus } from '../../rules/invitation-code'
import { codeCountsQuery, codesQuery } from '../queries'
import { CodesTable } from './codes-table'
import type { InvitationsSearch } from './invitations-search'
import { FailedList, LoadingRows } from './list-placeholders'
import { useLoadFailure } from './use-load-failure'
import styles from './invitations.module.css'

const FILTERS: readonly (InvitationStatus | 'all')[] = ['all', 'pending', 'used', 'expired', 'revoked']

type CodesTabProps = {
  search: InvitationsSearch
  onSearchChange: (search: InvitationsSearch, isStep: boolean) => void
  fresh: readonly string[]
}

export function CodesTab({ search, onSearchChange, fresh }: CodesTabProps) {
  const { status, q, after, before } = search
  const list = useQuery(codesQuery({ status, q, after, before }))
  const { data: counts } = useQuery(codeCountsQuery())
  useLoadFailure(list.isError, list.error)
  const codes = list.data?.codes
  const total = q === undefined ? counts?.[status ?? 'all'] : undefined
  return (
    <>
      <div className={classNames('row between wrap', styles.bar)}>
        <FilterChips
          label="Status"
          filters={FILTERS}
          counts={counts}
          value={status ?? 'all'}
          onChange={(filter) => onSearchChange({ status: filter === 'all' ? undefined : filter, q }, false)}
        />
        <ListSearch
          className={styles.search}
          label="Search codes"
          placeholder="Code, name or note"
          q={q}
          onSettled={(text) => onSearchChange({ status, q: text }, false)}
        />
      </div>
      <output className="visually-hidden">
        {codes && !list.isPlaceholderData
          ? `${codes.length} ${codes.length === 1 ? 'code' : 'codes'} shown`
          : ''}
      </output>
      {list.isPending && <LoadingRows />}
      {list.isError && codes === undefined && (
        <FailedList error={list.error} onRetry={() => void list.refetch()} />
      )}
      {codes?.length === 0 && (
        <NoCodes
          isFiltered={status !== undefined || q !== undefined || after !== undefined || before !== undefined}
          onClear={() => onSearchChange({}, false)}
        />
      )}
      {list.data && codes !== undefined && codes.length > 0 && (
        <>
          <div aria-busy={list.isPlaceholderData} className={styles.list}>
            <CodesTable codes={codes} now={list.dataUpdatedAt} fresh={fresh} />
          </div>
          <PageButtons data={list.data} onPageChange={(turn) => onSearchChange({ status, q, ...turn }, true)}>
            {formatPosition(list.data.from, codes.length, total)}
          </PageButtons>
        </>
      )}
    </>
  )
}

function NoCodes({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState title="No codes yet">Generate one and give it to the person you want to invite.</EmptyState>
    )
  return <EmptyState title="No matching codes" action={<Button onClick={onClear}>Show all codes</Button>} />
}
