import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { Caller } from '~/platform/rpc/caller'

type PersonId = string | RawBuilder<string>
/**
 * An id alone has the rights of a member; a caller also has those of the roles that their session may use. Both may be columns of the
 * surrounding statement (`lateral`), so that one statement serves many people.
 */
type Viewer = PersonId | Pick<Caller, 'id' | 'roles'> | { id: PersonId; isStaff: RawBuilder<boolean> }

/**
 * The rooms that this person may know of, each with their membership: every call loads rooms through this, so that no call finds a
 * room that the person may not see. `r` is the room, `m` the membership (columns null where there is none).
 *
 * Public and genre rooms while active; private ones for members, for invited people, and for everyone where people may ask to join;
 * archived ones for their members, and for moderators where anyone could find them before, or a moderator closed them: otherwise a
 * room admin would escape moderators by archiving. Never where the person is banned.
 */
export function visibleRooms(db: Database | Transaction, viewer: Viewer) {
  const personId = idOf(viewer)
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

/** Visible rooms whose messages the person may read: public and genre rooms, and private ones they are a member of. */
export function readableRooms(db: Database | Transaction, viewer: Viewer) {
  return visibleRooms(db, viewer).where((eb) =>
    eb.or([eb('m.id', 'is not', null), eb('r.room_type', '<>', 'private')]),
  )
}

function idOf(viewer: Viewer): PersonId {
  return typeof viewer === 'object' && 'id' in viewer ? viewer.id : viewer
}

/** Moderators and admins. By the roles of the session: those that it withholds until two-step verification don't count. */
function isStaff(viewer: Viewer): RawBuilder<boolean> {
  if (typeof viewer === 'object' && 'isStaff' in viewer) return viewer.isStaff
  const roles = typeof viewer === 'object' && 'roles' in viewer ? viewer.roles : []
  return sql`${roles.includes('moderator') || roles.includes('admin')}::boolean`
}

/** Of `r`. */
export function isInvitedTo(personId: PersonId): RawBuilder<boolean> {
  return sql`exists (select from chat_room_invitations i where i.room_id = r.id and i.user_id = ${personId}::uuid)`
}
