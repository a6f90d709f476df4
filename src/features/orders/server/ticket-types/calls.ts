import { sql } from 'kysely'
import type { z } from 'zod'
import { getPromoState, type PromoTerms } from '../../rules/promo-code'
import type { promoBoard, promoRow } from '../../contract-types'
import { requireCaller } from '~/platform/rpc/context'
import { findOwnEvent } from '~/features/events/server/public'
import { addPromo } from './add-promo'
import { addType } from './add-type'
import { calls } from '../call-implementer'
import type { Context } from '../context'
import { savePromo } from './save-promo'
import { saveType } from './save-type'
import { getTicketBoard } from './ticket-board'
import { unlock as unlockCode } from './unlock'
import { recordPromoAudit, changePromo, toDiscount } from './change-promo'
import { listTypeIds, moveTicketType } from './move-ticket-type'
import { refuse } from '../refused-error'
import { changeSale, getEventId } from './change-ticket-settings'

type PromoBoard = z.input<typeof promoBoard>
type StoredPromo = Omit<z.input<typeof promoRow>, 'state'> & PromoTerms

export const types = {
  list: calls.types.list.handler(({ context, input }) => getTicketBoard(context, input)),
  add: calls.types.add.handler(async ({ context, input }) => {
    await addType(context, input)
    return getTicketBoard(context, input)
  }),
  save: calls.types.save.handler(async ({ context, input }) =>
    getTicketBoard(context, await saveType(context, input)),
  ),
  move: calls.types.move.handler(async ({ context, input }) =>
    getTicketBoard(context, await moveType(context, input)),
  ),
  remove: calls.types.remove.handler(async ({ context, input }) =>
    getTicketBoard(context, await removeType(context, input)),
  ),
}

export const promo = {
  list: calls.promo.list.handler(({ context, input }) => getPromoBoard(context, input)),
  add: calls.promo.add.handler(async ({ context, input }) => {
    await addPromo(context, input)
    return getPromoBoard(context, input)
  }),
  save: calls.promo.save.handler(async ({ context, input }) =>
    getPromoBoard(context, await savePromo(context, input)),
  ),
  stop: calls.promo.stop.handler(async ({ context, input }) =>
    getPromoBoard(context, await stopPromo(context, input)),
  ),
  remove: calls.promo.remove.handler(async ({ context, input }) =>
    getPromoBoard(context, await removePromo(context, input)),
  ),
}

export const unlock = calls.unlock.handler(({ context, input }) => unlockCode(context, input))

function stopPromo(context: Context, { id }: { id: string }): Promise<{ eventId: string }> {
  return changePromo(context, id, async (trx, promo, event) => {
    const now = context.now()
    if (promo.ends_at !== null && promo.ends_at <= now) return
    // The code ends now, so a start in the future is removed: it would be after the end.
    const startsAt = promo.starts_at !== null && promo.starts_at >= now ? null : promo.starts_at
    await trx
      .updateTable('promo_codes')
      .set({ starts_at: startsAt, ends_at: now })
      .where('id', '=', id)
      .execute()
    await recordPromoAudit(trx, context, {
      event,
      code: promo.code,
      did: 'stopped',
      discount: toDiscount(promo),
    })
  })
}

/** Removes a code that no order used: orders keep a reference to their code. */
function removePromo(context: Context, { id }: { id: string }): Promise<{ eventId: string }> {
  return changePromo(context, id, async (trx, promo, event) => {
    const { rows } = await sql`
      delete from promo_codes p where p.id = ${id}::uuid
        and not exists (select from orders o where o.promo_code_id = p.id) returning p.id`.execute(trx)
    if (rows.length === 0) throw refuse('CODE_USED')
    await recordPromoAudit(trx, context, {
      event,
      code: promo.code,
      did: 'removed',
      discount: toDiscount(promo),
    })
  })
}

/** Moves a type to a position, counted from 0; beyond the end means last. */
async function moveType(
  context: Context,
  { id, to }: { id: string; to: number },
): Promise<{ eventId: string }> {
  const eventId = await getEventId(context.db, 'ticket_types', id)
  await changeSale(context, { eventId, act: 'edit' }, async (trx) => {
    const ids = await listTypeIds(trx, eventId)
    if (!ids.includes(id)) throw refuse('NOT_FOUND')
    await moveTicketType(trx, ids, { id, to })
  })
  return { eventId }
}

/** Returns the promo codes of an event whose money the caller may manage. */
async function getPromoBoard(context: Context, { eventId }: { eventId: string }): Promise<PromoBoard> {
  const event = await findOwnEvent(context.db, requireCaller(context), { id: eventId, act: 'money' })
  if (!event) throw refuse('NOT_FOUND')
  const { rows } = await sql<StoredPromo>`
    select p.id, p.code, p.percent, p.amount_cents as "amountCents", p.use_limit as "useLimit",
      p.customer_limit as "customerLimit", p.used,
      p.starts_at as "startsAt", p.ends_at as "endsAt",
      not exists (select from orders o where o.promo_code_id = p.id) as "canBeRemoved"
    from promo_codes p where p.event_id = ${event.id}::uuid order by p.created_at, p.id`.execute(context.db)
  const now = context.now()
  return { codes: rows.map((row) => ({ ...row, state: getPromoState(row, now) })) }
}

/** Removes a ticket type. Refuses one with orders or a waitlist, because their tickets need the type. */
async function removeType(context: Context, { id }: { id: string }): Promise<{ eventId: string }> {
  const eventId = await getEventId(context.db, 'ticket_types', id)
  await changeSale(context, { eventId, act: 'money' }, async (trx) => {
    if (!(await listTypeIds(trx, eventId)).includes(id)) throw refuse('NOT_FOUND')
    await sql`select from ticket_types where id = ${id}::uuid for no key update`.execute(trx)
    const { rows } = await sql`
      delete from ticket_types t where t.id = ${id}::uuid and t.waiting = 0
        and not exists (select from order_items i where i.ticket_type_id = t.id) returning t.id`.execute(trx)
    if (rows.length === 0) throw refuse('WAS_ORDERED')
  })
  return { eventId }
}
