import { useQuery } from '@tanstack/react-query'
import { Chip, ChipGroup } from '~/design/chip'
import { SelectField } from '~/design/select-field'
import { formatCount } from '~/lib/count'
import type { UserFilter } from '../../contract-users-shapes'
import { userCountsQuery } from './queries'
import { filterWords } from './user-words'
import { firstPage, orderOf, readUsersSearch, type UsersSearch } from './users-search'

type ControlProps = { search: UsersSearch; onSearchChange: (search: UsersSearch) => void }

const FILTERS: readonly UserFilter[] = [
  'all',
  'admin',
  'moderator',
  'user',
  'customer',
  'unverified',
  'suspended',
]

/** Each with how many there are; without the figure while nobody knows it. */
export function FilterChips({ search, onSearchChange }: ControlProps) {
  const { data: counts } = useQuery(userCountsQuery())
  const { filter = 'all' } = search
  return (
    <ChipGroup label="Show" scroll>
      {FILTERS.map((one) => (
        <Chip
          key={one}
          pressed={filter === one}
          onClick={() => onSearchChange({ ...firstPage(search), filter: one === 'all' ? undefined : one })}
        >
          {filterWords[one]} {counts && <span className="us-n">{formatCount(counts[one])}</span>}
        </Chip>
      ))}
    </ChipGroup>
  )
}

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
    <div className="us-order">
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
