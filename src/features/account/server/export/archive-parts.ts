import { sql } from 'kysely'
import { accountParts } from './parts-account'
import { bookingParts } from './parts-bookings'
import { chatParts } from './parts-chat'
import { eventParts } from './parts-events'
import { peopleParts } from './parts-people'
import { ticketParts } from './parts-tickets'
import type { Part } from './archive-part'

const siteParts: readonly Part[] = [
  {
    name: 'acts',
    about: 'Your recorded actions as organizer, moderator or admin. Other people appear by id.',
    // The log has the actor of each of these actions; the row itself only has the latest.
    covers: [
      'chat_bans.banned_by',
      'chat_messages.hidden_by',
      'chat_mutes.muted_by',
      'invitations.revoked_by',
      'invite_requests.answered_by',
      'moderation_cases.decided_by',
      'settings.updated_by',
    ],
    rows: (id) => sql`
      select action, subject_type as "subjectType", subject_id as "subjectId", details, created_at as "at"
      from audit_log where actor_id = ${id} order by created_at, id`,
  },
  {
    name: 'actionsOnYourAccount',
    about: 'Changes to your account by others, and when.',
    covers: [],
    rows: (id) => sql`
      select action, created_at as "at" from audit_log
      where subject_type = 'person' and subject_id = ${id}::text and actor_id is distinct from ${id} and family = 'users'
      order by created_at, id`,
  },
]

/** All lists of the archive, in its order. */
export const parts: readonly Part[] = [
  ...accountParts,
  ...peopleParts,
  ...eventParts,
  ...ticketParts,
  ...bookingParts,
  ...chatParts,
  ...siteParts,
]
