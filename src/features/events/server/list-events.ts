import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import { readPage } from '~/lib/list-page'
import type { EventPage, ListTotal } from '../contract'
import type { EventType } from '../rules/event-type'
import { getEventWindow, type DateFilter } from '../rules/event-window'
import { dayCursor, type DayKey } from '../rules/day-cursor'
import { findSearchWords } from '../rules/search-words'
import { type CardRow, cardColumns, cardJoins, toCard } from './card-row'
import { dayNumber, inOrder, isInRange, isOnDays } from './list-filter'
import { findBySimilarWords, findByWords } from './search-events'

export type ListInput = {
  q?: string | undefined
  date?: DateFilter | undefined
  types?: readonly EventType[] | undefined
  after?: string | undefined
  limit: number
}
type ListRow = CardRow & { day: number; total: number | null; is_exact: boolean }

const COUNTED = 1000

/**
 * Returns a page of upcoming public events by the day in their city, then by time. The cost does not grow with the
 * number of events: each plan reads as many index entries as the page needs, or a bounded number. A search without a
 * match returns one page of events with similar words instead.
 */
export async function listEvents(
  { db, settings }: { db: Database; settings: Pick<SettingsSource, 'read'> },
  input: ListInput,
  now: Date,
): Promise<EventPage> {
  let isSimilar = false
  const page = readPage({ after: input.after }, input.limit, {
    cursor: dayCursor,
    read: async ({ row }, most) => {
      const query = createEventQuery(input, row, now)
      const { rows } = await selectPage(query, most).execute(db)
      if (rows.length > 0 || query.search === undefined || input.after !== undefined) return rows
      const { search } = query
      const similar = await findBySimilarWords<ListRow>({ ...query, search, rows: input.limit }).execute(db)
      isSimilar = similar.rows.length > 0
      return similar.rows
    },
    getKey: (row) => [row.day, row.starts_at, row.id],
  })
  const [{ shown, nextCursor }, terms] = await Promise.all([page, settings.read()])
  return {
    events: shown.map((row) => toCard(row, terms)),
    nextCursor,
    total: input.after === undefined ? toListTotal(shown[0], shown.length) : null,
    isSimilar,
  }
}

function toListTotal(first: ListRow | undefined, shown: number): ListTotal {
  if (!first) return { count: 0, isExact: true }
  if (first.total === null) return { count: shown, isExact: false }
  return { count: Math.min(first.total, COUNTED), isExact: first.is_exact && first.total <= COUNTED }
}

function createEventQuery(input: ListInput, after: DayKey | undefined, now: Date) {
  const window = input.date ? getEventWindow(input.date, now) : undefined
  const types = input.types && input.types.length > 0 ? [...new Set(input.types)] : undefined
  const isRightDay = window ? isOnDays(window.days, now) : undefined
  return {
    after,
    types,
    isRightDay,
    range: isInRange({ from: window?.from ?? now, before: window?.before }, after),
    filters: [isRightDay, types && sql<boolean>`e.event_type = any(${types}::text[])`],
    search: input.q === undefined ? undefined : findSearchWords(input.q),
  }
}

function selectPage(query: ReturnType<typeof createEventQuery>, most: number): RawBuilder<ListRow> {
  const { after, types, isRightDay, range, filters, search } = query
  if (search) return findByWords({ search, range, filters, rows: most })
  const source = types
    ? (columns: RawBuilder<unknown>, rows: number) =>
        selectEventsOfTypes(types, { columns, range, isRightDay, rows })
    : (columns: RawBuilder<unknown>, rows: number) =>
        selectEventsOfAnyType({ columns, range, isRightDay, rows })
  const total = after
    ? sql`null::bigint`
    : sql`(select count(*) from (${source(inOrder, COUNTED + 1)}) counted)`
  return sql`
    select ${cardColumns}, ${dayNumber} as day, ${total} as total, true as is_exact
    from (${source(sql`e.*`, most)}) e ${cardJoins}
    order by ${inOrder}`
}

type Source = {
  columns: RawBuilder<unknown>
  range: RawBuilder<boolean>
  isRightDay: RawBuilder<boolean> | undefined
  rows: number
}

// The number of rows is a literal: with a parameter the planner would guess a tenth of the table.
function selectEventsOfAnyType({ columns, range, isRightDay, rows }: Source): RawBuilder<unknown> {
  return sql`
    select ${columns} from events e where ${range} ${isRightDay ? sql`and ${isRightDay}` : sql``}
    order by ${inOrder} limit ${sql.lit(rows)}`
}

// Each type has its own order in the index, and the page merges them: a rare type costs no more than a common one,
// while a single scan over all types could skip thousands of rows.
function selectEventsOfTypes(
  types: readonly EventType[],
  { columns, range, isRightDay, rows }: Source,
): RawBuilder<unknown> {
  return sql`
    select e.* from unnest(${types}::text[]) chosen (type)
    cross join lateral (
      select ${columns} from events e
      where e.event_type = chosen.type and ${range} ${isRightDay ? sql`and ${isRightDay}` : sql``}
      order by ${inOrder} limit ${sql.lit(rows)}
    ) e
    order by ${inOrder} limit ${sql.lit(rows)}`
}
