import { SelectField } from '~/design/select-field'
import { firstPage } from '~/lib/read-search'
import { orderOf, readUsersSearch, type UsersSearch } from './users-search'
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

/** The order where there are no columns to press. */
export function OrderField({ search, onSearchChange }: ControlProps) {
  const { sort, direction } = orderOf(search)
  return (
    <div className={styles.order}>
      <SelectField
        label="Order"
        hideLabel
        options={orders}
        value={`${sort} ${direction}`}
        onChange={({ target }) => {
          const [by, way] = target.value.split(' ')
          onSearchChange(readUsersSearch({ ...firstPage(search), sort: by, direction: way }))
        }}
      />
    </div>
  )
}
