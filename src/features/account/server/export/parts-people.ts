import { sql } from 'kysely'
import { getNameSql, type Part } from './archive-part'

export const peopleParts: readonly Part[] = [
  {
    name: 'requestsToJoin',
    about:
      'Your request to join, if your address is verified: an unverified address could belong to someone else.',
    covers: [],
    rows: (id) => sql`
      select r.full_name as "fullName", r.email, r.occupation, r.about, r.links, r.vouched_by as "vouchedBy", r.status,
        r.answer_message as answer, r.created_at as "requestedAt", r.answered_at as "answeredAt"
      from invite_requests r join accounts a on a.email = r.email
      where a.id = ${id} and a.email_verified_at is not null order by r.created_at, r.id`,
  },
  {
    name: 'invitationUsed',
    about: 'The invitation code you joined with, and who made it.',
    covers: ['invitations.used_by'],
    rows: (id) => sql`
      select i.code, ${getNameSql('i.created_by')} as "from", i.used_at as "usedAt" from invitations i where i.used_by = ${id}`,
  },
  {
    name: 'invitationsMade',
    about: 'Codes you made, and who joined with them; without the addresses you sent them to.',
    covers: ['invitations.created_by'],
    rows: (id) => sql`
      select i.code, i.status, i.note, i.sent_to is not null as "wasSent", ${getNameSql('i.used_by')} as "usedBy", i.created_at as "madeAt",
        i.expires_at as "expiresAt", i.used_at as "usedAt", i.revoked_at as "revokedAt"
      from invitations i where i.created_by = ${id} order by i.created_at, i.id`,
  },
  {
    name: 'placeInTree',
    about: 'When you joined the invite tree.',
    covers: [],
    rows: (id) => sql`
      select t.joined_at as "joinedAt", ${getNameSql('t.parent_id')} as "from" from invitation_tree t where t.id = ${id}`,
  },
  {
    name: 'connections',
    about: 'Your connections and connection requests; with the notes you wrote.',
    covers: ['connections.user_id', 'connections.connected_user_id'],
    rows: (id) => sql`
      select case when c.user_id = ${id} then ${getNameSql('c.connected_user_id')} else ${getNameSql('c.user_id')} end as "with",
        c.user_id = ${id} as "requestedByYou", case when c.user_id = ${id} then c.note end as note, c.status, c.created_at as "requestedAt",
        c.answered_at as "answeredAt"
      from connections c where ${id} in (c.user_id, c.connected_user_id) order by c.created_at, c.id`,
  },
  {
    name: 'blocked',
    about: 'People you blocked.',
    covers: ['blocks.blocker_id'],
    rows: (id) => sql`
      select ${getNameSql('b.blocked_id')} as who, b.created_at as "since" from blocks b where b.blocker_id = ${id}
      order by b.created_at, b.blocked_id`,
  },
  {
    name: 'profilesSeen',
    about: 'Profiles you viewed.',
    covers: [],
    rows: (id) => sql`
      select ${getNameSql('v.profile_id')} as who, v.viewed_on as "day" from profile_views v where v.viewer = ${id}::text
      order by v.viewed_on, v.profile_id`,
  },
  {
    name: 'profileSeen',
    about: 'How often your profile was viewed; without the viewers.',
    covers: ['profile_views.profile_id', 'profile_view_days.profile_id'],
    rows: (id) => sql`
      select d.viewed_on as "day", d.views from profile_view_days d where d.profile_id = ${id} order by d.viewed_on`,
  },
]
