import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { microsOf } from '~/database/time-walk'
import { type PageInput, type PageStart, readPage, readStart } from '~/lib/list-page'
import type { UserFilter, UserRow } from '../../contract-users-shapes'
import { findUsers } from './find-users'
import { type UserColumns, toUserRow, userColumns } from './user-row'
import { findPlace, type UserPlace, type UserSort, writePlace } from './user-cursor'

const PAGE = 25

export interface UserList {
  q?: string | undefined
  filter: UserFilter
  sort: UserSort
  direction: 'asc' | 'desc'
}
type ListInput = UserList & PageInput
interface UserPage {
  users: UserRow[]
  from: number
  nextCursor: string | null
  previousCursor: string | null
}

type Row = UserColumns & { micros: number; name_key: string }

/** AD-05: a page of all accounts, from either side of a row, and which stretch of the list it is. */
export async function listUsers(db: Database, input: ListInput, limit = PAGE): Promise<UserPage> {
  const { sort } = input
  const start = readStart(input, (text) => findPlace(text, sort))
  const { shown, ...page } = await readPage(start, limit, {
    read: (from, most) => readUsers(db, input, { start: from, most }),
    cursorOf: (row, n) => writePlace({ key: keyOf(row, sort), id: row.id, n }),
  })
  return { users: shown.map(toUserRow), ...page }
}

/** In the order they lie from the start on. */
async function readUsers(
  db: Database,
  { q, filter, sort, direction }: UserList,
  { start, most }: { start: PageStart<UserPlace>; most: number },
): Promise<Row[]> {
  const found = findUsers({
    q,
    filter,
    sort,
    isDescending: (direction === 'desc') !== start.isBackwards,
    after: start.row,
    rows: most,
  })
  const { rows } = await sql<Row>`
    select ${userColumns}, ${microsOf(sql`p.created_at`)} as micros, lower(p.full_name) as name_key
    from (${found}) found join profiles p on p.id = found.id join accounts a on a.id = p.id
    order by found.rank`.execute(db)
  return rows
}

function keyOf(row: Row, sort: UserSort): number | string {
  return sort === 'joined' ? row.micros : sort === 'name' ? row.name_key : (row.email ?? '')
}
