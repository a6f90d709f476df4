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
const LONGEST_CURSOR = 500
const filters = new Set(['admin', 'moderator', 'user', 'customer', 'unverified', 'suspended'])

/** What an address says wrongly counts as not said. Every key is named, since the router keeps what a reader leaves out. */
export function readUsersSearch(raw: Record<string, unknown>): UsersSearch {
  const sort = raw['sort'] === 'name' || raw['sort'] === 'email' ? raw['sort'] : undefined
  const direction = raw['direction'] === 'asc' || raw['direction'] === 'desc' ? raw['direction'] : undefined
  const after = readCursor(raw['after'])
  return {
    q: readText(raw['q']).trim().slice(0, LONGEST_QUERY) || undefined,
    filter: readFilter(raw['filter']),
    sort,
    direction: direction === firstDirection(sort) ? undefined : direction,
    after,
    before: after === undefined ? readCursor(raw['before']) : undefined,
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

// The router reads `?q=90` as a number.
function readText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function readCursor(value: unknown): string | undefined {
  const text = readText(value)
  return text.length <= LONGEST_CURSOR ? text || undefined : undefined
}

function isFilter(value: string): value is Exclude<UserFilter, 'all'> {
  return filters.has(value)
}

function readFilter(value: unknown): UsersSearch['filter'] {
  const text = readText(value)
  return isFilter(text) ? text : undefined
}
