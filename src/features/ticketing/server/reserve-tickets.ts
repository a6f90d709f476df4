import { isTooLarge } from '~/database/violation'
import { signedIn } from '~/platform/rpc/context'
import { findSelectionFault, mergeSelection, type SelectedItem } from '../rules/selection'
import type { Context } from './context'
import type { ReserveOutcome, ReserveRequest } from './reserve-batch'

export type ReserveTicketsOutcome =
  | ReserveOutcome
  | { outcome: 'empty_selection' | 'email_needed' }
  | { outcome: 'too_many'; ticketTypeId: string }

/** Holds tickets for the caller, or gives them at once when nothing is to pay. Repeating it with the same key is harmless. */
export async function reserveTickets(
  context: Pick<Context, 'caller' | 'sales'>,
  input: { eventId: string; clientKey: string; items: readonly SelectedItem[] } & Pick<
    ReserveRequest,
    'source' | 'accessCode' | 'promoCode'
  >,
): Promise<ReserveTicketsOutcome> {
  const caller = signedIn(context)
  const items = mergeSelection(input.items)
  const fault = findSelectionFault(items)
  if (fault?.fault === 'empty') return { outcome: 'empty_selection' }
  if (fault) return { outcome: 'too_many', ticketTypeId: fault.ticketTypeId }
  if (caller.email === null) return { outcome: 'email_needed' }
  try {
    return await context.sales.reserve({
      customerId: caller.id,
      buyerName: caller.fullName,
      buyerEmail: caller.email,
      eventId: input.eventId.toLowerCase(),
      clientKey: input.clientKey.toLowerCase(),
      items,
      source: input.source,
      accessCode: readCode(input.accessCode),
      promoCode: readCode(input.promoCode),
    })
  } catch (error) {
    // Ten each of twenty types at the highest price come to more than an order can hold, and more than anybody can pay.
    if (isTooLarge(error)) return { outcome: 'too_many', ticketTypeId: items[0]?.ticketTypeId ?? '' }
    throw error
  }
}

/** As codes are kept. */
function readCode(text: string | null | undefined): string | undefined {
  return text?.trim().toUpperCase() || undefined
}
