import { sql } from 'kysely'
import type { Context } from '../context'
import { auditPromo, changePromo, discountOf } from './change-promo'
import type { Refusal } from './change-sale'

/** Ends a code now. Orders that hold tickets with it keep what it took off. */
export function stopPromo(context: Context, { id }: { id: string }): Promise<Refusal | { eventId: string }> {
  return changePromo(context, id, async (trx, promo, event) => {
    const now = context.now()
    if (promo.ends_at !== null && promo.ends_at <= now) return undefined
    // A window that has not begun would end before its beginning.
    const startsAt = promo.starts_at !== null && promo.starts_at >= now ? null : promo.starts_at
    await trx
      .updateTable('promo_codes')
      .set({ starts_at: startsAt, ends_at: now })
      .where('id', '=', id)
      .execute()
    await auditPromo(trx, context, { event, code: promo.code, did: 'stopped', discount: discountOf(promo) })
    return undefined
  })
}

/** Only while no order was ever made with it, so that every order can say what took off its price. */
export function removePromo(
  context: Context,
  { id }: { id: string },
): Promise<Refusal | { eventId: string }> {
  return changePromo(context, id, async (trx, promo, event) => {
    const { rows } = await sql`
      delete from promo_codes p where p.id = ${id}::uuid
        and not exists (select from orders o where o.promo_code_id = p.id) returning p.id`.execute(trx)
    if (rows.length === 0) return { outcome: 'was_used' }
    await auditPromo(trx, context, { event, code: promo.code, did: 'removed', discount: discountOf(promo) })
    return undefined
  })
}
