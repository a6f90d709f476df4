import { oneOf, readCursors, readText } from '~/lib/read-search'
import type { UserFilter } from '../../contract-users-shapes'

export type UserSort = 'joined' | 'name' | 'email'
export type Direction = 'asc' | 'desc'

/** What the address of /admin/users says. What is usual is left out of it. */
export type UsersSearch = {
  q?: string | undefined
  filter?: Exclude<UserFilter, 'all'> | undefined
  sort?: UserSort | undefined
  direction?: Direction | undefined
  after?: string | undefined
  before?: string | undefined
}

const LONGEST_QUERY = 200
const FILTERS = ['admin', 'moderator', 'user', 'customer', 'unverified', 'suspended'] as const

/** What an address says wrongly counts as not said. Every key is named, since the router keeps what a reader leaves out. */
export function readUsersSearch(raw: Record<string, unknown>): UsersSearch {
  const sort = oneOf(['name', 'email'], raw['sort'])
  const direction = oneOf(['asc', 'desc'], raw['direction'])
  return {
    q: readText(raw['q'], LONGEST_QUERY),
    filter: oneOf(FILTERS, raw['filter']),
    sort,
    direction: direction === firstDirection(sort) ? undefined : direction,
    ...readCursors(raw),
  }
}

/** Names from A, the newest person first. */
export function firstDirection(sort: UserSort = 'joined'): Direction {
  return sort === 'joined' ? 'desc' : 'asc'
}

export function orderOf({ sort = 'joined', direction }: UsersSearch): {
  sort: UserSort
  direction: Direction
} {
  return { sort, direction: direction ?? firstDirection(sort) }
}

/** The other order of a column, or a column in its first order: from the first page on. */
export function sortedBy(search: UsersSearch, sort: UserSort, direction?: Direction): UsersSearch {
  const now = orderOf(search)
  const turned: Direction = now.direction === 'asc' ? 'desc' : 'asc'
  const next = direction ?? (now.sort === sort ? turned : firstDirection(sort))
  return readUsersSearch({ ...firstPage(search), sort, direction: next })
}

export function firstPage(search: UsersSearch): UsersSearch {
  return { ...search, after: undefined, before: undefined }
}

/** The file of everything that is found, in its order, not of one page. */
export function exportPath({ q, filter, sort, direction }: UsersSearch): string {
  const said = Object.entries({ q, filter, sort, direction }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const search = new URLSearchParams(said).toString()
  return search === '' ? '/admin/users.csv' : `/admin/users.csv?${search}`
}
