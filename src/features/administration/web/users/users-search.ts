import { formatUrl, toFirstPage, parseOption, parseCursors, parseSearchText } from '~/lib/search-parameters'
import type { UserFilter } from '../../contract-users-shapes'

export type UserSort = 'joined' | 'name' | 'email'
export type Direction = 'asc' | 'desc'

export type UsersSearch = {
  q?: string | undefined
  filter?: Exclude<UserFilter, 'all'> | undefined
  sort?: UserSort | undefined
  direction?: Direction | undefined
  after?: string | undefined
  before?: string | undefined
}

const MAX_QUERY_LENGTH = 200
const FILTERS = ['admin', 'moderator', 'user', 'customer', 'unverified', 'suspended'] as const

/**
 * Parses the URL; unknown values count as missing. Returns every key, even without a value, because the router keeps
 * the old value of a missing key.
 */
export function readUsersSearch(raw: Record<string, unknown>): UsersSearch {
  const sort = parseOption(['name', 'email'], raw['sort'])
  const direction = parseOption(['asc', 'desc'], raw['direction'])
  return {
    q: parseSearchText(raw['q'], MAX_QUERY_LENGTH),
    filter: parseOption(FILTERS, raw['filter']),
    sort,
    direction: direction === getDefaultDirection(sort) ? undefined : direction,
    ...parseCursors(raw),
  }
}

/** Returns the default direction: A first for names, newest first for dates. */
export function getDefaultDirection(sort: UserSort = 'joined'): Direction {
  return sort === 'joined' ? 'desc' : 'asc'
}

export function getOrder({ sort = 'joined', direction }: UsersSearch): {
  sort: UserSort
  direction: Direction
} {
  return { sort, direction: direction ?? getDefaultDirection(sort) }
}

/** Reverses the order of the current column, or sorts by another column; restarts at the first page. */
export function sortUsers(search: UsersSearch, sort: UserSort, direction?: Direction): UsersSearch {
  const now = getOrder(search)
  const turned: Direction = now.direction === 'asc' ? 'desc' : 'asc'
  const next = direction ?? (now.sort === sort ? turned : getDefaultDirection(sort))
  return readUsersSearch({ ...toFirstPage(search), sort, direction: next })
}

/** Returns the path of the CSV export with the current filters and order. */
export const getExportPath = ({ q, filter, sort, direction }: UsersSearch) =>
  formatUrl('/admin/users.csv', { q, filter, sort, direction })
