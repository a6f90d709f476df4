import { describeMinLimit } from '../../rules/ticket-types'
import type { Context } from '../context'
import { recordPromoAudit, changePromo, toDiscount } from './change-promo'
import { refuseField } from './change-ticket-settings'
import { checkCode, checkDiscount, checkWindowOrder } from './field-checks'

/** Omitted fields keep their value. Percent and amount exclude each other: send the other one as null. */
export interface PromoChanges {
  code?: string | undefined
  percent?: number | null | undefined
  amountCents?: number | null | undefined
  useLimit?: number | null | undefined
  customerLimit?: number | null | undefined
  startsAt?: string | null | undefined
  endsAt?: string | null | undefined
}

/** Changes a promo code for future orders. Existing orders keep their discount. */
export function savePromo(
  context: Context,
  { id, changes }: { id: string; changes: PromoChanges },
): Promise<{ eventId: string }> {
  return changePromo(context, id, async (trx, promo, event) => {
    const {
      code = promo.code,
      percent = promo.percent,
      amountCents = promo.amount_cents,
      useLimit = promo.use_limit,
      customerLimit = promo.customer_limit,
      startsAt = promo.starts_at,
      endsAt = promo.ends_at,
    } = changes
    const discount = { percent, amountCents }
    checkDiscount(discount)
    checkWindowOrder({ startsAt, endsAt }, 'endsAt')
    if (useLimit !== null && useLimit < promo.used)
      throw refuseField('useLimit', describeMinLimit(promo.used))
    await checkCode(trx, 'code', { eventId: promo.event_id, code, except: id })
    await trx
      .updateTable('promo_codes')
      .set({
        code,
        percent,
        amount_cents: amountCents,
        use_limit: useLimit,
        customer_limit: customerLimit,
        starts_at: startsAt,
        ends_at: endsAt,
      })
      .where('id', '=', id)
      .execute()
    const was = toDiscount(promo)
    const isOther = code !== promo.code || percent !== was.percent || amountCents !== was.amountCents
    if (isOther || useLimit !== promo.use_limit || customerLimit !== promo.customer_limit)
      await recordPromoAudit(trx, context, { event, code, did: 'changed', discount })
  })
}
