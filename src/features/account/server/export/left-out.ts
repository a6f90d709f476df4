export interface LeftOut {
  /** The column that refers to a person, `table.column`; or several. */
  columns: readonly string[]
  why: string
}

/** What refers to a person and is not in their archive, each with the reason that the archive itself gives. */
export const leftOut: readonly LeftOut[] = [
  {
    columns: ['auth_codes.user_id', 'auth_challenges.user_id', 'sign_in_flows.link_to'],
    why: 'Questions and answers of somebody on their way in: secrets, gone after minutes.',
  },
  {
    columns: ['blocks.blocked_id', 'chat_hidden_people.hidden_id'],
    why: 'Who does not want to see you is private to them.',
  },
  {
    columns: ['notifications.actor_id'],
    why: 'What others were told of you is theirs; what you did stands in the other lists.',
  },
  {
    columns: ['chat_events.user_id'],
    why: 'Copies of what stands in the other lists, for open browsers, kept for three days.',
  },
  {
    columns: ['chat_room_invitations.invited_by'],
    why: 'Who was invited to a room is theirs.',
  },
  {
    columns: ['event_people.added_by', 'guests.added_by'],
    why: 'Who helps at a night, and who is on its guest list, are other people.',
  },
  {
    columns: ['events.saved_by', 'moderation_cases.taken_by'],
    why: 'Who had something open last, so that two people do not write over each other.',
  },
]
