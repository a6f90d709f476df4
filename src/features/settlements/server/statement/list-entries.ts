import { sql } from 'kysely'
import type { z } from 'zod'
import { readPage } from '~/lib/list-page'
import { toLikePattern } from '~/lib/search-words'
import { type entry, entryCursor, type entryPage } from '../../contract'
import type { PersonReads } from '../context'
import {
  checkOwnEvent,
  findToday,
  isInMonth,
  lineColumn,
  selectTax,
  type StatementFilters,
} from './statement-queries'

type Row = z.input<typeof entry>

const PER_PAGE = 50

export interface EntriesInput extends StatementFilters {
  /** A part of the order number. */
  q?: string | undefined
  after?: string | undefined
}

/**
 * Lists single entries of a month, or of `all`, newest first.
 * @throws NOT_FOUND for an event of other people
 */
export async function listEntries(
  reads: PersonReads,
  { after, q = '', month, ...filters }: EntriesInput,
  limit = PER_PAGE,
): Promise<z.input<typeof entryPage>> {
  await checkOwnEvent(reads, filters.event)
  const isShown = isInMonth({ ...filters, month: month ?? (await findToday(reads)).slice(0, 7) })
  // PostgreSQL refuses text with NUL.
  const text = q.replaceAll(/\p{Cc}+/gu, '').trim()
  const { shown, nextCursor } = await readPage({ after }, limit, {
    cursor: entryCursor,
    getKey: ({ id }: Row): [number] => [id],
    read: async ({ row }, most) => {
      const { rows } = await sql<Row>`
        select x.id, x.line, x.day, x."postedAt", x.cents, x.currency, x.tickets, x.event, o.order_number as "orderNumber", coalesce(o.buyer_name, '') as "buyerName"
        from (
          select d.id::float8 as id, ${lineColumn} as line, d.day::text as day, d.posted_at as "postedAt", (-d.amount)::float8 as cents,
            d.currency, d.order_id, d.tickets, json_build_object('id', e.id, 'title', e.title, 'timezone', e.timezone, 'tax', ${selectTax('e')}) as event
          from ${selectOwedEntries(reads.personId)} d join events e on e.id = d.event_id
          where ${isShown} and ${row === undefined ? sql`true` : sql`d.id < ${row[0]}`}
            and ${text === '' ? sql`true` : isOrderNumber(text)}
          order by d.id desc limit ${most}
        ) x left join orders o on o.id = x.order_id order by x.id desc`.execute(reads.db)
      return rows
    },
  })
  return { entries: shown, nextCursor }
}

/**
 * Selects a person's entries as a table: those on their events' `organizer` accounts and on their own `payable`
 * account.
 */
const selectOwedEntries = (personId: string) => {
  const columns = sql`l.id, l.event_id, l.account, t.kind, t.day, t.posted_at, l.amount, l.currency, t.order_id, t.tickets`
  return sql`(
    select ${columns} from events e join ledger_transactions t on t.event_id = e.id
      join ledger_entries l on l.transaction_id = t.id and l.account = 'organizer' where e.organizer_id = ${personId}
    union all
    select ${columns} from ledger_entries l join ledger_transactions t on t.id = l.transaction_id where l.person_id = ${personId})`
}

const isOrderNumber = (text: string) => sql`exists (
  select from orders o where o.id = d.order_id and o.order_number like ${toLikePattern(text.toUpperCase())})`
