import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Currency } from '~/lib/currency'
import { getMinCharge } from '~/lib/min-charge'
import type { PaymentPort } from './payments/payment-port'
import type { OrderStatus } from '../rules/order-state'

export interface PaymentRequest {
  orderId: string
  customerId: string
  buyerName?: string | undefined
  buyerEmail?: string | undefined
}

export type OpenedPayment =
  | { outcome: 'opened'; redirectUrl: string }
  | { outcome: 'not_found' | 'expired' | 'closed' | 'no_payments' | 'too_little' }

interface Row {
  id: string | null
  status: OrderStatus
  total_cents: number
  currency: Currency
  is_over: boolean
  open_reference: string | null
}

interface Started {
  orderId: string
  reference: string
  amountCents: number
}

/**
 * Opens payments for held orders, or resumes the open one. An order can have two open payments (two tabs); the second one
 * to be paid is refunded.
 */
export async function openPayments(
  { db, payments }: { db: Database; payments: PaymentPort },
  requests: readonly PaymentRequest[],
): Promise<OpenedPayment[]> {
  if (payments.provider === 'none') return requests.map(() => ({ outcome: 'no_payments' }))
  const rows = await listPayableOrders(db, payments.provider, requests)
  const started = new Map<string, Started>()
  const results = rows.map((row) => openPayment(payments, row, started))
  await updateBuyers(
    db,
    requests.filter((_, index) => results[index]?.outcome === 'opened'),
  )
  if (started.size > 0) await insertPayments(db, payments.provider, [...started.values()])
  return results
}

/** `started`: the new payments of this batch, by order. */
function openPayment(payments: PaymentPort, row: Row, started: Map<string, Started>): OpenedPayment {
  const { id: orderId, total_cents: amountCents } = row
  if (orderId === null) return { outcome: 'not_found' }
  if (row.status === 'expired' || (row.status === 'reserved' && row.is_over)) return { outcome: 'expired' }
  if (row.status !== 'reserved' || amountCents === 0) return { outcome: 'closed' }
  if (payments.provider === 'stripe' && amountCents < getMinCharge(row.currency))
    return { outcome: 'too_little' }
  const open = row.open_reference ?? started.get(orderId)?.reference
  const reference = open ?? payments.createReference(amountCents)
  if (open === undefined) started.set(orderId, { orderId, reference, amountCents })
  return { outcome: 'opened', redirectUrl: payments.toPagePath(reference) }
}

async function listPayableOrders(
  db: Database,
  provider: string,
  requests: readonly PaymentRequest[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from payable_orders(
      ${requests.map(({ orderId }) => orderId)}::uuid[], ${requests.map(({ customerId }) => customerId)}::uuid[], ${provider})
  `.execute(db)
  return rows
}

async function updateBuyers(db: Database, requests: readonly PaymentRequest[]): Promise<void> {
  const named = requests.filter(
    ({ buyerName, buyerEmail }) => buyerName !== undefined || buyerEmail !== undefined,
  )
  for (const { orderId, buyerName, buyerEmail } of named) {
    await db
      .updateTable('orders')
      .set({
        ...(buyerName === undefined ? {} : { buyer_name: buyerName }),
        ...(buyerEmail === undefined ? {} : { buyer_email: buyerEmail }),
      })
      .where('id', '=', orderId)
      .where('status', '=', 'reserved')
      .execute()
  }
}

async function insertPayments(db: Database, provider: string, started: readonly Started[]): Promise<void> {
  await sql`
    insert into payments (order_id, provider, provider_reference, amount_cents)
    select x.order_id, ${provider}, x.reference, x.amount_cents
    from unnest(${started.map(({ orderId }) => orderId)}::uuid[], ${started.map(({ reference }) => reference)}::text[],
                ${started.map(({ amountCents }) => amountCents)}::integer[]) x(order_id, reference, amount_cents)
  `.execute(db)
}
