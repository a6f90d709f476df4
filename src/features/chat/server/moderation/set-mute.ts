import { recordAudit } from '~/database/audit'
import type { Database, Transaction } from '~/database/connect'
import type { NewEvent } from '../run-chat-change'
import { type Act, toAuditDetails } from './moderation-action'

export interface MutePlace {
  personId: string
  /** Null if the mute applies to all rooms. */
  roomId: string | null
}

/**
 * Mutes a person until the given time, replacing an earlier mute in the same place. Before calling it, lock
 * `chat_clock` and check the permission.
 */
export async function setMute(
  trx: Transaction,
  act: Act,
  { personId, roomId, minutes }: MutePlace & { minutes: number },
): Promise<Date> {
  await endMute(trx, act.now, { personId, roomId })
  const until = new Date(act.now.getTime() + minutes * 60_000)
  await trx
    .insertInto('chat_mutes')
    .values({
      user_id: personId,
      room_id: roomId,
      until,
      reason: act.reason,
      muted_by: act.actorId,
      by_moderator: act.isByModerator,
      created_at: act.now,
    })
    .execute()
  await recordAudit(trx, {
    actorId: act.actorId,
    action: 'chat.mute',
    subject: { type: 'person', id: personId },
    details: { room: roomId, until: until.toISOString(), ...toAuditDetails(act) },
    requestId: act.requestId,
  })
  return until
}

/** Returns whether an active mute was lifted. */
export async function liftMute(trx: Transaction, act: Act, place: MutePlace): Promise<boolean> {
  const wasQuiet = await endMute(trx, act.now, place)
  if (!wasQuiet) return false
  await recordAudit(trx, {
    actorId: act.actorId,
    action: 'chat.unmute',
    subject: { type: 'person', id: place.personId },
    details: { room: place.roomId, ...toAuditDetails(act) },
    requestId: act.requestId,
  })
  return true
}

export async function isMutedByModerator(
  trx: Transaction,
  now: Date,
  { personId, roomId }: MutePlace,
): Promise<boolean> {
  const row = await trx
    .selectFrom('chat_mutes')
    .where('user_id', '=', personId)
    .where('room_id', roomId === null ? 'is' : '=', roomId)
    .where('lifted_at', 'is', null)
    .where('until', '>', now)
    .where('by_moderator', '=', true)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

async function endMute(trx: Transaction, now: Date, { personId, roomId }: MutePlace): Promise<boolean> {
  const row = await trx
    .updateTable('chat_mutes')
    .set({ lifted_at: now })
    .where('user_id', '=', personId)
    .where('room_id', roomId === null ? 'is' : '=', roomId)
    .where('lifted_at', 'is', null)
    .returning('until')
    .executeTakeFirst()
  return row !== undefined && row.until > now
}

/**
 * Returns how many event numbers a mute can need. A mute in all rooms needs one per room of the person, and a few
 * more for rooms they join before the mute is stored.
 */
export async function countMuteEvents(db: Database, { personId, roomId }: MutePlace): Promise<number> {
  if (roomId !== null) return 1
  const { rooms } = await db
    .selectFrom('chat_room_members')
    .where('user_id', '=', personId)
    .select((eb) => eb.fn.countAll<number>().as('rooms'))
    .executeTakeFirstOrThrow()
  return rooms + 5
}

/**
 * Returns the member events of a mute: one for each room where it applies, at most `maxEvents`. Rooms above that get
 * no event, but the muted person is notified anyway.
 */
export async function createMemberEvents(
  trx: Transaction,
  { personId, roomId }: MutePlace,
  maxEvents: number,
): Promise<NewEvent[]> {
  if (roomId !== null) return [{ kind: 'member', roomId, userId: personId }]
  const rows = await trx
    .selectFrom('chat_room_members as m')
    .innerJoin('chat_rooms as r', 'r.id', 'm.room_id')
    .where('m.user_id', '=', personId)
    .where('r.is_active', '=', true)
    .select('m.room_id')
    .limit(maxEvents)
    .execute()
  return rows.map((row) => ({ kind: 'member', roomId: row.room_id, userId: personId }))
}
