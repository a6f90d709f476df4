import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { UserFilter, UserRow } from '../../contract-users-shapes'
import { findUsers } from './find-users'
import { type UserColumns, toUserRow, userColumns } from './user-row'
import { findPlace, type UserSort, writePlace } from './user-cursor'

const PAGE = 25

export interface UserList {
  q?: string | undefined
  filter: UserFilter
  sort: UserSort
  direction: 'asc' | 'desc'
}
interface ListInput extends UserList {
  after?: string | undefined
  before?: string | undefined
}
interface UserPage {
  users: UserRow[]
  from: number
  nextCursor: string | null
  previousCursor: string | null
}

type Row = UserColumns & { micros: number; name_key: string }

/** AD-05: a page of all accounts, from either side of a row, and which stretch of the list it is. */
export async function listUsers(db: Database, input: ListInput): Promise<UserPage> {
  const { sort } = input
  const after = findPlace(input.after, sort)
  const before = after ? undefined : findPlace(input.before, sort)
  const read = await readUsers(db, { ...input, place: after ?? before, isBackwards: before !== undefined })
  // Where less than a page is left before, the first page is meant: a whole one.
  if (before && read.length < PAGE) return listUsers(db, { ...input, before: undefined })
  const hasMore = read.length > PAGE
  const rows = read.slice(0, PAGE)
  if (before) rows.reverse()
  const first = rows[0]
  const last = rows.at(-1)
  const back = before && hasMore ? Math.max(1, before.position - rows.length) : 1
  const from = before ? back : (after?.position ?? 0) + 1
  const placeOf = (row: Row, position: number) => writePlace({ key: keyOf(row, sort), id: row.id, position })
  const isFirst = before ? !hasMore : !after
  const isLast = before ? false : !hasMore
  return {
    users: rows.map(toUserRow),
    from: first ? from : 1,
    nextCursor: last && !isLast ? placeOf(last, from + rows.length - 1) : null,
    previousCursor: first && !isFirst ? placeOf(first, from) : null,
  }
}

interface ReadInput extends UserList {
  place: { key: number | string; id: string } | undefined
  isBackwards: boolean
  limit?: number
}

/** One row more than asked for says that there is more. In the order they were read. */
export async function readUsers(
  db: Database,
  { q, filter, sort, direction, place, isBackwards, limit = PAGE }: ReadInput,
): Promise<Row[]> {
  const found = findUsers({
    q,
    filter,
    sort,
    isDescending: (direction === 'desc') !== isBackwards,
    after: place,
    rows: limit + 1,
  })
  const { rows } = await sql<Row>`
    select ${userColumns}, (extract(epoch from p.created_at) * 1000000)::bigint as micros, lower(p.full_name) as name_key
    from (${found}) found join profiles p on p.id = found.id join accounts a on a.id = p.id
    order by found.rank`.execute(db)
  return rows
}

export function keyOf(row: Row, sort: UserSort): number | string {
  return sort === 'joined' ? row.micros : sort === 'name' ? row.name_key : row.email
}
