import { sql } from 'kysely'
import type { z } from 'zod'
import { readPage } from '~/lib/list-page'
import { toLikePattern } from '~/lib/search-words'
import { type entry, entryCursor, type entryPage } from '../../contract'
import { OWED_ACCOUNT } from '../../rules/statement-line'
import type { OrganizerReads } from '../context'
import { checkOwnEvent, findToday, isInMonth, selectLine, type StatementFilters } from './owed-entries'

type Row = z.input<typeof entry>

const PER_PAGE = 50

export interface EntriesInput extends StatementFilters {
  /** A part of the order number. */
  q?: string | undefined
  after?: string | undefined
}

/**
 * Lists single entries of a month, or of `all`, newest first.
 * @throws NOT_FOUND for an event of another organizer
 */
export async function listEntries(
  reads: OrganizerReads,
  { after, q = '', month, ...filters }: EntriesInput,
  limit = PER_PAGE,
): Promise<z.input<typeof entryPage>> {
  await checkOwnEvent(reads, filters.event)
  const isShown = isInMonth('t', reads.organizerId, {
    ...filters,
    month: month ?? (await findToday(reads)).slice(0, 7),
  })
  // PostgreSQL refuses text with NUL.
  const text = q.replaceAll(/\p{Cc}+/gu, '').trim()
  const { shown, nextCursor } = await readPage({ after }, limit, {
    cursor: entryCursor,
    getKey: ({ id }: Row): [number] => [id],
    read: async ({ row }, most) => {
      const { rows } = await sql<Row>`
        select x.id, x.line, x.day, x."postedAt", x.cents, x.currency, x.tickets, x.event, o.order_number as "orderNumber", coalesce(o.buyer_name, '') as "buyerName"
        from (
          select l.id::float8 as id, ${selectLine('t')} as line, t.day::text as day, t.posted_at as "postedAt", (-l.amount)::float8 as cents,
            l.currency, t.order_id, t.tickets, json_build_object('id', e.id, 'title', e.title, 'timezone', e.timezone) as event
          from events e join ledger_transactions t on t.event_id = e.id
            join ledger_entries l on l.transaction_id = t.id and l.account = ${OWED_ACCOUNT}
          where ${isShown} and ${row === undefined ? sql`true` : sql`l.id < ${row[0]}`}
            and ${text === '' ? sql`true` : isOrderNumber(text)}
          order by l.id desc limit ${most}
        ) x left join orders o on o.id = x.order_id order by x.id desc`.execute(reads.db)
      return rows
    },
  })
  return { entries: shown, nextCursor }
}

const isOrderNumber = (text: string) => sql`exists (
  select from orders o where o.id = t.order_id and o.order_number like ${toLikePattern(text.toUpperCase())})`
