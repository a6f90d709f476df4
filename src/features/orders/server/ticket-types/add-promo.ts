import { MAX_PROMO_CODES } from '../../rules/ticket-types'
import type { PromoInput } from '../../contract-types'
import type { Context } from '../context'
import { recordPromoAudit } from './change-promo'
import { changeSale, refuseField } from './change-ticket-settings'
import { checkCode, checkDiscount, checkWindowOrder } from './field-checks'

export function addPromo(context: Context, promo: PromoInput & { eventId: string }): Promise<void> {
  const { eventId, code } = promo
  return changeSale(context, { eventId, act: 'money' }, async (trx, event) => {
    checkDiscount(promo)
    checkWindowOrder(promo, 'endsAt')
    await checkCode(trx, 'code', { eventId, code })
    const { count } = await trx
      .selectFrom('promo_codes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_PROMO_CODES) throw refuseField('code', `At most ${MAX_PROMO_CODES} codes in one event`)
    await trx
      .insertInto('promo_codes')
      .values({
        event_id: eventId,
        code,
        percent: promo.percent,
        amount_cents: promo.amountCents,
        use_limit: promo.useLimit,
        customer_limit: promo.customerLimit,
        starts_at: promo.startsAt,
        ends_at: promo.endsAt,
      })
      .execute()
    await recordPromoAudit(trx, context, { event, code, did: 'added', discount: promo })
  })
}
