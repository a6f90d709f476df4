import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useRef } from 'react'
import { focusWhenFree } from '~/design/focus-when-free'
import { Icon } from '~/design/icon'
import { Table } from '~/design/table'
import type { UserRow } from '../../contract-users-shapes'
import { Row } from './user-row'
import { orderOf, sortedBy, type UserSort, type UsersSearch } from './users-search'

type UsersTableProps = {
  rows: readonly UserRow[]
  meId: string
  search: UsersSearch
  onSearchChange: (search: UsersSearch) => void
  /** The page after this one is on its way. */
  isStale: boolean
  onChanged: (id: string, patch: (row: UserRow) => UserRow) => void
  onDeleted: (id: string) => void
}

/** AD-05. On a phone each row is a block, and the order is chosen above. */
export function UsersTable({
  rows,
  meId,
  search,
  onSearchChange,
  isStale,
  onChanged,
  onDeleted,
}: UsersTableProps) {
  const list = useRef<HTMLDivElement>(null)
  const sort = { search, onSearchChange }
  return (
    <div ref={list} tabIndex={-1} className="us-list" aria-busy={isStale || undefined} data-client-links>
      <Table label="Users, table" stacked className="ust">
        <caption className="sr">Users</caption>
        <thead>
          <tr>
            <SortHead {...sort} by="name" label="User" />
            <SortHead {...sort} by="email" label="Email" />
            <th scope="col">Roles</th>
            <th scope="col">Verified</th>
            <SortHead {...sort} by="joined" label="Joined" />
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((user) => (
            <Row
              key={user.id}
              user={user}
              isYou={user.id === meId}
              onChanged={onChanged}
              onDeleted={(id) => {
                onDeleted(id)
                // The row that had the focus is gone.
                focusWhenFree(() => list.current)
              }}
            />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

type SortHeadProps = {
  by: UserSort
  label: string
  search: UsersSearch
  onSearchChange: (search: UsersSearch) => void
}

function SortHead({ by, label, search, onSearchChange }: SortHeadProps) {
  const { sort, direction } = orderOf(search)
  const isSorted = sort === by
  const arrow = direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={isSorted ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className="us-sort" onClick={() => onSearchChange(sortedBy(search, by))}>
        {label}
        <Icon of={isSorted ? arrow : ArrowUpDown} />
      </button>
    </th>
  )
}
