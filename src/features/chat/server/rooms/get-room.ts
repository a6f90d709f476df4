import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Caller } from '~/platform/rpc/caller'
import type { ChatPerson, RoomDetail } from '../../contract-shapes'
import { getRequestState } from '../../rules/join-request'
import {
  canClose,
  canManage,
  canModerate,
  canRead,
  canRestore,
  findWriteRestriction,
} from '../../rules/room-policy'
import type { ReadContext } from '../context'
import { refuse } from '../refused-error'
import { selectLongestMute, muteColumns, type MuteRow, toMute } from '../moderation/active-mute'
import { selectOtherPerson } from '../other-person'
import { isInvitedTo, selectReadableRooms, selectVisibleRooms } from '../visible-rooms'
import { type RoomSummaryRow, roomSummaryColumns, toRoomSummary } from './room-summary'
import { isModerator } from './visible-room'
import { readHiddenPeople } from './unread'

const PEOPLE_SHOWN = 3

type Row = RoomSummaryRow &
  MuteRow & {
    last_read_seq: number | null
    slow_mode_seconds: number
    member_count: number
    is_invited: boolean
    /** True in a direct conversation if one person blocks the other. */
    is_blocked: boolean
    waiting: number
    requested_at: Date | null
    declined_at: Date | null
    closed_by_moderator: boolean
    admin_count: number
  }

type Viewer = Pick<Caller, 'id' | 'roles'>

/** Returns a room as the caller sees it. */
export async function getRoom(context: ReadContext, roomId: string): Promise<RoomDetail> {
  if (!isId(roomId)) throw refuse('NOT_FOUND')
  const { db } = context
  const caller = requireCaller(context)
  const [row, people, hiddenPeople] = await Promise.all([
    findRoomRow(context, caller, roomId),
    listRoomPeople(db, caller, roomId),
    readHiddenPeople(db, caller.id),
  ])
  if (!row) throw refuse('NOT_FOUND')
  const head = toRoomSummary(row)
  const access = {
    ...head,
    isModerator: isModerator(caller),
    isClosedByModerator: row.closed_by_moderator,
  }
  const restriction = findWriteRestriction({
    ...access,
    isClosed: head.isDirect && (head.direct === null || row.is_blocked),
    mute: toMute(row),
  })
  const request = getRequestState(
    row.requested_at && row.role === null ? { declinedAt: row.declined_at } : null,
    context.now(),
  )
  return {
    ...head,
    memberCount: row.member_count,
    people,
    canRead: canRead(access),
    isOnlyAdmin: head.role === 'admin' && row.admin_count === 1 && row.member_count > 1,
    canManage: canManage(access),
    canModerate: canModerate(access),
    canRestore: !head.isActive && canRestore(access),
    canClose: access.isModerator && !access.isClosedByModerator && canClose(access),
    writeRestriction:
      restriction?.kind === 'muted'
        ? { ...restriction, until: restriction.until.toISOString() }
        : restriction,
    slowModeSeconds: row.slow_mode_seconds,
    isInvited: row.is_invited,
    request: request && {
      state: request.state,
      requestAgainAt: request.state === 'declined' ? request.requestAgainAt.toISOString() : null,
    },
    waiting: canManage(access) ? row.waiting : 0,
    lastReadSeq: row.last_read_seq ?? 0,
    hiddenPeople,
  }
}

async function findRoomRow(
  { db, now }: ReadContext,
  viewer: Viewer,
  roomId: string,
): Promise<Row | undefined> {
  const personId = viewer.id
  const me = sql`${personId}::uuid`
  const visible = selectVisibleRooms(db, viewer).where('r.id', '=', roomId).select('r.id')
  const { rows } = await sql<Row>`
    select ${roomSummaryColumns}, m.last_read_seq, r.slow_mode_seconds, r.closed_by_moderator, ${isInvitedTo(personId)} as is_invited,
      (select count(*) from chat_room_members c where c.room_id = r.id) as member_count,
      (select count(*) from chat_room_members c where c.room_id = r.id and c.role = 'admin') as admin_count,
      o.id is not null and is_blocked_between(${me}, o.id) as is_blocked,
      (select count(*) from chat_join_requests w where w.room_id = r.id and w.declined_at is null) as waiting,
      q.created_at as requested_at, q.declined_at,
      ${muteColumns}
    from (${visible}) found
    join chat_rooms r on r.id = found.id
    left join chat_room_members m on m.room_id = r.id and m.user_id = ${me}
    left join profiles o on o.id = ${selectOtherPerson(sql`r.direct_key`, personId)}
    left join chat_join_requests q on q.room_id = r.id and q.user_id = ${me}
    left join lateral (${selectLongestMute({ personId, roomId: sql`r.id`, now: now() })}) mute on true`.execute(
    db,
  )
  return rows[0]
}

/**
 * Returns the people in the room header: admins first, then by joining time. Empty if the viewer may not read the
 * room.
 */
function listRoomPeople(db: Database, viewer: Viewer, roomId: string): Promise<ChatPerson[]> {
  return selectReadableRooms(db, viewer)
    .innerJoin('chat_room_members as c', 'c.room_id', 'r.id')
    .innerJoin('profiles as p', 'p.id', 'c.user_id')
    .select(['p.id', 'p.display_name as name', 'p.avatar_url as avatarUrl'])
    .where('r.id', '=', roomId)
    .orderBy('c.role')
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(PEOPLE_SHOWN)
    .execute()
}
