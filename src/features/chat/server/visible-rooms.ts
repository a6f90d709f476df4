import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'

type PersonId = string | RawBuilder<string>

/**
 * The rooms that this person may know of, each with their standing in it: the one way to load a room, so that a room one may
 * not see is not found by any call. `r` is the room, `m` the membership (columns null where there is none).
 *
 * Public and genre rooms while active; private ones for members, for invited people, and for everybody where one may ask to be
 * let in; archived ones for their members, and for moderators where anybody could find them before, or one of them closed it: else
 * an admin would escape them by archiving. Never where the person is banned.
 *
 * The person may also be a column of the statement around it (`lateral`): so one statement asks for many people.
 */
export function visibleRooms(db: Database | Transaction, personId: PersonId) {
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
            isStaff(personId),
          ]),
        ]),
        sql<boolean>`not exists (select from chat_bans b where b.room_id = r.id and b.user_id = ${personId})`,
      ]),
    )
}

/** Of them those whose messages the person may read: public and genre rooms, and private ones they are a member of. */
export function readableRooms(db: Database | Transaction, personId: PersonId) {
  return visibleRooms(db, personId).where((eb) =>
    eb.or([eb('m.id', 'is not', null), eb('r.room_type', '<>', 'private')]),
  )
}

/** Of the whole product: moderators and admins. */
function isStaff(personId: PersonId): RawBuilder<boolean> {
  return sql`exists (select from user_roles u where u.user_id = ${personId}::uuid and u.role in ('moderator', 'admin'))`
}

/** Of `r`. */
export function isInvitedTo(personId: PersonId): RawBuilder<boolean> {
  return sql`exists (select from chat_room_invitations i where i.room_id = r.id and i.user_id = ${personId}::uuid)`
}
