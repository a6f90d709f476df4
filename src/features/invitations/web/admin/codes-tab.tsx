import { useQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { Chip, ChipGroup } from '~/design/chip'
import { EmptyState } from '~/design/empty-state'
import { SearchField } from '~/design/search-field'
import { useSettledQuery } from '~/design/use-settled-query'
import { formatCount } from '~/lib/count'
import { hasCode } from '~/platform/rpc/errors'
import type { InvitationStatus } from '../../rules/invitation-code'
import { codeCountsQuery, codesQuery } from '../queries'
import { CodesTable } from './codes-table'
import type { InvitationsSearch } from './invitations-search'
import { FailedList, LoadingRows } from './list-states'
import { PageSteps } from './page-steps'
import { useLoadFailure } from './use-load-failure'

const FILTERS: readonly (InvitationStatus | 'all')[] = ['all', 'pending', 'used', 'expired', 'revoked']

type CodesTabProps = {
  search: InvitationsSearch
  onSearchChange: (search: InvitationsSearch, isStep: boolean) => void
  /** Ids of what was generated a moment ago. */
  fresh: readonly string[]
}

/** AD-09: all codes, newest first, with who made and who used them. */
export function CodesTab({ search, onSearchChange, fresh }: CodesTabProps) {
  const { status, q, after, before } = search
  const list = useQuery(codesQuery({ status, q, after, before }))
  const { data: counts } = useQuery(codeCountsQuery())
  const [typed, setTyped] = useSettledQuery(q ?? '', (words) =>
    onSearchChange({ status, q: words || undefined }, false),
  )
  useLoadFailure(list.isError, list.error)
  const codes = list.data?.codes
  const total = q === undefined ? counts?.[status ?? 'all'] : undefined
  return (
    <>
      <div className="row between wrapf inv-bar">
        <ChipGroup label="Status" scroll>
          {FILTERS.map((filter) => (
            <Chip
              key={filter}
              pressed={filter === (status ?? 'all')}
              onClick={() => onSearchChange({ status: filter === 'all' ? undefined : filter, q }, false)}
            >
              {filter === 'all' ? 'All' : filter}{' '}
              {counts && <span className="inv-n">{formatCount(counts[filter])}</span>}
            </Chip>
          ))}
        </ChipGroup>
        <SearchField
          label="Search codes"
          placeholder="Code, name or note"
          maxLength={100}
          value={typed}
          onValueChange={setTyped}
        />
      </div>
      <output className="sr">
        {codes && !list.isPlaceholderData
          ? `${codes.length} ${codes.length === 1 ? 'code' : 'codes'} shown`
          : ''}
      </output>
      {list.isPending && <LoadingRows />}
      {list.isError && codes === undefined && (
        <FailedList
          error={list.error}
          onRetry={() =>
            // A place in the list that is no longer understood would be refused again.
            hasCode(list.error, 'BAD_REQUEST') ? onSearchChange({ status, q }, false) : void list.refetch()
          }
        />
      )}
      {codes?.length === 0 && (
        <NoCodes
          isFiltered={status !== undefined || q !== undefined || after !== undefined || before !== undefined}
          onClear={() => onSearchChange({}, false)}
        />
      )}
      {list.data && codes !== undefined && codes.length > 0 && (
        <>
          <div aria-busy={list.isPlaceholderData} className="inv-list">
            <CodesTable codes={codes} now={list.dataUpdatedAt} fresh={fresh} />
          </div>
          <PageSteps
            from={list.data.from}
            count={codes.length}
            total={total}
            onPrevious={step(list.data.previousCursor, (cursor) => ({ status, q, before: cursor }))}
            onNext={step(list.data.nextCursor, (cursor) => ({ status, q, after: cursor }))}
          />
        </>
      )}
    </>
  )

  function step(cursor: string | null, to: (cursor: string) => InvitationsSearch) {
    return cursor === null ? undefined : () => onSearchChange(to(cursor), true)
  }
}

function NoCodes({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return <EmptyState title="No codes yet">Generate one and hand it to whoever you want in.</EmptyState>
  return <EmptyState title="No code like that" action={<Button onClick={onClear}>Show all codes</Button>} />
}
