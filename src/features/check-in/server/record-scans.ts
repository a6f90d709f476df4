import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { CheckInResult } from '../contract'
import { parseTicketCode } from '~/features/tickets/rules/ticket-code'
import type { Context } from './context'
import type { CheckInRequest } from './store-check-ins'
import { refuse } from './refused-error'

type Act = Pick<
  CheckInRequest,
  'nonce' | 'kind' | 'people' | 'ageMs' | 'wasOffline' | 'wasAdmitted' | 'admitAnyway'
> & {
  code?: string | undefined
  ticketId?: string | undefined
  guestId?: string | undefined
  undoneNonce?: string | undefined
}

/** Stores what a phone did, in order, online or offline. Refuses unless the caller may check in at this event. */
export async function recordScans(
  context: Pick<Context, 'caller' | 'checkIns'>,
  input: { eventId: string; scans: readonly Act[]; device: string; entrance: string },
): Promise<CheckInResult[]> {
  const arrivedAt = performance.now()
  const caller = requireCaller(context)
  const { entrance, device } = input
  if (!isId(input.eventId)) throw refuse('NOT_FOUND')
  // Normalize the id, so that one event has one queue.
  const eventId = input.eventId.toLowerCase()
  const results = await Promise.all(
    input.scans.map(({ nonce, kind, people, ageMs, wasOffline, wasAdmitted, admitAnyway, ...about }) =>
      context.checkIns.act(eventId, {
        nonce,
        kind,
        people,
        ageMs,
        wasOffline,
        wasAdmitted,
        admitAnyway,
        entrance,
        device,
        arrivedAt,
        byId: caller.id,
        secret: kind === 'code' ? (parseTicketCode(about.code ?? '') ?? null) : null,
        subject:
          { code: undefined, ticket: about.ticketId, guest: about.guestId, undo: about.undoneNonce }[kind] ??
          null,
      }),
    ),
  )
  const notified = results.filter((result) => result !== undefined)
  if (notified.length > 0) context.checkIns.notify(eventId)
  if (notified.length < results.length) throw refuse('NOT_FOUND')
  return notified
}
