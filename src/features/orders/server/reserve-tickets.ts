import { sql } from 'kysely'
import { isPrivateAddress } from '~/platform/http/client-address'
import { requireCaller } from '~/platform/rpc/context'
import { findSelectionProblem, mergeSelection, type SelectedItem } from '../rules/selection'
import type { Context } from './context'
import { toAddressRange } from './address-range'
import type { ReserveOutcome, ReserveRequest } from './reserve-batch'

export type ReserveTicketsOutcome =
  | ReserveOutcome
  | { outcome: 'empty_selection' | 'email_needed' | 'too_many_in_all' }
  | { outcome: 'too_many'; ticketTypeId: string }

/**
 * Holds tickets for the caller and replaces their open order of this event. Free orders are confirmed immediately.
 * Idempotent by key.
 */
export async function reserveTickets(
  context: Pick<Context, 'caller' | 'ip' | 'sales'>,
  input: { eventId: string; clientKey: string; items: readonly SelectedItem[] } & Pick<
    ReserveRequest,
    'source' | 'accessCode' | 'promoCode'
  >,
): Promise<ReserveTicketsOutcome> {
  const caller = requireCaller(context)
  const items = mergeSelection(input.items)
  const problem = findSelectionProblem(items)
  if (problem?.kind === 'empty') return { outcome: 'empty_selection' }
  if (problem?.kind === 'too_many_in_all') return { outcome: problem.kind }
  if (problem) return { outcome: 'too_many', ticketTypeId: problem.ticketTypeId }
  if (caller.email === null) return { outcome: 'email_needed' }
  return context.sales.reserve({
    customerId: caller.id,
    buyerName: caller.fullName,
    buyerEmail: caller.email,
    eventId: input.eventId.toLowerCase(),
    clientKey: input.clientKey.toLowerCase(),
    items,
    source: input.source,
    accessCode: normalizeCode(input.accessCode),
    promoCode: normalizeCode(input.promoCode),
    // Stores no network for a private address: behind an unconfigured proxy, all buyers have the same one.
    network: isPrivateAddress(context.ip) ? null : toAddressRange(context.ip),
  })
}

/**
 * Returns whether this reservation requires a CAPTCHA token. A retry doesn't, because its first attempt used the token.
 */
export async function needsCaptcha(
  context: Pick<Context, 'caller' | 'config' | 'db'>,
  { eventId, clientKey }: { eventId: string; clientKey: string },
): Promise<boolean> {
  if (context.config.auth.captcha === undefined) return false
  const { rows } = await sql`
    select from events where id = ${eventId} and requires_captcha
      and not exists (select from orders where customer_id = ${requireCaller(context).id} and client_key = ${clientKey})`.execute(
    context.db,
  )
  return rows.length > 0
}

function normalizeCode(text: string | null | undefined): string | undefined {
  return text?.trim().toUpperCase() || undefined
}
