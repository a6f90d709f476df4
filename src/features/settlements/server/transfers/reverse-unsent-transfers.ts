import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

/**
 * Drops the unsent transfers to a person who deletes their account: each is reversed, and its money stays with the
 * event. A transfer that is being sent at this moment isn't dropped.
 */
export async function reverseUnsentTransfers(trx: Transaction, payeeId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select t.id from transfers t where t.payee_id = ${payeeId}::uuid and t.status = 'requested' and t.reverses is null
      and (t.attempts = 0 or t.next_attempt_at <= clock_timestamp())
    for no key update`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await sql`
    insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency, reverses)
    select t.event_id, t.booking_id, t.payee_id, t.reason, -x.cents, t.currency, t.id
    from transfers t cross join lateral (
      select t.amount_cents + coalesce(sum(r.amount_cents), 0) as cents from transfers r where r.reverses = t.id
    ) x
    where t.id = any (${ids}::uuid[]) and x.cents > 0`.execute(trx)
  await sql`
    update transfers set status = 'done', done_at = clock_timestamp()
    where status = 'requested' and (id = any (${ids}::uuid[]) or reverses = any (${ids}::uuid[]))`.execute(
    trx,
  )
}
