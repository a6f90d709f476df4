import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { createTimePageClauses } from '~/database/time-page-clauses'
import type { TimeKey } from '~/lib/cursor'
import { type PageInput, type PageStart, readTimePage } from '~/lib/list-page'
import { toLikePattern } from '~/lib/search-words'
import { foldText } from '~/lib/fold-text'
import type { paymentPage } from '../../contract-payments'
import { type PaymentColumns, paymentColumns, paymentJoins } from './payment-columns'

const PAGE = 25
/** How many of the newest payments a search scans before it uses the indexes, which are slow for a common text. */
const SCAN_WINDOW = 1000

interface ListInput extends PageInput {
  q?: string | undefined
}

type Row = PaymentColumns & { id: string; micros: number }

/** Lists a page of all payments, newest first. */
export async function listPayments(db: Database, input: ListInput): Promise<z.input<typeof paymentPage>> {
  // PostgreSQL refuses text with NUL.
  const text = (input.q ?? '').replaceAll(/\p{Cc}+/gu, '').trim()
  const { shown, ...place } = await readTimePage(input, PAGE, (start, most) =>
    listPaymentRows(db, { start, most, text }),
  )
  return { payments: shown.map(({ id: _id, micros: _micros, ...payment }) => payment), ...place }
}

async function listPaymentRows(
  db: Database,
  { start, most, text }: { start: PageStart<TimeKey>; most: number; text: string },
): Promise<Row[]> {
  const { where, order, micros } = createTimePageClauses('p', start, [])
  const newest = sql`select p.*, ${micros} as micros from payments p where ${where}`

  async function selectPayments(from: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select p.id, p.micros, ${paymentColumns} from (${from} order by ${order} limit ${sql.lit(most)}) p ${paymentJoins}
      order by ${order}`.execute(db)
    return rows
  }

  if (text === '') return selectPayments(newest)
  // If many orders contain the text, the newest payments fill the page. Only a rare text needs the indexes: for a
  // common text they would find all matches before sorting them.
  const near = await selectPayments(sql`
    select p.* from (${newest} order by ${order} limit ${sql.lit(SCAN_WINDOW)}) p
      left join orders o on o.id = p.order_id ${bookingJoins}
    where ${isReference(text)} or ${isBuyer(text)} or ${isClient(text)}`)
  if (near.length === most) return near
  const nearIds = near.map(({ id }) => id)
  return selectPayments(
    sql`${newest} and (p.id = any (${nearIds}::uuid[]) or p.id in (${selectFoundIds(text)}))`,
  )
}

/**
 * The condition that the text is this site's whole reference or the provider's whole id, which unique indexes find.
 */
const isReference = (text: string) => sql`p.provider in ('sandbox', 'stripe')
  and (p.provider_reference = ${text.toLowerCase()} or p.provider_payment_id = ${text})`
/** The condition that the buyer's name or email, or the order number, contains the text. */
const isBuyer = (text: string) =>
  sql`fold_text(o.buyer_name || ' ' || o.buyer_email || ' ' || o.order_number) like ${toLikePattern(foldText(text))}`

const bookingJoins = sql`
  left join bookings b on b.id = p.booking_id left join profiles c on c.id = b.client_id left join accounts ca on ca.id = c.id`
/** The condition that the client's name or email, or the booking number, contains the text. */
const isClient = (text: string) =>
  sql`p.booking_id is not null and fold_text(concat_ws(' ', c.full_name, ca.email, b.booking_number)) like ${toLikePattern(foldText(text))}`

/**
 * Selects the ids of matching payments, with one index per part of the query. Booking payments are few and need none.
 * Unpaid orders are found only by their whole number.
 */
function selectFoundIds(text: string): RawBuilder<unknown> {
  return sql`
    select p.id from payments p where ${isReference(text)}
    union all select p.id from payments p ${bookingJoins} where ${isClient(text)}
    union all select id from payments where order_id in (
      select o.id from orders o where o.status in ('confirmed', 'refunded') and ${isBuyer(text)}
      union all select o.id from orders o where o.order_number = ${text.toUpperCase()})`
}
