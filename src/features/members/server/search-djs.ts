import { type RawBuilder, sql } from 'kysely'
import { hasSimilarWords, SIMILAR_AMONG } from '~/database/similar-words'
import { toTimestamp } from '~/database/time-page-clauses'
import type { TimeKey } from '~/lib/cursor'
import type { Genre } from '../rules/genre'
import type { SearchWord } from '~/lib/search-word'

type Condition = RawBuilder<boolean>
export type DjSearch = {
  terms: readonly SearchWord[]
  genre: Genre | undefined
  after: TimeKey | undefined
  viewerId: string | null
  rows: number
}

// Uses literals instead of parameters, so that the planner can use the partial indexes.
const isListed: Condition = sql`p.is_public and p.is_dj`
const inOrder = sql`order by p.created_at, p.id`

// The number of index entries in the sample. Reading one takes a third of a microsecond, so the longest walk (20,000
// entries) takes about six milliseconds.
const SAMPLE = 500
const MAX_WALK_LENGTH = 20_000
// If the sample has fewer matches than this, the search is rare, and the trigram index finds all matches quickly.
const COMMON = 3

/**
 * Selects the ids of a page of Discover, oldest account first, without sorting every match. The planner can’t know how
 * common a parameter is, so the statement samples the next DJs and picks one of two plans. For common words and genres,
 * it walks the list in order, in the index only, until the page is full. For rare ones, it fetches all matches from an
 * index of trigrams, genres and letter pairs, and sorts them.
 */
export function findDjs(search: DjSearch): RawBuilder<{ id: string }> {
  const { terms, genre, rows } = search
  const selectNext = (count: number) => selectNextDjs(search, count)
  const page = sql`${inOrder} limit ${sql.lit(rows)}`
  if (terms.length === 0 && genre === undefined)
    return sql`select p.id, p.created_at from profiles p where ${matchListedAfterCursor(search)} ${page}`
  const matches = joinConditions([
    ...terms.map(
      ({ pattern }): Condition => sql`p.search_text like ${hideFromPlanner(sql`${pattern}::text`)}`,
    ),
    ...matchGenre(genre),
  ])
  return sql`
    with sample as materialized (
      select count(*) filter (where ${matches}) as matching, count(*) as seen from (${selectNext(SAMPLE)}) p
    ),
    walk as materialized (
      select p.id, p.created_at from (${selectNext(MAX_WALK_LENGTH)}) p
      where ${matches} and (select matching >= ${sql.lit(COMMON)} or seen < ${sql.lit(SAMPLE)} from sample) ${page}
    ),
    turn as materialized (
      -- The walk is complete when it filled the page or reached the end of the list.
      select seen = ${sql.lit(SAMPLE)} and (select count(*) from walk) < ${sql.lit(rows)} and (
        matching < ${sql.lit(COMMON)}
        or exists (select from profiles p where ${matchListedAfterCursor(search)} ${inOrder} offset ${sql.lit(MAX_WALK_LENGTH)} limit 1)
      ) as is_rare from sample
    )
    select id, created_at from walk where (select not is_rare from turn)
    union all
    select * from (
      select p.id, p.created_at from (
        select p.id, p.created_at, p.search_text, p.genres from profiles p
        -- The check of the account is costly: without statistics, reading all rows must not seem cheap to the planner.
        where ${isListed} and ${matchSearchIndex(search)} and not is_suspended(p.id) and (select is_rare from turn)
        -- A fence: without it the planner would walk in order here too, hoping to fill the page soon.
        offset 0
      ) p
      where ${matches} and ${matchVisibleAfterCursor(search)} ${page}
    ) rare`
}

/** Selects DJs whose words are similar to the search, for typos without an exact match. */
export function findSimilarDjs(search: DjSearch): RawBuilder<{ id: string }> {
  const texts = search.terms.map(({ word }) => word)
  return sql`
    select p.id, p.created_at from (${selectNextDjs(search, SIMILAR_AMONG)}) p
    where ${joinConditions([hasSimilarWords(sql`p.search_text`, texts), ...matchGenre(search.genre)])}
    ${inOrder} limit ${sql.lit(search.rows)}`
}

function selectNextDjs(search: DjSearch, count: number): RawBuilder<unknown> {
  return sql`
    select p.id, p.created_at, p.search_text, p.genres from profiles p where ${matchListedAfterCursor(search)}
    ${inOrder} limit ${sql.lit(count)}`
}

function matchGenre(genre: Genre | undefined): Condition[] {
  return genre === undefined ? [] : [sql`p.genres @> ${hideFromPlanner(sql`array[${genre}::text]`)}`]
}

function matchSearchIndex({ terms, genre }: DjSearch): Condition {
  const parts = terms.flatMap((word) => (word.hasTrigrams ? [] : word.parts))
  return joinConditions([
    ...terms
      .filter((word) => word.hasTrigrams)
      .map(({ pattern }): Condition => sql`p.search_text like ${hideFromPlanner(sql`${pattern}::text`)}`),
    ...(parts.length === 0
      ? []
      : [
          sql<boolean>`short_ngrams(p.search_text) @> ${hideFromPlanner(sql`${[...new Set(parts)]}::text[]`)}`,
        ]),
    ...matchGenre(genre),
  ])
}

/** Restricts the list to visible DJs after the cursor, with conditions that the ordered index supports. */
function matchListedAfterCursor(search: DjSearch): Condition {
  return joinConditions([isListed, matchVisibleAfterCursor(search)])
}

function matchVisibleAfterCursor({ after, viewerId }: DjSearch): Condition {
  // Reads all suspended people once, as a list. There are few of them, and a check per DJ would cost more than the
  // search.
  const conditions: Condition[] = [sql`p.id <> all((select suspended_people())::uuid[])`]
  if (after)
    conditions.push(
      sql`(p.created_at, p.id) > (${hideFromPlanner(toTimestamp(after[0]))}, ${hideFromPlanner(sql`${after[1]}::uuid`)})`,
    )
  // Also reads the people whom the viewer blocked, or who blocked the viewer, as a list: it is empty for most
  // viewers.
  if (viewerId !== null)
    conditions.push(sql`p.id <> all(array(
      select case when b.blocker_id = ${viewerId}::uuid then b.blocked_id else b.blocker_id end
      from blocks b where ${viewerId}::uuid in (b.blocker_id, b.blocked_id)))`)
  return joinConditions(conditions)
}

/**
 * Hides a value from the planner, so that it reuses one plan for all searches. Planning takes longer than most
 * searches.
 */
function hideFromPlanner(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${value})`
}

function joinConditions(conditions: readonly Condition[]): Condition {
  return sql`${sql.join(conditions, sql` and `)}`
}
