export interface OmittedData {
  /** The columns that refer to a person, as `table.column`. */
  columns: readonly string[]
  /** The data in these columns in plain language, without table names. */
  description: string
  reason: string
}

/** Columns that refer to a person but are not in their archive, with the reason that the archive states. */
export const omittedData: readonly OmittedData[] = [
  {
    columns: ['auth_codes.user_id', 'auth_challenges.user_id', 'sign_in_flows.link_to'],
    description: 'Data that is exchanged during a sign-in',
    reason: 'It is secret, and deleted within minutes.',
  },
  {
    columns: ['blocks.blocked_id', 'chat_hidden_people.hidden_id'],
    description: 'People who blocked or hid you',
    reason: 'Their choice is private.',
  },
  {
    columns: ['notifications.actor_id'],
    description: 'Notifications that others got about your actions',
    reason: 'They are data of the people who got them. Your actions themselves are in the other lists.',
  },
  {
    columns: ['security_events.actor_id'],
    description: 'Roles, suspensions and sessions of other people that you changed as an admin',
    reason: 'They are the security activity of other people. Your own actions are in the audit log lists.',
  },
  {
    columns: ['chat_events.user_id'],
    description: 'Live chat updates that were sent to open browsers',
    reason: 'They are copies of data in the other lists, stored for three days.',
  },
  {
    columns: ['chat_room_invitations.invited_by'],
    description: 'People you invited to a room',
    reason: 'Each invitation is part of the data of the person you invited.',
  },
  {
    columns: ['event_people.added_by', 'guests.added_by', 'line_up_slots.requested_by'],
    description: 'People you added to an event, its guest list or its line-up',
    reason: 'The data is about other people.',
  },
  {
    columns: ['settlements.closed_by'],
    description: 'Settlements you closed as an admin',
    reason: 'They are the money of other people. Your own actions are in the audit log lists.',
  },
  {
    columns: ['events.saved_by', 'moderation_cases.taken_by'],
    description: 'Events and cases you opened last',
    reason: 'Your name is stored with them so that two people don’t overwrite each other’s changes.',
  },
]
