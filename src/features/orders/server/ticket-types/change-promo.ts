import type { Selectable } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import type { PromoCodes } from '~/database/schema'
import type { OwnEvent } from '~/features/events/server/public'
import { requireCaller } from '~/platform/rpc/context'
import { type Discount, formatDiscount } from '../../rules/promo-code'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { changeSale, getEventId } from './change-ticket-settings'

type PromoRow = Selectable<PromoCodes>

/** Changes one promo code under its lock, so that orders that use it run before or after. */
export async function changePromo(
  context: Context,
  id: string,
  change: (trx: Transaction, promo: PromoRow, event: OwnEvent) => Promise<void>,
): Promise<{ eventId: string }> {
  const eventId = await getEventId(context.db, 'promo_codes', id)
  await changeSale(context, { eventId, act: 'money' }, async (trx, event) => {
    const promo = await trx
      .selectFrom('promo_codes')
      .selectAll()
      .where('id', '=', id)
      .where('event_id', '=', eventId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!promo) throw refuse('NOT_FOUND')
    await change(trx, promo, event)
  })
  return { eventId }
}

/** Records who gave a discount in the audit log. */
export async function recordPromoAudit(
  trx: Transaction,
  context: Context,
  { event, code, did, discount }: { event: OwnEvent; code: string; did: string; discount: Discount },
): Promise<void> {
  await recordAudit(trx, {
    actorId: requireCaller(context).id,
    action: 'events.promo_code',
    subject: { type: 'event', id: event.id },
    details: {
      event: event.title,
      code,
      reason: `${code} ${did}, ${formatDiscount(discount, event.currency)} off`,
    },
    requestId: context.requestId,
  })
}

export const toDiscount = (promo: PromoRow): Discount => ({
  percent: promo.percent,
  amountCents: promo.amount_cents,
})
