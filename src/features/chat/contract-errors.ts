import { z } from 'zod'

export const ROOM_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'Room not found' } }
export const MESSAGE_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'Message not found' } }
export const MEMBER_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'This person isn’t in this room.' } }
export const PERSON_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'Member not found' } }
export const NOT_ALLOWED = { status: 403, message: 'Only room admins can do that.' }
/** The errors for a caller who can't write in a room. */
export const WRITING = {
  ...ROOM_NOT_FOUND,
  NOT_MEMBER: { status: 403, message: 'Join the room to send messages' },
  MUTED: { status: 403, message: 'You are muted.', data: z.object({ until: z.iso.datetime() }) },
  ARCHIVED: { status: 409, message: 'This room is archived. You can’t write here.' },
  CLOSED: { status: 403, message: 'You can’t write to this person.' },
}
/** The error for a muted person who sends a message or sets another text, such as a room's name. */
export const MUTED = WRITING.MUTED
export const LAST_ADMIN = { status: 409, message: 'A room needs an admin. Make someone else an admin first.' }
