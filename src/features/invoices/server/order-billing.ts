import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { BILLING_CHANGE_DAYS, type BillingDetails, MAX_BILLING_CHANGES, type orderBilling } from '../contract'
import type { Context } from './context'
import { refuse } from './refused-error'

type OrderBilling = z.input<typeof orderBilling>
type Buyer = Pick<Context, 'caller' | 'db' | 'now'>

interface BilledOrder {
  isConfirmed: boolean
  /** Null for an order that has no invoices and never will. */
  changeableUntil: Date | null
  isRefunded: boolean
  details: BillingDetails | null
  version: number
}

/**
 * Returns the billing details for the invoices of the caller's order.
 * @throws NOT_FOUND
 */
export async function getOrderBilling(context: Buyer, orderId: string): Promise<OrderBilling> {
  return toOrderBilling(await getOwnOrder(context.db, context, orderId), context.now())
}

/**
 * Saves the billing details for the invoices of the caller's order. The job replaces invoices that were issued with
 * other details.
 * @throws NOT_FOUND, TOO_LATE, REFUNDED, TOO_MANY_CHANGES
 */
export async function saveOrderBilling(
  context: Buyer,
  orderId: string,
  details: BillingDetails,
): Promise<OrderBilling> {
  const { db, now } = context
  return db.transaction().execute(async (trx) => {
    const order = await getOwnOrder(trx, context, orderId)
    if (isSame(order.details, details)) return toOrderBilling(order, now())
    if (order.isRefunded) throw refuse('REFUNDED')
    if (order.changeableUntil === null || order.changeableUntil <= now()) throw refuse('TOO_LATE')
    if (order.version === MAX_BILLING_CHANGES) throw refuse('TOO_MANY_CHANGES')
    // Before the payment, only the first details get a new version, because there is no invoice to replace yet.
    const version = order.isConfirmed || order.version === 0 ? order.version + 1 : order.version
    const { legalName, address, country, taxId } = details
    await sql`
      insert into order_billing (order_id, customer_id, legal_name, address, country, tax_id)
      values (${orderId}, ${requireCaller(context).id}, ${legalName}, ${address}, ${country}, ${taxId})
      on conflict (order_id) do update set legal_name = excluded.legal_name, address = excluded.address, country = excluded.country,
        tax_id = excluded.tax_id, version = ${version}, updated_at = now()`.execute(trx)
    if (order.isConfirmed) await sql`insert into invoices_due (order_id) values (${orderId})`.execute(trx)
    return toOrderBilling({ ...order, details, version }, now())
  })
}

/** Finds the caller's order. Within a transaction, locks the order, as the invoice job and refunds also do. */
async function getOwnOrder(
  db: Database | Transaction,
  { caller }: Buyer,
  orderId: string,
): Promise<BilledOrder> {
  const own = sql`orders where id = ${isId(orderId) ? orderId : null}::uuid and customer_id = ${requireCaller({ caller }).id}`
  if (db.isTransaction) await sql`select from ${own} for no key update`.execute(db)
  const { rows } = await sql<BilledOrder>`
    select o.confirmed_at is not null as "isConfirmed",
      case when o.total_cents > 0 and o.status in ('reserved', 'confirmed')
        then coalesce(o.confirmed_at, o.expires_at) + ${BILLING_CHANGE_DAYS} * interval '1 day' end as "changeableUntil",
      exists (select from payments p join refunds r on r.payment_id = p.id 
        where p.order_id = o.id and p.status = 'approved') as "isRefunded",
      case when b.order_id is not null then json_build_object('legalName', b.legal_name, 'address', b.address,
        'country', b.country, 'taxId', b.tax_id) end as details, coalesce(b.version, 0) as version
    from (select * from ${own}) o left join order_billing b on b.order_id = o.id`.execute(db)
  const [order] = rows
  if (order === undefined) throw refuse('NOT_FOUND')
  return order
}

const toOrderBilling = (
  { details, changeableUntil, isRefunded, version }: BilledOrder,
  now: Date,
): OrderBilling => ({
  details,
  changeableUntil:
    changeableUntil !== null && changeableUntil > now && !isRefunded && version < MAX_BILLING_CHANGES
      ? changeableUntil
      : null,
})

const isSame = (before: BillingDetails | null, after: BillingDetails): boolean =>
  before !== null &&
  (['legalName', 'address', 'country', 'taxId'] as const).every((field) => before[field] === after[field])
