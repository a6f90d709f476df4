import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { createTimePageClauses } from '~/database/time-page-clauses'
import type { TimeKey } from '~/lib/cursor'
import { type PageInput, type PageStart, readTimePage } from '~/lib/list-page'
import { toWordStartPattern } from '~/lib/search-words'
import type { paymentPage } from '../../contract-payments'
import { type PaymentColumns, paymentColumns, paymentJoins } from './payment-columns'

const PAGE = 25
/** How many of the newest payments a search scans before it uses the indexes, which are slow for a common beginning. */
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
  const lower = toWordStartPattern(text.toLowerCase())
  const upper = toWordStartPattern(text.toUpperCase())
  const near = await selectPayments(sql`
    select p.* from (${newest} order by ${order} limit ${sql.lit(SCAN_WINDOW)}) p join orders o on o.id = p.order_id
    where p.provider_reference like ${lower} or lower(p.provider_payment_id) like ${lower}
      or o.order_number like ${upper} or lower(o.buyer_email) like ${lower}`)
  if (near.length === most) return near
  return selectPayments(sql`${newest} and p.id in (${selectFoundIds({ lower, upper })})`)
}

/** Selects by one index each, which an `or` over two tables could not use. */
function selectFoundIds({ lower, upper }: { lower: string; upper: string }): RawBuilder<unknown> {
  const isEmail = sql`lower(buyer_email) collate "C" like ${lower}`
  return sql`
    select id from payments where provider_reference collate "C" like ${lower}
    union all select id from payments
      where provider_payment_id is not null and lower(provider_payment_id) collate "C" like ${lower}
    union all select id from payments where order_id in (
      select id from orders where order_number collate "C" like ${upper}
      union all select id from orders where status <> 'reserved' and ${isEmail}
      union all select id from orders where status = 'reserved' and ${isEmail})`
}
