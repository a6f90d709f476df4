import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { type PageInput, readTimePage } from '~/lib/list-page'
import { toWordStartPattern } from '~/lib/search-words'
import type { paymentPage } from '../../contract-payments'
import { type PaymentColumns, paymentColumns, paymentJoins } from './payment-columns'

const PAGE = 25

interface ListInput extends PageInput {
  q?: string | undefined
}

type Row = PaymentColumns & { id: string; micros: number }

/** Lists a page of all payments, newest first. */
export async function listPayments(db: Database, input: ListInput): Promise<z.input<typeof paymentPage>> {
  // PostgreSQL refuses text with NUL.
  const text = (input.q ?? '').replaceAll(/\p{Cc}+/gu, '').trim()
  const conditions = text === '' ? [] : [matchStart(text)]
  const { shown, ...place } = await readTimePage(input, PAGE, async (start, most) => {
    const { where, order, micros } = createTimePageClauses('p', start, conditions)
    const { rows } = await sql<Row>`
      select p.id, p.micros, ${paymentColumns}
      from (select *, ${micros} as micros from payments p where ${where} order by ${order} limit ${sql.lit(most)}) p
        ${paymentJoins}
      order by ${order}`.execute(db)
    return rows
  })
  return { payments: shown.map(({ id: _id, micros: _micros, ...payment }) => payment), ...place }
}

/**
 * Returns the condition that an identifier of a payment begins with the text. Each part has its own index, which an
 * `or` over several tables could not use.
 */
function matchStart(text: string): RawBuilder<boolean> {
  const lower = toWordStartPattern(text.toLowerCase())
  const upper = toWordStartPattern(text.toUpperCase())
  const email = sql`lower(buyer_email) collate "C" like ${lower}`
  return sql`p.id in (
    select id from payments where provider_reference collate "C" like ${lower}
    union all select id from payments where provider_payment_id is not null and lower(provider_payment_id) collate "C" like ${lower}
    union all select id from payments where order_id in (
      select id from orders where order_number collate "C" like ${upper}
      union all select id from orders where status <> 'reserved' and ${email}
      union all select id from orders where status = 'reserved' and ${email}))`
}
