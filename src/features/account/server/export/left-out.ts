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
    what: 'What is asked and answered while somebody signs in',
    why: 'They are secrets, and gone after minutes.',
  },
  {
    columns: ['blocks.blocked_id', 'chat_hidden_people.hidden_id'],
    what: 'Who blocked or hid you',
    why: 'That is private to them.',
  },
  {
    columns: ['notifications.actor_id'],
    what: 'What others were told of what you did',
    why: 'What others were told of you is theirs; what you did stands in the other lists.',
  },
  {
    columns: ['security_events.actor_id'],
    what: 'Roles, suspensions and sessions of others that you changed as an admin',
    why: 'They are the security activity of other people. Your own actions are in the audit log lists.',
  },
  {
    columns: ['chat_events.user_id'],
    what: 'What open browsers are told of your chats',
    why: 'Copies of what stands in the other lists, for open browsers, kept for three days.',
  },
  {
    columns: ['chat_room_invitations.invited_by'],
    what: 'Whom you invited to a room',
    why: 'That they were invited is theirs.',
  },
  {
    columns: ['event_people.added_by', 'guests.added_by', 'line_up_slots.asked_by'],
    what: 'The people you added to an event, its guest list or its line-up',
    why: 'They are other people, and it is about them.',
  },
  {
    columns: ['events.saved_by', 'moderation_cases.taken_by'],
    what: 'Which events and cases you had open last',
    why: 'It is kept so that two people do not write over each other.',
  },
]
