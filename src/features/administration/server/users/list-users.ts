import { sql, type RawBuilder } from 'kysely'
import type { Database } from '~/database/connect'
import { toEpochMicros, toTimestamp } from '~/database/time-page-clauses'
import { defineCursor } from '~/lib/cursor'
import { type PageInput, type PageStart, readPage, readTimePage } from '~/lib/list-page'
import type { UserFilter, userSort } from '../../contract-users-shapes'
import { type UserRow, userColumns } from './user-row'
import type { z } from 'zod'
import { type SearchWord, toSearchWord } from '~/lib/search-word'
import { splitSearchWords } from '~/lib/search-words'

type Condition = RawBuilder<boolean>

type UserSort = z.output<typeof userSort>

/** For `joined`, the time in microseconds; otherwise the name or the email. */
type UserKey = [key: number | string, id: string]

interface UserSearch {
  q: string | undefined
  filter: UserFilter
  sort: UserSort
  /** The direction in which rows are read. A previous page is read backwards. */
  isDescending: boolean
  after: UserKey | undefined
  rows: number
}

const SAMPLE = 500

const MAX_WALK = 20_000

/**
 * The search samples the next 500 accounts. With fewer matches than this among them, matches are rare, so all of them
 * can be fetched and sorted.
 */
const COMMON = 3

const keys: Record<UserSort, RawBuilder<unknown>> = {
  joined: sql`p.created_at`,
  name: sql`(lower(p.full_name) collate "C")`,
  // Accounts without an email come first. They have an empty text, because a cursor can't contain null.
  email: sql`(coalesce(p.email, '') collate "C")`,
}

/** The searched text of `p`; must equal the expression of its index. */
const text = sql`account_text(p.email, p.full_name, p.dj_name)`

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

type Row = UserRow & { micros: number; nameKey: string }

const nameCursor = defineCursor('text', 'id')

/** AD-05: lists a page of all accounts, after or before a row. */
export async function listUsers(db: Database, input: ListInput, limit = PAGE): Promise<UserPage> {
  const read = (start: PageStart<UserKey>, most: number) => listUserRows(db, input, { start, most })
  const { shown, ...page } =
    input.sort === 'joined'
      ? await readTimePage(input, limit, read)
      : await readPage(input, limit, {
          cursor: nameCursor,
          read,
          getKey: (row) => [input.sort === 'name' ? row.nameKey : (row.email ?? ''), row.id],
        })
  return { users: shown, ...page }
}

async function listUserRows(
  db: Database,
  { q, filter, sort, direction }: UserList,
  { start, most }: { start: PageStart<UserKey>; most: number },
): Promise<Row[]> {
  const found = selectUsers({
    q,
    filter,
    sort,
    isDescending: (direction === 'desc') !== start.isBackwards,
    after: start.row,
    rows: most,
  })
  const { rows } = await sql<Row>`
    select ${userColumns}, ${toEpochMicros(sql`p.created_at`)} as micros, lower(p.full_name) as "nameKey"
    from (${found}) found join profiles p on p.id = found.id join accounts a on a.id = p.id
    order by found.rank`.execute(db)
  return rows
}

/**
 * Returns the ids of a page of accounts without sorting all matches, like the search of members/server/search-djs.
 * Common matches are found by reading the list in order. Rare ones come from the trigram index or the filter’s index. A
 * sample of the next accounts decides which way is used, because the planner cannot know how common a parameter is.
 */
function selectUsers(search: UserSearch): RawBuilder<{ id: string; rank: number }> {
  const terms = splitSearchWords(search.q ?? '')
  const patterns = terms.map(toSearchWord)
  const direction = search.isDescending ? sql`desc` : sql`asc`
  const key = keys[search.sort]
  const inOrder = sql`order by ${key} ${direction}, p.id ${direction}`
  const inRange = toPageCondition(search)
  // The sort key is also a column, so that the query planner sees that the rows are already sorted.
  const placed = sql`p.*, ${key} as place`
  const byPlace = sql`order by p.place ${direction}, p.id ${direction}`
  const page = sql`${byPlace} limit ${sql.lit(search.rows)}`
  const selectNext = (count: number) =>
    sql`select ${placed} from profiles p where ${inRange} ${inOrder} limit ${sql.lit(count)}`
  const ranked = sql`p.id, row_number() over (${byPlace}) as rank`
  if (patterns.length === 0 && search.filter === 'all')
    return sql`select ${ranked} from (${selectNext(search.rows)}) p`
  const matches = joinConditions([
    ...patterns.map((word) => matchPattern(word)),
    ...toConditions(search.filter),
  ])
  return sql`
    with sample as materialized (
      select count(*) filter (where ${matches}) as matching, count(*) as seen from (${selectNext(SAMPLE)}) p
    ),
    walk as materialized (
      select p.* from (${selectNext(MAX_WALK)}) p
      where (select matching >= ${sql.lit(COMMON)} or seen < ${sql.lit(SAMPLE)} from sample) and ${matches} ${page}
    ),
    turn as materialized (
      -- The walk is enough if it filled the page or reached the end of the list.
      select seen = ${sql.lit(SAMPLE)} and (select count(*) from walk) < ${sql.lit(search.rows)} and (
        matching < ${sql.lit(COMMON)}
        or exists (select from profiles p where ${inRange} ${inOrder} offset ${sql.lit(MAX_WALK)} limit 1)
      ) as is_rare from sample
    )
    select ${ranked} from (
      select * from walk where (select not is_rare from turn)
      union all
      select * from (
        select p.* from (
          select ${placed} from profiles p
          where ${joinConditions([...terms.map(matchByIndex), ...toConditions(search.filter)])} and (select is_rare from turn)
          -- A fence: without it the planner would walk in order here too, hoping to fill the page soon.
          offset 0
        ) p
        where ${matches} and ${inRange} ${page}
      ) rare
    ) p`
}

function matchPattern({ pattern }: SearchWord): Condition {
  return sql`${text} like ${hideFromPlanner(sql`${pattern}::text`)}`
}

function matchByIndex(term: string): Condition {
  // For an email, the index looks up only the part before the @. Half of the accounts may share a domain, and the index
  // would read every entry of its trigrams. The matches are then compared with the whole word.
  const candidates = [term.split('@')[0] ?? '', term].map(toSearchWord)
  const known = candidates.find(({ hasTrigrams }) => hasTrigrams)
  return known
    ? matchPattern(known)
    : sql`short_ngrams(${text}) @> ${hideFromPlanner(sql`${toSearchWord(term).parts}::text[]`)}`
}

function toConditions(filter: UserFilter): Condition[] {
  if (filter === 'all') return []
  if (filter === 'unverified') return [sql`not p.is_verified`]
  if (filter === 'suspended') return [sql`p.id = any((select suspended_people())::uuid[])`]
  // The role is a literal, so that the planner knows how many accounts have it. It is safe, because it comes from a
  // fixed list.
  return [sql`exists (select from user_roles r where r.user_id = p.id and r.role = ${sql.lit(filter)})`]
}

function toPageCondition({ sort, isDescending, after }: UserSearch): Condition {
  if (!after) return sql`true`
  const [key, id] = after
  const at = typeof key === 'number' ? toTimestamp(key) : sql`${key}::text collate "C"`
  const place = sql`(${hideFromPlanner(at)}, ${hideFromPlanner(sql`${id}::uuid`)})`
  return isDescending ? sql`(${keys[sort]}, p.id) < ${place}` : sql`(${keys[sort]}, p.id) > ${place}`
}

/** Hides a value from the planner, which would otherwise make a new plan for each search. */
function hideFromPlanner(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${value})`
}

function joinConditions(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}
