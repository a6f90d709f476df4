import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Mute } from '../../rules/room-policy'
import { refuseMuted } from '../refused-error'

/**
 * Where and when to look for a person's mute. Each field is a value or a column of the surrounding SQL statement. If
 * `roomId` is null, only mutes that apply to all rooms are found.
 */
interface Place {
  personId: string | RawBuilder<string>
  roomId: string | null | RawBuilder<string>
  now: Date | RawBuilder<Date>
}

/** The columns of `mute`, the row that `selectLongestMute` returns. */
export interface MuteRow {
  muted_until: Date | null
  is_muted_everywhere: boolean | null
  muted_reason: string | null
}
export const muteColumns = sql`
  mute.until as muted_until, mute.room_id is null as is_muted_everywhere, mute.reason as muted_reason`

export function toMute(row: MuteRow): Mute | null {
  if (!row.muted_until) return null
  return {
    until: row.muted_until,
    isEverywhere: row.is_muted_everywhere === true,
    reason: row.muted_reason ?? '',
  }
}

/** Returns SQL for the active mute, in the room or everywhere, that lasts longest: one row or none. */
export function selectLongestMute({ personId, roomId, now }: Place): RawBuilder<{ until: Date }> {
  return sql`select t.until, t.room_id, t.reason from chat_mutes t
    where t.user_id = ${personId}::uuid and (t.room_id = ${roomId}::uuid or t.room_id is null)
      and t.lifted_at is null and t.until > ${now}
    order by t.until desc limit 1`
}

/**
 * Refuses a text outside messages, such as a room name, which every member sees in their list, if the person is muted
 * in that room or everywhere.
 *
 * @throws MUTED
 */
export async function checkMute(
  trx: Transaction,
  now: Date,
  { personId, roomId }: { personId: string; roomId: string | null },
): Promise<void> {
  const { rows } = await selectLongestMute({ personId, roomId, now }).execute(trx)
  if (rows[0]) throw refuseMuted(rows[0].until)
}
