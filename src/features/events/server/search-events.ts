import { type RawBuilder, sql } from 'kysely'
import { hasSimilarWords, SIMILAR_AMONG } from '~/database/similar-words'
import type { SearchWords } from '../rules/search-words'
import { cardColumns, cardJoins } from './card-row'
import { dayNumber, inOrder } from './list-filter'

type Condition = RawBuilder<boolean>
type Search<Row> = {
  search: SearchWords
  range: Condition
  filters: (Condition | undefined)[]
  rows: number
  row?: Row
}

// Index entries to read: at about a third of a microsecond each, the longest scan takes six milliseconds. A thousand
// entries cover more than today, whose events have already ended in some cities.
const SAMPLE = 1_000
const MAX_WALK = 20_000
// If the sample has fewer matches, a scan would not fill a page, and the trigram index finds few enough rows to sort.
const COMMON = 3

/**
 * Selects the events that contain all words, next event first, without sorting every match. The statement chooses
 * between two plans by a sample of the next events, since the planner can't know how common a parameter is:
 * - common words: walk the list in its order (index only) and stop when the page is full;
 * - rare words: take all matches from the trigram index, and sort those few. Only this plan knows the exact total.
 * Words of one or two letters have no trigrams: they are searched among the next 20,000 events.
 */
export function findByWords<Row>({ search, range, filters, rows }: Search<Row>): RawBuilder<Row> {
  const matches = sql.join(
    [
      // One condition per word, so that the index intersects their trigrams.
      ...search.patterns.map((pattern) => sql`e.search_text like ${pattern}`),
      ...filters.filter((filter) => filter !== undefined),
    ],
    sql` and `,
  )
  const selectNext = (count: number) => selectNextEvents(range, count)
  const page = sql`order by ${inOrder} limit ${sql.lit(rows)}`
  const cards = sql`
    select ${cardColumns}, ${dayNumber} as day, found.total, found.is_exact
    from found join events e on e.id = found.id ${cardJoins}
    order by ${inOrder}`
  if (!search.isIndexed)
    return sql`
      with found as materialized (
        select e.id, null::bigint as total, false as is_exact from (${selectNext(MAX_WALK)}) e where ${matches} ${page}
      ) ${cards}`
  return sql`
    with sample as materialized (
      select count(*) as matching from (
        select from (${selectNext(SAMPLE)}) e where ${matches} limit ${sql.lit(COMMON)}
      ) first
    ),
    walk as materialized (
      select e.id from (${selectNext(MAX_WALK)}) e
      where ${matches} and (select matching from sample) = ${sql.lit(COMMON)} ${page}
    ),
    found as materialized (
      select id, null::bigint as total, false as is_exact from walk
      where (select count(*) from walk) = ${sql.lit(rows)}
      union all
      select * from (
        select e.id, count(*) over () as total, true as is_exact from (
          select e.id, e.event_date, e.local_day from events e
          where ${range} and ${matches} and (select count(*) from walk) < ${sql.lit(rows)}
          -- A fence: without it the planner would walk by date here too, hoping to fill the page soon.
          offset 0
        ) e ${page}
      ) rare
    ) ${cards}`
}

/** Selects events with words similar to the search, when no event matches exactly (typos). */
export function findBySimilarWords<Row>({ search, range, filters, rows }: Search<Row>): RawBuilder<Row> {
  const matches = sql.join(
    [hasSimilarWords(sql`e.search_text`, search.terms), ...filters.filter((filter) => filter !== undefined)],
    sql` and `,
  )
  return sql`
    select ${cardColumns}, ${dayNumber} as day, count(*) over () as total, true as is_exact
    from (
      select e.id from (${selectNextEvents(range, SIMILAR_AMONG)}) e where ${matches}
      order by ${inOrder} limit ${sql.lit(rows)}
    ) found join events e on e.id = found.id ${cardJoins}
    order by ${inOrder}`
}

function selectNextEvents(range: Condition, count: number): RawBuilder<unknown> {
  return sql`
    select e.id, e.local_day, e.event_date, e.search_text, e.event_type, e.timezone from events e where ${range}
    order by ${inOrder} limit ${sql.lit(count)}`
}
