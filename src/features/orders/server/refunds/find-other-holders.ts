import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

/** Who held these tickets of an order without having bought them. */
export async function findOtherHolders(
  trx: Transaction,
  { orderId, ticketIds }: { orderId: string; ticketIds: readonly string[] },
): Promise<{ userId: string; ticketIds: string[] }[]> {
  const { rows } = await sql<{ userId: string; ticketIds: string[] }>`
    select k.customer_id as "userId", array_agg(k.id::text order by k.id) as "ticketIds"
    from tickets k join orders o on o.id = k.order_id
    where o.id = ${orderId} and k.id = any (${[...ticketIds]}::uuid[]) and k.customer_id is not null
      and k.customer_id is distinct from o.customer_id group by k.customer_id`.execute(trx)
  return rows
}
