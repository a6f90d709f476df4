import { type RawBuilder, sql } from 'kysely'
import type { TimeCursor } from '~/lib/time-cursor'
import type { Genre } from '../rules/genre'
import type { SearchWord } from '~/lib/search-word'

type Condition = RawBuilder<boolean>
export type DjSearch = {
  words: readonly SearchWord[]
  genre: Genre | undefined
  after: TimeCursor | undefined
  viewerId: string | null
  rows: number
}

// Words in the statement, not parameters: only so does the planner see that the partial indexes apply.
const isListed: Condition = sql`p.is_public and p.is_dj`
const inOrder = sql`order by p.created_at, p.id`

// Index entries looked at: at about a third of a microsecond each, the longest walk takes six milliseconds.
const SAMPLE = 500
const LONGEST_WALK = 20_000
// Fewer matches in the sample than this: the whole list has few enough for the index of rare things.
const COMMON = 3

/**
 * Ids of a page of Discover, the longest-standing DJ first, without sorting all that matches. Two ways in, and a sample of the
 * next DJs decides between them inside the statement, since no planner can know how common a parameter is:
 * - common words and genres: walk the list in its order (index only) and stop when the page is full, or the list is at its end;
 * - rare ones: take all matches from one index of trigrams, genres and pairs of letters, and sort those few.
 */
export function findDjs(search: DjSearch): RawBuilder<{ id: string }> {
  const { words, genre, rows } = search
  const next = (count: number) => sql`
    select p.id, p.created_at, p.search_text, p.genres from profiles p where ${inRange(search)}
    ${inOrder} limit ${sql.lit(count)}`
  const page = sql`${inOrder} limit ${sql.lit(rows)}`
  if (words.length === 0 && genre === undefined)
    return sql`select p.id, p.created_at from profiles p where ${inRange(search)} ${page}`
  const matches = all([
    ...words.map(({ pattern }): Condition => sql`p.search_text like ${unseen(sql`${pattern}::text`)}`),
    ...(genre === undefined ? [] : [sql<boolean>`p.genres @> ${unseen(sql`array[${genre}::text]`)}`]),
  ])
  return sql`
    with sample as materialized (
      select count(*) filter (where ${matches}) as matching, count(*) as seen from (${next(SAMPLE)}) p
    ),
    walk as materialized (
      select p.id, p.created_at from (${next(LONGEST_WALK)}) p
      where ${matches} and (select matching >= ${sql.lit(COMMON)} or seen < ${sql.lit(SAMPLE)} from sample) ${page}
    ),
    turn as materialized (
      -- The walk has told everything when it filled the page, or came to the end of the list.
      select seen = ${sql.lit(SAMPLE)} and (select count(*) from walk) < ${sql.lit(rows)} and (
        matching < ${sql.lit(COMMON)}
        or exists (select from profiles p where ${inRange(search)} ${inOrder} offset ${sql.lit(LONGEST_WALK)} limit 1)
      ) as is_rare from sample
    )
    select id, created_at from walk where (select not is_rare from turn)
    union all
    select * from (
      select p.id, p.created_at from (
        select p.id, p.created_at, p.search_text, p.genres from profiles p
        -- The look at the account weighs: where nobody has counted the rows yet, reading all of them must not seem cheap.
        where ${isListed} and ${byIndex(search)} and not is_suspended(p.id) and (select is_rare from turn)
        -- A fence: without it the planner would walk in order here too, hoping to fill the page soon.
        offset 0
      ) p
      where ${matches} and ${isWanted(search)} ${page}
    ) rare`
}

/** What the one index of rare things can look up. */
function byIndex({ words, genre }: DjSearch): Condition {
  const parts = words.flatMap((word) => (word.hasTrigrams ? [] : word.parts))
  return all([
    ...words
      .filter((word) => word.hasTrigrams)
      .map(({ pattern }): Condition => sql`p.search_text like ${unseen(sql`${pattern}::text`)}`),
    ...(parts.length === 0
      ? []
      : [sql<boolean>`short_parts(p.search_text) @> ${unseen(sql`${[...new Set(parts)]}::text[]`)}`]),
    ...(genre === undefined ? [] : [sql<boolean>`p.genres @> ${unseen(sql`array[${genre}::text]`)}`]),
  ])
}

/** The stretch of the list to read: what the index in its order can jump to. */
function inRange(search: DjSearch): Condition {
  return all([isListed, isWanted(search)])
}

function isWanted({ after, viewerId }: DjSearch): Condition {
  // Read once, as a list: hardly anybody is, and a look per DJ would cost more than the search.
  const conditions: Condition[] = [sql`p.id <> all((select suspended_people())::uuid[])`]
  if (after) {
    // A whole number below 2^53 times a microsecond: exact.
    const time = sql`timestamptz 'epoch' + ${after.micros}::float8 * interval '1 microsecond'`
    conditions.push(sql`(p.created_at, p.id) > (${unseen(time)}, ${unseen(sql`${after.id}::uuid`)})`)
  }
  // Here too: most have blocked nobody.
  if (viewerId !== null)
    conditions.push(sql`p.id <> all(array(
      select case when b.blocker_id = ${viewerId}::uuid then b.blocked_id else b.blocker_id end
      from blocks b where ${viewerId}::uuid in (b.blocker_id, b.blocked_id)))`)
  return all(conditions)
}

/** Hidden from the planner: it would plan each search anew for its words, which takes longer than most of them run. */
function unseen(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${value})`
}

function all(conditions: readonly Condition[]): Condition {
  return sql`${sql.join(conditions, sql` and `)}`
}
