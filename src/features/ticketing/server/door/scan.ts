import type { OwnEvent } from '~/features/events/server/public'
import { signedIn } from '~/platform/rpc/context'
import type { DoorAnswer } from '../../contract-door'
import { readTicketCode } from '../../rules/ticket-code'
import type { Context } from '../context'
import type { DoorRequest } from './check-in'

type Act = Pick<DoorRequest, 'nonce' | 'kind' | 'people' | 'ageMs' | 'wasOffline' | 'wasLetIn' | 'letIn'> & {
  code?: string | undefined
  ticketId?: string | undefined
  guestId?: string | undefined
  of?: string | undefined
}

/** What a phone did at the door, in its order: now, or while it was offline. Undefined when it is not the caller's door. */
export async function scan(
  context: Pick<Context, 'caller' | 'doors'>,
  input: { eventId: string; scans: readonly Act[]; device: string; door: string },
): Promise<DoorAnswer[] | undefined> {
  const arrivedAt = performance.now()
  const caller = signedIn(context)
  const event = await context.doors.find(caller.id, input.eventId)
  if (!event) return undefined
  const { door, device } = input
  const isSenior = isSeniorAt(event)
  const answers = await Promise.all(
    input.scans.map(({ nonce, kind, people, ageMs, wasOffline, wasLetIn, letIn, ...about }) =>
      context.doors.act(event.id, {
        nonce,
        kind,
        people,
        ageMs,
        wasOffline,
        wasLetIn,
        letIn,
        door,
        device,
        isSenior,
        arrivedAt,
        byId: caller.id,
        secret: kind === 'code' ? (readTicketCode(about.code ?? '') ?? null) : null,
        subject:
          { code: undefined, ticket: about.ticketId, guest: about.guestId, undo: about.of }[kind] ?? null,
      }),
    ),
  )
  context.doors.tell(event.id)
  return answers
}

/** Whether somebody undoes whatever is old, not only what is of the last minutes. */
export function isSeniorAt(event: Pick<OwnEvent, 'relations'>): boolean {
  return event.relations.some((relation) => relation === 'organizer' || relation === 'manager')
}
