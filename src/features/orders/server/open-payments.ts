import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Logger } from '~/platform/log/log'
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
  | { outcome: 'not_found' | 'expired' | 'closed' | 'provider_failed' | 'no_payments' }

interface Row {
  id: string | null
  order_number: string
  status: OrderStatus
  total_cents: number
  is_over: boolean
  open_reference: string | null
}

interface Started {
  orderId: string
  reference: string
  amountCents: number
}

/**
 * Opens payments for held orders, or resumes the open one. Asks the provider before it writes the payment, so a crash
 * in between leaves only an unused payment page. An order can have two open payments (two tabs); the second one to be
 * paid is refunded.
 */
export async function openPayments(
  { db, payments, log }: { db: Database; payments: PaymentPort; log: Logger },
  requests: readonly PaymentRequest[],
): Promise<OpenedPayment[]> {
  if (payments.provider === 'none') return requests.map(() => ({ outcome: 'no_payments' }))
  const rows = await listPayableOrders(db, payments.provider, requests)
  const started = new Map<string, Started>()
  const opening = new Map<string | null, Promise<OpenedPayment>>()
  const results = await Promise.all(
    rows.map((row) => {
      const result = opening.get(row.id) ?? openPayment({ payments, log }, row, started)
      opening.set(row.id, result)
      return result
    }),
  )
  await updateBuyers(
    db,
    requests.filter((_, index) => results[index]?.outcome === 'opened'),
  )
  if (started.size > 0) await insertPayments(db, payments.provider, [...started.values()])
  return results
}

async function openPayment(
  { payments, log }: { payments: PaymentPort; log: Logger },
  row: Row,
  started: Map<string, Started>,
): Promise<OpenedPayment> {
  if (row.id === null) return { outcome: 'not_found' }
  if (row.status === 'expired' || (row.status === 'reserved' && row.is_over)) return { outcome: 'expired' }
  if (row.status !== 'reserved' || row.total_cents === 0) return { outcome: 'closed' }
  try {
    const open = row.open_reference === null ? undefined : await payments.resume(row.open_reference)
    if (open !== undefined) return { outcome: 'opened', redirectUrl: open }
    const order = { id: row.id, orderNumber: row.order_number, totalCents: row.total_cents }
    const { reference, redirectUrl } = await payments.start(order)
    started.set(reference, { orderId: row.id, reference, amountCents: row.total_cents })
    return { outcome: 'opened', redirectUrl }
  } catch (error) {
    log.error({ err: error, orderId: row.id }, 'the payment provider did not open a payment')
    return { outcome: 'provider_failed' }
  }
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
