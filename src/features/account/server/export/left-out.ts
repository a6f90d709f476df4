export interface LeftOut {
  /** The columns that refer to a person, as `table.column`. */
  columns: readonly string[]
  /** The same in plain words, without table names. */
  what: string
  why: string
}

/** Columns that refer to a person but are not in their archive, each with the reason that the archive states. */
export const leftOut: readonly LeftOut[] = [
  {
    columns: ['auth_codes.user_id', 'auth_challenges.user_id', 'sign_in_flows.link_to'],
    what: 'Data that is exchanged during a sign-in',
    why: 'It is secret, and deleted within minutes.',
  },
  {
    columns: ['blocks.blocked_id', 'chat_hidden_people.hidden_id'],
    what: 'People who blocked or hid you',
    why: 'Their choice is private.',
  },
  {
    columns: ['notifications.actor_id'],
    what: 'Notifications that others got about your actions',
    why: 'Notifications to other people belong to them. Your actions are in the other lists.',
  },
  {
    columns: ['security_events.actor_id'],
    what: 'Roles, suspensions and sessions of other people that you changed as an admin',
    why: 'They are the security activity of other people. Your own actions are in the audit log lists.',
  },
  {
    columns: ['chat_events.user_id'],
    what: 'Live chat updates to open browsers',
    why: 'They are copies of data in the other lists, stored for three days.',
  },
  {
    columns: ['chat_room_invitations.invited_by'],
    what: 'People you invited to a room',
    why: 'The invitation is part of their data.',
  },
  {
    columns: ['event_people.added_by', 'guests.added_by', 'line_up_slots.requested_by'],
    what: 'People you added to an event, its guest list or its line-up',
    why: 'The data is about other people.',
  },
  {
    columns: ['events.saved_by', 'moderation_cases.taken_by'],
    what: 'Events and cases you opened last',
    why: 'It is stored so that two people don’t overwrite each other’s changes.',
  },
]
