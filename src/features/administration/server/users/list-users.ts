import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { toMicros } from '~/database/time-order'
import { defineCursor } from '~/lib/cursor'
import { type PageInput, type PageStart, readPage, readTimePage } from '~/lib/list-page'
import type { UserFilter, UserRow } from '../../contract-users-shapes'
import { findUsers, type UserKey, type UserSort } from './find-users'
import { type UserColumns, toUserRow, userColumns } from './user-row'

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

const nameCursor = defineCursor('text', 'id')

/** AD-05: lists a page of all accounts, before or after a row. */
export async function listUsers(db: Database, input: ListInput, limit = PAGE): Promise<UserPage> {
  const read = (start: PageStart<UserKey>, most: number) => readUsers(db, input, { start, most })
  const { shown, ...page } =
    input.sort === 'joined'
      ? await readTimePage(input, limit, read)
      : await readPage(input, limit, {
          cursor: nameCursor,
          read,
          getKey: (row) => [input.sort === 'name' ? row.name_key : (row.email ?? ''), row.id],
        })
  return { users: shown.map(toUserRow), ...page }
}

async function readUsers(
  db: Database,
  { q, filter, sort, direction }: UserList,
  { start, most }: { start: PageStart<UserKey>; most: number },
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
    select ${userColumns}, ${toMicros(sql`p.created_at`)} as micros, lower(p.full_name) as name_key
    from (${found}) found join profiles p on p.id = found.id join accounts a on a.id = p.id
    order by found.rank`.execute(db)
  return rows
}
