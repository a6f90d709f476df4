import { sql } from 'kysely'
import type { z } from 'zod'
import { readPage } from '~/lib/list-page'
import { toLikePattern, splitSearchWords } from '~/lib/search-words'
import { requireCaller } from '~/platform/rpc/context'
import { memberCursor } from '../../contract-members'
import type { roomMember } from '../../contract-shapes'
import { canModerate, canRead } from '../../rules/room-policy'
import type { ReadContext } from '../context'
import { toPersonJson } from '../person-json'
import { refuse } from '../refused-error'
import { selectLongestMute } from '../moderation/active-mute'
import { getVisibleRoom, type VisibleRoom } from '../rooms/visible-room'

interface Page {
  roomId: string
  search: string
  after?: string | undefined
  limit: number
}

type Member = z.input<typeof roomMember>
type Row = Omit<Member, 'canUnmute'> & {
  /** Whether a site moderator set the person's mute in this room; null if they aren't muted in this room. */
  isHereByModerator: boolean | null
}

/** Lists the members of a room that the caller may read: admins first, then by name. */
export async function listMembers(
  { db, now, ...context }: ReadContext,
  { roomId, search, after, limit }: Page,
): Promise<{ members: Member[]; nextCursor: string | null }> {
  const room = await getVisibleRoom(db, requireCaller(context), roomId)
  if (!canRead(room)) throw refuse('NOT_FOUND')
  const mute = selectLongestMute({ personId: sql`c.user_id`, roomId: sql`c.room_id`, now: now() })
  const { shown, nextCursor } = await readPage({ after }, limit, {
    cursor: memberCursor,
    read: async ({ row: last }, most) => {
      const { rows } = await sql<Row>`
        select ${toPersonJson('p')} as person, c.role, c.created_at as "joinedAt", mute.until as "mutedUntil",
          here.by_moderator as "isHereByModerator"
        from chat_room_members c
        join profiles p on p.id = c.user_id
        left join lateral (${mute}) mute on ${canModerate(room)}
        left join chat_mutes here on ${canModerate(room)} and here.user_id = c.user_id and here.room_id = c.room_id
          and here.lifted_at is null and here.until > ${now()}
        where ${sql.join(
          [
            sql`c.room_id = ${roomId}::uuid`,
            ...splitSearchWords(search).map(
              (word) => sql`fold_text(p.display_name) like ${toLikePattern(word)}`,
            ),
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
    getKey: ({ role, person }) => [role, person.id],
  })
  return { members: shown.map((row) => ({ ...row, canUnmute: findUnmuteScope(row, room) })), nextCursor }
}

/** Returns which mute of a member the caller can end. Only site moderators can end the mute of a site moderator. */
function findUnmuteScope(
  { isHereByModerator, mutedUntil }: Row,
  { isModerator }: VisibleRoom,
): Member['canUnmute'] {
  if (isHereByModerator !== null) return isModerator || !isHereByModerator ? 'here' : null
  return isModerator && mutedUntil !== null ? 'everywhere' : null
}
