import { sql } from 'kysely'
import { getPromoState } from '../../rules/promo-code'
import type { PromoBoard, PromoRow } from '../../contract-types'
import { signedIn } from '~/platform/rpc/context'
import { findOwnEvent } from '~/features/events/server/public'
import { addPromo } from './add-promo'
import { addType } from './add-type'
import { calls } from '../implementer'
import type { Context } from '../context'
import { savePromo } from './save-promo'
import { saveType } from './save-type'
import { findTicketBoard } from './ticket-board'
import { unlock as unlockCode } from './unlock'
import { recordPromoAudit, changePromo, toDiscount } from './change-promo'
import { listTypeIds, moveTicketType } from './order-types'
import { changeSale, findEventId, type ChangeFailure } from './change-sale'

type StoredPromo = Omit<PromoRow, 'startsAt' | 'endsAt' | 'state'> & {
  startsAt: Date | null
  endsAt: Date | null
}

type Plain = () => Error
type Errors = {
  NOT_FOUND: Plain
  EVENT_CLOSED?: Plain
  NOT_ORGANIZER?: Plain
  WAS_ORDERED?: Plain
  CODE_USED?: Plain
  INVALID?: (options: { data: { fields: { path: string; message: string }[] } }) => Error
}

const errorCodes = {
  not_found: 'NOT_FOUND',
  closed: 'EVENT_CLOSED',
  not_yours: 'NOT_ORGANIZER',
  was_ordered: 'WAS_ORDERED',
  was_used: 'CODE_USED',
} as const

function toError(failure: ChangeFailure, errors: Errors): Error {
  if (failure.outcome === 'invalid')
    return errors.INVALID?.({ data: { fields: failure.fields } }) ?? errors.NOT_FOUND()
  return (errors[errorCodes[failure.outcome]] ?? errors.NOT_FOUND)()
}

/**
 * Returns the list after the change.
 * @throws the error of the failure
 */
async function getList<List>(
  result: ChangeFailure | { eventId: string },
  find: (eventId: string) => Promise<List | undefined>,
  errors: Errors,
): Promise<List> {
  if ('outcome' in result) throw toError(result, errors)
  const list = await find(result.eventId)
  if (!list) throw errors.NOT_FOUND()
  return list
}

const createBoardFinder = (context: Context) => (eventId: string) => findTicketBoard(context, eventId)
const createPromoBoardFinder = (context: Context) => (eventId: string) => findPromoBoard(context, eventId)

export const types = {
  list: calls.types.list.handler(({ context, input, errors }) =>
    getList(input, createBoardFinder(context), errors),
  ),
  add: calls.types.add.handler(async ({ context, input, errors }) =>
    getList((await addType(context, input)) ?? input, createBoardFinder(context), errors),
  ),
  save: calls.types.save.handler(async ({ context, input, errors }) =>
    getList(await saveType(context, input), createBoardFinder(context), errors),
  ),
  move: calls.types.move.handler(async ({ context, input, errors }) =>
    getList(await moveType(context, input), createBoardFinder(context), errors),
  ),
  remove: calls.types.remove.handler(async ({ context, input, errors }) =>
    getList(await removeType(context, input), createBoardFinder(context), errors),
  ),
}

export const promo = {
  list: calls.promo.list.handler(({ context, input, errors }) =>
    getList(input, createPromoBoardFinder(context), errors),
  ),
  add: calls.promo.add.handler(async ({ context, input, errors }) =>
    getList((await addPromo(context, input)) ?? input, createPromoBoardFinder(context), errors),
  ),
  save: calls.promo.save.handler(async ({ context, input, errors }) =>
    getList(await savePromo(context, input), createPromoBoardFinder(context), errors),
  ),
  stop: calls.promo.stop.handler(async ({ context, input, errors }) =>
    getList(await stopPromo(context, input), createPromoBoardFinder(context), errors),
  ),
  remove: calls.promo.remove.handler(async ({ context, input, errors }) =>
    getList(await removePromo(context, input), createPromoBoardFinder(context), errors),
  ),
}

const unlockErrorCodes = {
  unknown: 'NOT_FOUND',
  later: 'CODE_NOT_YET_VALID',
  over: 'CODE_EXPIRED',
  used_up: 'CODE_USED_UP',
} as const

export const unlock = calls.unlock.handler(async ({ context, input, errors }) => {
  const result = await unlockCode(context, input)
  if (result.kind === 'types' || result.kind === 'promo') return result
  throw errors[unlockErrorCodes[result.kind]]()
})

function stopPromo(context: Context, { id }: { id: string }): Promise<ChangeFailure | { eventId: string }> {
  return changePromo(context, id, async (trx, promo, event) => {
    const now = context.now()
    if (promo.ends_at !== null && promo.ends_at <= now) return undefined
    // Drops a start in the future, which would be after the end.
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
    return undefined
  })
}

/** Removes a code that no order used: orders keep a reference to their code. */
function removePromo(context: Context, { id }: { id: string }): Promise<ChangeFailure | { eventId: string }> {
  return changePromo(context, id, async (trx, promo, event) => {
    const { rows } = await sql`
      delete from promo_codes p where p.id = ${id}::uuid
        and not exists (select from orders o where o.promo_code_id = p.id) returning p.id`.execute(trx)
    if (rows.length === 0) return { outcome: 'was_used' }
    await recordPromoAudit(trx, context, {
      event,
      code: promo.code,
      did: 'removed',
      discount: toDiscount(promo),
    })
    return undefined
  })
}

/** Moves a type to a position, counted from 0; beyond the end means last. */
async function moveType(
  context: Context,
  { id, to }: { id: string; to: number },
): Promise<ChangeFailure | { eventId: string }> {
  const eventId = await findEventId(context.db, 'ticket_types', id)
  if (eventId === undefined) return { outcome: 'not_found' }
  const failure = await changeSale(context, { eventId, act: 'edit' }, async (trx) => {
    const ids = await listTypeIds(trx, eventId)
    if (!ids.includes(id)) return { outcome: 'not_found' }
    await moveTicketType(trx, ids, { id, to })
    return undefined
  })
  return failure ?? { eventId }
}

/** Returns the promo codes of an event; undefined for a caller who may not manage its money. */
async function findPromoBoard(context: Context, eventId: string): Promise<PromoBoard | undefined> {
  const event = await findOwnEvent(context.db, signedIn(context), { id: eventId, act: 'money' })
  if (!event) return undefined
  const { rows } = await sql<StoredPromo>`
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
      state: getPromoState(row, now),
    })),
  }
}

/** Removes a type without orders and without a waitlist: every ticket needs its type. */
async function removeType(
  context: Context,
  { id }: { id: string },
): Promise<ChangeFailure | { eventId: string }> {
  const eventId = await findEventId(context.db, 'ticket_types', id)
  if (eventId === undefined) return { outcome: 'not_found' }
  const failure = await changeSale(context, { eventId, act: 'money' }, async (trx) => {
    if (!(await listTypeIds(trx, eventId)).includes(id)) return { outcome: 'not_found' }
    await sql`select from ticket_types where id = ${id}::uuid for no key update`.execute(trx)
    const { rows } = await sql`
      delete from ticket_types t where t.id = ${id}::uuid and t.waiting = 0
        and not exists (select from order_items i where i.ticket_type_id = t.id) returning t.id`.execute(trx)
    return rows.length === 0 ? { outcome: 'was_ordered' } : undefined
  })
  return failure ?? { eventId }
}
