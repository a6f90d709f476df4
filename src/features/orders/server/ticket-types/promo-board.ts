import { sql } from 'kysely'
import { findOwnEvent } from '~/features/events/server/public'
import { signedIn } from '~/platform/rpc/context'
import type { PromoBoard, PromoRow } from '../../contract-types'
import { promoState } from '../../rules/promo-code'
import type { Context } from '../context'

type Row = Omit<PromoRow, 'startsAt' | 'endsAt' | 'state'> & { startsAt: Date | null; endsAt: Date | null }

/** The promo codes of an event; undefined for a caller who may not decide on its money. */
export async function findPromoBoard(context: Context, eventId: string): Promise<PromoBoard | undefined> {
  const event = await findOwnEvent(context.db, signedIn(context), { id: eventId, act: 'money' })
  if (!event) return undefined
  const { rows } = await sql<Row>`
    select p.id, p.code, p.percent, p.amount_cents as "amountCents", p.use_limit as "useLimit",
      p.customer_limit as "customerLimit", p.used,
      p.starts_at as "startsAt", p.ends_at as "endsAt",
      not exists (select from orders o where o.promo_code_id = p.id) as "canBeRemoved"
    from promo_codes p where p.event_id = ${event.id}::uuid order by p.created_at, p.id`.execute(context.db)
  const now = context.now()
  return {
    codes: rows.map((row) => ({
      ...row,
      startsAt: row.startsAt?.toISOString() ?? null,
      endsAt: row.endsAt?.toISOString() ?? null,
      state: promoState(row, now),
    })),
  }
}
