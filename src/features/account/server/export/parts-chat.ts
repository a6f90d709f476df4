import { sql } from 'kysely'
import { getNameSql, type Part, getRoomSql } from './archive-part'

export const chatParts: readonly Part[] = [
  {
    name: 'messages',
    about: 'Every message you wrote; not what others wrote.',
    covers: ['chat_messages.user_id'],
    rows: (id) => sql`
      select m.id, ${getRoomSql('m.room_id')} as room, m.message_type as type, m.content, m.created_at as "sentAt", m.edited_at as "editedAt",
        m.hidden_at as "hiddenAt"
      from chat_messages m where m.user_id = ${id} order by m.seq`,
  },
  {
    name: 'rooms',
    about: 'Rooms you are in.',
    covers: ['chat_room_members.user_id'],
    rows: (id) => sql`
      select ${getRoomSql('m.room_id')} as room, m.role, m.created_at as "since", m.last_sent_at as "lastSentAt"
      from chat_room_members m where m.user_id = ${id} order by m.created_at, m.id`,
  },
  {
    name: 'roomsMade',
    about: 'Rooms you created.',
    covers: ['chat_rooms.created_by'],
    rows: (id) => sql`
      select ${getRoomSql('r.id')} as room, r.room_type as type, case when r.direct_key is null then r.description end as description, r.genre,
        r.is_active as "isOpen", r.created_at as "openedAt"
      from chat_rooms r where r.created_by = ${id} order by r.created_at, r.id`,
  },
  {
    name: 'roomRequests',
    about: 'Rooms you asked to join.',
    covers: ['chat_join_requests.user_id'],
    rows: (id) => sql`
      select ${getRoomSql('j.room_id')} as room, j.created_at as "requestedAt", j.declined_at as "declinedAt"
      from chat_join_requests j where j.user_id = ${id} order by j.created_at, j.id`,
  },
  {
    name: 'roomInvitations',
    about: 'Rooms you are invited to.',
    covers: ['chat_room_invitations.user_id'],
    rows: (id) => sql`
      select ${getRoomSql('i.room_id')} as room, ${getNameSql('i.invited_by')} as "by", i.created_at as "at"
      from chat_room_invitations i where i.user_id = ${id} order by i.created_at, i.room_id`,
  },
  {
    name: 'mutes',
    about: 'When you were muted, and why.',
    covers: ['chat_mutes.user_id'],
    rows: (id) => sql`
      select ${getRoomSql('m.room_id')} as room, m.until, m.reason, m.created_at as "at", m.lifted_at as "liftedAt"
      from chat_mutes m where m.user_id = ${id} order by m.created_at, m.id`,
  },
  {
    name: 'bans',
    about: 'Rooms you are banned from, and why.',
    covers: ['chat_bans.user_id'],
    rows: (id) => sql`
      select ${getRoomSql('b.room_id')} as room, b.reason, b.created_at as "at"
      from chat_bans b where b.user_id = ${id} order by b.created_at, b.room_id`,
  },
  {
    name: 'peopleHidden',
    about: 'People you hid.',
    covers: ['chat_hidden_people.user_id'],
    rows: (id) => sql`
      select ${getNameSql('h.hidden_id')} as who, h.created_at as "since" from chat_hidden_people h where h.user_id = ${id}
      order by h.created_at, h.hidden_id`,
  },
  {
    name: 'reportsMade',
    about: 'Your reports, without the reported person.',
    covers: ['moderation_reports.reporter_id'],
    rows: (id) => sql`
      select 'R-' || c.number as "case", r.reason, r.note, r.created_at as "at", c.decided_at as "decidedAt"
      from moderation_reports r join moderation_cases c on c.id = r.case_id where r.reporter_id = ${id} order by r.created_at, r.id`,
  },
  {
    name: 'casesAboutYou',
    about: 'Decisions about reports on you, with your message at the time; without the reporter.',
    covers: ['moderation_cases.person_id'],
    rows: (id) => sql`
      select 'R-' || c.number as "case", c.quote, c.message_at as "messageAt", c.decision, c.decision_reason as reason, c.decided_at as "decidedAt"
      from moderation_cases c where c.person_id = ${id} and c.decided_at is not null order by c.decided_at, c.id`,
  },
]
