import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { Caller } from '~/platform/rpc/caller'

type PersonId = string | RawBuilder<string>
/**
 * The person whose view of the rooms is wanted. An id alone gives no staff rights; a caller has the staff rights that
 * their session may use. `id` and `isStaff` may be columns of the surrounding statement (`lateral`), so that one
 * statement serves many people.
 */
type Viewer = PersonId | Pick<Caller, 'id' | 'roles'> | { id: PersonId; isStaff: RawBuilder<boolean> }

/**
 * Returns the rooms that this person may know of, each with their membership. Every API call loads rooms through this
 * query, so that none finds a room that the person may not see. `r` is the room, `m` the membership (columns null if
 * there is none).
 *
 * - Public and genre rooms: everyone, while active.
 * - Private rooms: members and invited people, and everyone if the room takes requests.
 * - Archived rooms: members; site moderators too if everyone could find the room before or a site moderator closed
 * it. Otherwise a room admin could escape site moderators by archiving.
 * - A banned person sees none of these.
 */
export function selectVisibleRooms(db: Database | Transaction, viewer: Viewer) {
  const personId = getPersonId(viewer)
  return db
    .selectFrom('chat_rooms as r')
    .leftJoin('chat_room_members as m', (join) =>
      join.onRef('m.room_id', '=', 'r.id').on('m.user_id', '=', personId),
    )
    .where((eb) =>
      eb.and([
        eb.or([
          eb('m.id', 'is not', null),
          eb.and([
            eb('r.is_active', '=', true),
            eb.or([
              eb('r.room_type', '<>', 'private'),
              eb('r.join_by', '=', 'request'),
              isInvitedTo(personId),
            ]),
          ]),
          eb.and([
            eb.or([
              eb('r.closed_by_moderator', '=', true),
              eb('r.room_type', '<>', 'private'),
              eb('r.join_by', '=', 'request'),
            ]),
            isStaff(viewer),
          ]),
        ]),
        sql<boolean>`not exists (select from chat_bans b where b.room_id = r.id and b.user_id = ${personId})`,
      ]),
    )
}

/**
 * Returns the visible rooms whose messages the person may read: public and genre rooms, and private ones they are a
 * member of.
 */
export function selectReadableRooms(db: Database | Transaction, viewer: Viewer) {
  return selectVisibleRooms(db, viewer).where((eb) =>
    eb.or([eb('m.id', 'is not', null), eb('r.room_type', '<>', 'private')]),
  )
}

function getPersonId(viewer: Viewer): PersonId {
  return typeof viewer === 'object' && 'id' in viewer ? viewer.id : viewer
}

/**
 * Returns whether the viewer is a moderator or admin of the site. Roles that the session withholds until two-step
 * verification don't count.
 */
function isStaff(viewer: Viewer): RawBuilder<boolean> {
  if (typeof viewer === 'object' && 'isStaff' in viewer) return viewer.isStaff
  const roles = typeof viewer === 'object' && 'roles' in viewer ? viewer.roles : []
  return sql`${roles.includes('moderator') || roles.includes('admin')}::boolean`
}

/** Returns SQL that is true if the person is invited to the room `r`. */
export function isInvitedTo(personId: PersonId): RawBuilder<boolean> {
  return sql`exists (select from chat_room_invitations i where i.room_id = r.id and i.user_id = ${personId}::uuid)`
}
