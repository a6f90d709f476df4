import { useRef } from 'react'
import { ListBody } from '~/design/list-sections'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { Table } from '~/design/table'
import type { UserRow } from '../../contract-users-shapes'
import { Row } from './user-row'
import { getOrder, sortUsers, type UserSort, type UsersSearch } from './users-search'
import styles from './users.module.css'

type UsersTableProps = {
  rows: readonly UserRow[]
  meId: string
  search: UsersSearch
  onSearchChange: (search: UsersSearch) => void
  isStale: boolean
  onChanged: (id: string, patch: (row: UserRow) => UserRow) => void
  onDeleted: (id: string) => void
}

/** AD-05: the table of users. On a phone, each row is a block, and a field above the table sets the order. */
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
  const order = getOrder(search)
  const sortBy = (by: UserSort) => ({
    direction: order.sort === by ? order.direction : undefined,
    onSort: () => onSearchChange(sortUsers(search, by)),
  })
  return (
    <ListBody ref={list} isStale={isStale} tabIndex={-1} className={styles.list} data-client-links>
      <Table
        label="Users, table"
        caption="Users"
        stacked
        className={styles.table}
        columns={[
          { label: 'User', sort: sortBy('name') },
          { label: 'Email', sort: sortBy('email') },
          'Roles',
          'Verified',
          { label: 'Joined', sort: sortBy('joined') },
          { label: 'Actions', isHidden: true },
        ]}
      >
        {rows.map((user) => (
          <Row
            key={user.id}
            user={user}
            isYou={user.id === meId}
            onChanged={onChanged}
            onDeleted={(id) => {
              onDeleted(id)
              // The row that had the focus no longer exists.
              focusIfFocusLost(() => list.current)
            }}
          />
        ))}
      </Table>
    </ListBody>
  )
}
