import { sql } from 'kysely'
import { implementCalls } from '~/platform/rpc/implement'
import { checkInContract, type DuplicateCheckIn } from '../contract'
import { signedIn } from '~/platform/rpc/context'
import { findOwnEvent } from '~/features/events/server/public'
import { findChanges, openCheckIn } from './open-check-in'
import { scan } from './scan'
import type { Context } from './context'
import { listDuplicates } from './read-duplicates'

type Reader = Pick<Context, 'db' | 'caller'>

// Far more than any event has, and small enough for a phone.
const MAX_DUPLICATES = 2000

const calls = implementCalls<Context>()(checkInContract)

export const checkInCalls = calls.router({
  open: calls.open.handler(async ({ context, input, errors }) => {
    const list = await openCheckIn(context, input)
    if (!list) throw errors.NOT_FOUND()
    return list
  }),
  changes: calls.changes.handler(async ({ context, input, errors }) => {
    const list = await findChanges(context, input)
    if (!list) throw errors.NOT_FOUND()
    return list
  }),
  scan: calls.scan.handler(async ({ context, input, errors }) => {
    const results = await scan(context, input)
    if (!results) throw errors.NOT_FOUND()
    return { results, serverNow: context.now().toISOString() }
  }),
  duplicates: calls.duplicates.handler(async ({ context, input, errors }) => {
    const duplicates = await findDuplicates(context, input.eventId)
    if (!duplicates) throw errors.NOT_FOUND()
    return { duplicates }
  }),
  seen: calls.seen.handler(async ({ context, input, errors }) => {
    const seen = await markDuplicatesSeen(context, input)
    if (seen === undefined) throw errors.NOT_FOUND()
    return { seen }
  }),
})

/** Returns duplicate scans, seen ones too. Undefined unless the caller may check in at this event. */
async function findDuplicates(context: Reader, eventId: string): Promise<DuplicateCheckIn[] | undefined> {
  const event = await findOwnEvent(context.db, signedIn(context), { id: eventId, act: 'check_in' })
  return event && listDuplicates(context.db, { eventId: event.id, onlyUnseen: false, limit: MAX_DUPLICATES })
}

/** Marks duplicates as seen and returns how many were. Undefined unless the caller may check in at this event. */
async function markDuplicatesSeen(
  context: Reader & Pick<Context, 'checkIns'>,
  { eventId, nonces }: { eventId: string; nonces: readonly string[] },
): Promise<number | undefined> {
  const event = await findOwnEvent(context.db, signedIn(context), { id: eventId, act: 'check_in' })
  if (!event) return undefined
  const { numAffectedRows } = await sql`
    update check_ins set seen_at = coalesce(seen_at, clock_timestamp())
    where event_id = ${event.id} and nonce = any (${[...nonces]}::uuid[]) and shown_in and counted < people`.execute(
    context.db,
  )
  context.checkIns.notify(event.id)
  return Number(numAffectedRows ?? 0)
}
