import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { DEPOSIT_DAYS } from '~/features/bookings/rules/booking-payment'
import { seedId } from './random'

/**
 * Pays the deposits of upcoming sets that were agreed long enough ago, one day after the agreement. Deposits of newer
 * sets remain due.
 */
export async function seedDeposits(trx: Transaction, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; paidAt: Date }>`
    select b.id, a.agreed_at + interval '1 day' as "paidAt"
    from bookings b join events e on e.id = b.event_id and e.organizer_id = b.client_id
      cross join lateral (
        select max(s.created_at) as agreed_at from booking_steps s where s.booking_id = b.id and s.kind = 'accept'
      ) a
    where b.status = 'confirmed' and b.deposit_cents > 0 and a.agreed_at < ${now}::timestamptz - ${DEPOSIT_DAYS} * interval '1 day'
    order by b.booking_number`.execute(trx)
  for (const [index, { id, paidAt }] of rows.entries()) {
    const paymentId = seedId('deposit', index)
    await sql`
      insert into payments (id, booking_id, event_id, purpose, provider, provider_reference, amount_cents, method, created_at)
      select ${paymentId}, id, event_id, 'deposit', 'sandbox',
        'sbx_' || deposit_cents || '_' || substr(encode(sha256(id::text::bytea), 'hex'), 1, 40), deposit_cents, 'Visa ending 0341', ${paidAt}
      from bookings where id = ${id}`.execute(trx)
    await sql`update payments set status = 'approved', settled_at = ${paidAt} where id = ${paymentId}`.execute(
      trx,
    )
    await sql`
      insert into booking_steps (id, booking_id, position, kind, actor_id, terms, created_at)
      select ${seedId('deposit step', index)}, id, steps + 1, 'pay', client_id, jsonb_build_object('payment', jsonb_build_object(
        'purpose', 'deposit', 'cents', deposit_cents, 'method', 'Visa ending 0341')), ${paidAt}
      from bookings where id = ${id}`.execute(trx)
    await sql`update bookings set steps = steps + 1 where id = ${id}`.execute(trx)
  }
  // Posts the payments and their transfers to the ledger. The next statement marks the transfers as sent.
  await sql`set constraints all immediate`.execute(trx)
  await sql`
    update transfers t set status = 'done', provider = 'sandbox', provider_reference = 'sandbox_tr_' || t.id, created_at = p.settled_at,
      done_at = p.settled_at
    from payments p where t.reason = 'deposit' and p.booking_id = t.booking_id and p.purpose = 'deposit'`.execute(
    trx,
  )
  await sql`set constraints all deferred`.execute(trx)
}
