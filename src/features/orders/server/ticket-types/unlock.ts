import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { unlocked } from '../../contract-types'
import { getPromoState, type PromoTerms } from '../../rules/promo-code'
import { isSaleCode } from '../../rules/sale-code'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { createWrongCodeLimit } from './wrong-codes'

type Unlocked = z.input<typeof unlocked>
type UnlockedTypes = Extract<Unlocked, { kind: 'types' }>
type UnlockedPromo = Extract<Unlocked, { kind: 'promo' }>

const refusedStates = { later: 'CODE_NOT_YET_VALID', over: 'CODE_EXPIRED', used_up: 'CODE_USED_UP' } as const

/**
 * Returns what a code unlocks, or its discount. Unknown codes, drafts, private events and missing events get the same
 * response; only a caller with a correct code learns that it has expired.
 */
export async function unlock(
  context: Context,
  { eventId, code }: { eventId: string; code: string },
): Promise<Unlocked> {
  const { db } = context
  const wrong = createWrongCodeLimit(context, eventId)
  await wrong.tryOne()
  await wrong.check()
  const isPossible = isId(eventId) && isSaleCode(code)
  const found = isPossible
    ? ((await findType(db, eventId, code)) ?? (await findPromo(context, eventId, code)))
    : undefined
  if (found) return found
  await wrong.count()
  throw refuse('NOT_FOUND')
}

const isOpen = sql`e.is_public and e.event_status in ('published', 'postponed')`

async function findType(db: Database, eventId: string, code: string): Promise<Unlocked | undefined> {
  const { rows } = await sql<UnlockedTypes['types'][number]>`
    select t.id, t.name, t.description, t.price_cents as "priceCents",
      case when t.waiting > 0 then 0 else t.quantity_total - t.quantity_sold - t.quantity_held end as available,
      t.sale_starts_at as "saleStartsAt", t.sale_ends_at as "saleEndsAt"
    from ticket_types t join events e on e.id = t.event_id
    where t.event_id = ${eventId}::uuid and t.access_code = ${code} and ${isOpen}`.execute(db)
  return rows.length === 0 ? undefined : { kind: 'types', code, types: rows }
}

async function findPromo(
  { db, now }: Pick<Context, 'db' | 'now'>,
  eventId: string,
  code: string,
): Promise<Unlocked | undefined> {
  const { rows } = await sql<Pick<UnlockedPromo, 'percent' | 'amountCents'> & PromoTerms>`
    select p.percent, p.amount_cents as "amountCents", p.use_limit as "useLimit", p.used, p.starts_at as "startsAt",
      p.ends_at as "endsAt"
    from promo_codes p join events e on e.id = p.event_id
    where p.event_id = ${eventId}::uuid and p.code = ${code} and ${isOpen}`.execute(db)
  const [promo] = rows
  if (!promo) return undefined
  const state = getPromoState(promo, now())
  if (state !== 'open') throw refuse(refusedStates[state])
  const { percent, amountCents, endsAt } = promo
  return { kind: 'promo', code, percent, amountCents, endsAt }
}
