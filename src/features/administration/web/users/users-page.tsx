import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { ListFailed, ListLoading, Pages } from '~/design/list-parts'
import { SearchField } from '~/design/search-field'
import { useSettledQuery } from '~/design/use-settled-query'
import { positionWords } from '~/lib/list-position'
import { errorMessage } from '~/platform/rpc/errors'
import { userCountsQuery, usersQuery } from './queries'
import { useKeptRows } from './use-kept-rows'
import { FilterChips, OrderField } from './users-controls'
import { exportPath, firstPage, type UsersSearch } from './users-search'
import { UsersTable } from './users-table'
import './users.css'

/** `typed`: what was said letter by letter is one step of the way back, not many. */
export type ChangeSearch = (search: UsersSearch, how?: 'typed') => void

type UsersPageProps = { meId: string; search: UsersSearch; onSearchChange: ChangeSearch }

/** AD-05 to AD-08: everybody there is, found by address, sorted and paged by the server. */
export function UsersPage({ meId, search, onSearchChange }: UsersPageProps) {
  const [typed, setTyped] = useSettledQuery(search.q ?? '', (q) =>
    onSearchChange({ ...firstPage(search), q: q || undefined }, 'typed'),
  )
  return (
    <div className="us">
      <div className="row between wrapf us-head">
        <h1 className="t1">Users</h1>
        <SearchField
          label="Search users"
          placeholder="Search by email, name or DJ name"
          maxLength={200}
          value={typed}
          onValueChange={setTyped}
        />
      </div>
      <UsersList meId={meId} search={search} onSearchChange={onSearchChange} />
    </div>
  )
}

function UsersList({ meId, search, onSearchChange }: UsersPageProps) {
  const list = useQuery(usersQuery(search))
  const { data: counts } = useQuery(userCountsQuery())
  const { data, isPlaceholderData, isError, error } = list
  const { rows, keep, drop } = useKeptRows(data?.users, JSON.stringify(isPlaceholderData ? null : search))
  const to = data && data.from + data.users.length - 1
  const total =
    search.q === undefined ? counts?.[search.filter ?? 'all'] : data?.nextCursor === null ? to : undefined
  const isFiltered = search.q !== undefined || search.filter !== undefined
  return (
    <>
      <div className="row between wrapf us-filters">
        <FilterChips search={search} onSearchChange={onSearchChange} />
        <div className="row us-where">
          <OrderField search={search} onSearchChange={onSearchChange} />
          <output className="small m3">
            {data && data.users.length > 0 && positionWords(data.from, data.users.length, total)}
          </output>
          <AnchorButton href={exportPath(search)} download variant="ghost" size="sm" icon={Download}>
            Export<span className="sr"> what is found as CSV</span>
          </AnchorButton>
        </div>
      </div>
      {list.isPending && <ListLoading label="Loading users" />}
      {isError && (
        <ListFailed
          title="Failed to load users"
          why={errorMessage(error)}
          isTrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {!isError && rows?.length === 0 && (
        <EmptyState
          title={isFiltered ? 'Nobody is found' : 'Nobody is here yet'}
          action={isFiltered && <Button onClick={() => onSearchChange({})}>Show everybody</Button>}
        />
      )}
      {!isError && rows && rows.length > 0 && (
        <UsersTable
          rows={rows}
          meId={meId}
          search={search}
          onSearchChange={onSearchChange}
          isStale={isPlaceholderData}
          onChanged={keep}
          onDeleted={drop}
        />
      )}
      {data && !isError && (
        <Pages data={data} onTurn={(page) => onSearchChange({ ...firstPage(search), ...page })} />
      )}
    </>
  )
}
