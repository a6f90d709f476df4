import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { CheckInAnswer } from '../contract'
import { readTicketCode } from '~/features/tickets/rules/ticket-code'
import type { Context } from './context'
import type { CheckInRequest } from './check-in'

type Act = Pick<
  CheckInRequest,
  'nonce' | 'kind' | 'people' | 'ageMs' | 'wasOffline' | 'wasAdmitted' | 'letIn'
> & {
  code?: string | undefined
  ticketId?: string | undefined
  guestId?: string | undefined
  of?: string | undefined
}

/** Stores what a phone did, in order, online or offline. Undefined unless the caller may check in at this event. */
export async function scan(
  context: Pick<Context, 'caller' | 'checkIns'>,
  input: { eventId: string; scans: readonly Act[]; device: string; door: string },
): Promise<CheckInAnswer[] | undefined> {
  const arrivedAt = performance.now()
  const caller = signedIn(context)
  const { door, device } = input
  if (!isId(input.eventId)) return undefined
  // Normalize the id, so that one event has one queue.
  const eventId = input.eventId.toLowerCase()
  const answers = await Promise.all(
    input.scans.map(({ nonce, kind, people, ageMs, wasOffline, wasAdmitted, letIn, ...about }) =>
      context.checkIns.act(eventId, {
        nonce,
        kind,
        people,
        ageMs,
        wasOffline,
        wasAdmitted,
        letIn,
        door,
        device,
        arrivedAt,
        byId: caller.id,
        secret: kind === 'code' ? (readTicketCode(about.code ?? '') ?? null) : null,
        subject:
          { code: undefined, ticket: about.ticketId, guest: about.guestId, undo: about.of }[kind] ?? null,
      }),
    ),
  )
  const notified = answers.filter((answer) => answer !== undefined)
  if (notified.length > 0) context.checkIns.tell(eventId)
  return notified.length === answers.length ? notified : undefined
}
