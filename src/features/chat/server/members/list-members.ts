import { sql } from 'kysely'
import { readPage } from '~/lib/list-page'
import { toLikePattern, searchWords } from '~/lib/search-words'
import { signedIn } from '~/platform/rpc/context'
import { memberCursor } from '../../contract-members'
import type { RoomMember } from '../../contract-shapes'
import type { RoomRole } from '../../rules/chat-limits'
import { canModerate, canRead } from '../../rules/room-policy'
import type { ReadContext } from '../context'
import { refuse } from '../refuse'
import { selectLongestMute } from '../moderation/active-mute'
import { getVisibleRoom, type VisibleRoom } from '../rooms/visible-room'

interface Page {
  roomId: string
  search: string
  after?: string | undefined
  limit: number
}

type Row = {
  id: string
  name: string
  avatar_url: string | null
  role: RoomRole
  created_at: Date
  muted_until: Date | null
  /** Whether a moderator set the mute in this room; null if there is none. */
  is_here_by_moderator: boolean | null
}

/** Lists the members of a room that the caller may read: admins first, then by name. */
export async function listMembers(
  { db, now, ...context }: ReadContext,
  { roomId, search, after, limit }: Page,
): Promise<{ members: RoomMember[]; nextCursor: string | null }> {
  const room = await getVisibleRoom(db, signedIn(context), roomId)
  if (!canRead(room)) throw refuse('NOT_FOUND')
  const mute = selectLongestMute({ personId: sql`c.user_id`, roomId: sql`c.room_id`, now: now() })
  const { shown, nextCursor } = await readPage({ after }, limit, {
    cursor: memberCursor,
    read: async ({ row: last }, most) => {
      const { rows } = await sql<Row>`
        select p.id, p.display_name as name, p.avatar_url, c.role, c.created_at, mute.until as muted_until,
          here.by_moderator as is_here_by_moderator
        from chat_room_members c
        join profiles p on p.id = c.user_id
        left join lateral (${mute}) mute on ${canModerate(room)}
        left join chat_mutes here on ${canModerate(room)} and here.user_id = c.user_id and here.room_id = c.room_id
          and here.lifted_at is null and here.until > ${now()}
        where ${sql.join(
          [
            sql`c.room_id = ${roomId}::uuid`,
            ...searchWords(search).map((word) => sql`fold_text(p.display_name) like ${toLikePattern(word)}`),
            ...(last
              ? [
                  sql`(c.role, lower(p.display_name), p.id) >
                    (select ${last[0]}::text, lower(l.display_name), l.id from profiles l where l.id = ${last[1]}::uuid)`,
                ]
              : []),
          ],
          sql` and `,
        )}
        order by c.role, lower(p.display_name), p.id limit ${sql.lit(most)}`.execute(db)
      return rows
    },
    getKey: ({ role, id }) => [role, id],
  })
  return { members: shown.map((row) => toMember(row, room)), nextCursor }
}

function toMember(row: Row, room: VisibleRoom): RoomMember {
  return {
    person: { id: row.id, name: row.name, avatarUrl: row.avatar_url },
    role: row.role,
    joinedAt: row.created_at.toISOString(),
    mutedUntil: row.muted_until?.toISOString() ?? null,
    canUnmute: findUnmuteScope(row, room),
  }
}

/** Only moderators can lift a moderator's mute. */
function findUnmuteScope(row: Row, { isModerator }: VisibleRoom): RoomMember['canUnmute'] {
  if (row.is_here_by_moderator !== null) return isModerator || !row.is_here_by_moderator ? 'here' : null
  return isModerator && row.muted_until !== null ? 'everywhere' : null
}
