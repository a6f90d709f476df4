import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { FilterChips } from '~/design/chip'
import { AnchorButton } from '~/design/link-button'
import { LoadedList, PageButtons } from '~/design/list-sections'
import { ListSearch } from '~/design/list-search'
import { formatPosition } from '~/lib/list-position'
import { toFirstPage } from '~/lib/search-parameters'
import { getErrorMessage } from '~/platform/rpc/errors'
import { SelectField } from '~/design/select-field'
import { userCountsQuery, usersQuery } from './queries'
import { useStableRows } from './use-stable-rows'
import type { UserFilter } from '../../contract-users-shapes'
import { filterLabels } from './user-format'
import { getExportPath, type UsersSearch, getOrder, readUsersSearch } from './users-search'
import { UsersTable } from './users-table'
import styles from './users.module.css'

type ControlProps = { search: UsersSearch; onSearchChange: (search: UsersSearch) => void }

const orders = [
  { value: 'joined desc', label: 'Newest first' },
  { value: 'joined asc', label: 'Oldest first' },
  { value: 'name asc', label: 'Name, A to Z' },
  { value: 'name desc', label: 'Name, Z to A' },
  { value: 'email asc', label: 'Email, A to Z' },
  { value: 'email desc', label: 'Email, Z to A' },
]

/** With `typed`, the browser history entry is replaced, so that Back undoes a whole search. */
export type ChangeSearch = (search: UsersSearch, how?: 'typed') => void

const FILTERS: readonly UserFilter[] = [
  'all',
  'admin',
  'moderator',
  'user',
  'customer',
  'unverified',
  'suspended',
]

type UsersPageProps = { meId: string; search: UsersSearch; onSearchChange: ChangeSearch }

/** AD-05 to AD-08: all accounts, with search, sorting and paging by the server. */
export function UsersPage({ meId, search, onSearchChange }: UsersPageProps) {
  return (
    <div className={styles.page} data-full-width>
      <div className={classNames('row between wrap', styles.head)}>
        <h1 className="title-1">Users</h1>
        <ListSearch
          label="Search users"
          placeholder="Search by email, name or DJ name"
          className={styles.search}
          maxLength={200}
          q={search.q}
          onSettled={(q) => onSearchChange({ ...toFirstPage(search), q }, 'typed')}
        />
      </div>
      <UsersList meId={meId} search={search} onSearchChange={onSearchChange} />
    </div>
  )
}

function UsersList({ meId, search, onSearchChange }: UsersPageProps) {
  const list = useQuery(usersQuery(search))
  const { data: counts } = useQuery(userCountsQuery())
  const { data, isPlaceholderData } = list
  const { rows, keep, drop } = useStableRows(data?.users, JSON.stringify(isPlaceholderData ? null : search))
  const to = data && data.from + data.users.length - 1
  const total =
    search.q === undefined ? counts?.[search.filter ?? 'all'] : data?.nextCursor === null ? to : undefined
  const isFiltered = search.q !== undefined || search.filter !== undefined
  return (
    <>
      <div className={classNames('row between wrap', styles.filters)}>
        <FilterChips
          label="Show"
          filters={FILTERS}
          labels={filterLabels}
          counts={counts}
          value={search.filter ?? 'all'}
          onChange={(filter) =>
            onSearchChange({ ...toFirstPage(search), filter: filter === 'all' ? undefined : filter })
          }
        />
        <div className={classNames('row', styles.tools)}>
          <OrderField search={search} onSearchChange={onSearchChange} />
          <output className="small faint">
            {data && data.users.length > 0 && formatPosition(data.from, data.users.length, total)}
          </output>
          <AnchorButton
            href={getExportPath(search)}
            download
            variant="ghost"
            size="sm"
            icon={Download}
            className={styles.export}
          >
            Export<span className="visually-hidden"> search results as CSV</span>
          </AnchorButton>
        </div>
      </div>
      <LoadedList list={list} things="users" reason={getErrorMessage(list.error)}>
        {(page) => (
          <>
            {rows?.length === 0 && (
              <EmptyState
                title={isFiltered ? 'No users found' : 'No users yet'}
                action={isFiltered && <Button onClick={() => onSearchChange({})}>Show all users</Button>}
              />
            )}
            {rows && rows.length > 0 && (
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
            <PageButtons
              data={page}
              onPageChange={(turn) => onSearchChange({ ...toFirstPage(search), ...turn })}
            />
          </>
        )}
      </LoadedList>
    </>
  )
}

function OrderField({ search, onSearchChange }: ControlProps) {
  const { sort, direction } = getOrder(search)
  return (
    <div className={styles.order}>
      <SelectField
        label="Order"
        hideLabel
        options={orders}
        value={`${sort} ${direction}`}
        onChange={({ target }) => {
          const [by, way] = target.value.split(' ')
          onSearchChange(readUsersSearch({ ...toFirstPage(search), sort: by, direction: way }))
        }}
      />
    </div>
  )
}
