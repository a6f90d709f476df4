import { sql } from 'kysely'
import { findOwnEvent } from '~/features/events/server/public'
import { signedIn } from '~/platform/rpc/context'
import type { DoorDouble } from '../contract'
import type { Context } from './context'
import { readDoubles } from './read-duplicates'

type Reader = Pick<Context, 'db' | 'caller'>
// Far more than any night has; a phone does not choke on it.
const MOST = 2000

/** Also those that somebody has looked at. Undefined when it is not the caller's door. */
export async function listDoubles(context: Reader, eventId: string): Promise<DoorDouble[] | undefined> {
  const event = await findOwnEvent(context.db, signedIn(context), { id: eventId, act: 'door' })
  return event && readDoubles(context.db, { eventId: event.id, onlyUnseen: false, limit: MOST })
}

/** Answers how many are seen by now. Undefined when it is not the caller's door. */
export async function seeDoubles(
  context: Reader & Pick<Context, 'doors'>,
  { eventId, nonces }: { eventId: string; nonces: readonly string[] },
): Promise<number | undefined> {
  const event = await findOwnEvent(context.db, signedIn(context), { id: eventId, act: 'door' })
  if (!event) return undefined
  const { numAffectedRows } = await sql`
    update check_ins set seen_at = coalesce(seen_at, clock_timestamp())
    where event_id = ${event.id} and nonce = any (${[...nonces]}::uuid[]) and told_in and counted < people`.execute(
    context.db,
  )
  context.doors.tell(event.id)
  return Number(numAffectedRows ?? 0)
}
