import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { OwnEvent } from '~/features/events/server/public'
import type { Discount } from '../../rules/promo-code'
import { findSaleWindowProblem } from '../../rules/sale-window-problem'
import { refuseField } from './change-ticket-settings'

type Window = { startsAt: Date | string | null; endsAt: Date | string | null }

/** Refuses a window that ends before it starts; `path` is the field of its end. */
export function checkWindowOrder({ startsAt, endsAt }: Window, path: string): void {
  if (startsAt === null || endsAt === null || new Date(endsAt) > new Date(startsAt)) return
  throw refuseField(path, 'The sale ends before it starts. Choose a later end.')
}

/** Refuses a sale window that starts or ends after the event. A postponed event without a date is not checked. */
export function checkSaleWindow(
  window: Window,
  event: Pick<OwnEvent, 'status' | 'startsAt' | 'endsAt'>,
): void {
  const problem = findSaleWindowProblem(
    window,
    event.status === 'postponed' ? null : (event.endsAt ?? event.startsAt),
  )
  if (problem) throw refuseField(problem.field, problem.message)
}

/**
 * Refuses a code of another ticket type or promo code of the event. Codes are unique across both kinds, since visitors
 * enter them in one field. The caller holds the event's lock. `except`: the type or code that is being changed.
 */
export async function checkCode(
  trx: Transaction,
  path: string,
  { eventId, code, except }: { eventId: string; code: string; except?: string | undefined },
): Promise<void> {
  const { rows } = await sql<{ kind: 'type' | 'promo'; name: string; id: string }>`
    select 'type' as kind, name, id from ticket_types where event_id = ${eventId} and access_code = ${code}
    union all select 'promo', code, id from promo_codes where event_id = ${eventId} and code = ${code}`.execute(
    trx,
  )
  const clash = rows.find(({ id }) => id !== except)
  if (!clash) return
  const usedAs = clash.kind === 'type' ? `already unlocks ${clash.name}` : 'is already a promo code'
  throw refuseField(path, `${code} ${usedAs}. Choose another code.`)
}

/** Refuses a discount that is not exactly one of percentage and amount. */
export function checkDiscount({ percent, amountCents }: Discount): void {
  if ((percent === null) !== (amountCents === null)) return
  const path = percent === null ? 'percent' : 'amountCents'
  throw refuseField(path, 'Choose a discount: a percentage or an amount.')
}
