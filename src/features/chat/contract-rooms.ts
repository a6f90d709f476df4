import { z } from 'zod'
import { defineCalls } from '~/platform/rpc/contract'
import { LAST_ADMIN, MUTED, NOT_ALLOWED, PERSON_NOT_FOUND, ROOM_NOT_FOUND } from './contract-errors'
import { count, done, id, inRoom, listedRoom, person, roomDetail, roomInput, seq } from './contract-shapes'
import { ROOM_NAME_MAX, SLOW_MODES } from './rules/chat-limits'

const own = defineCalls('chat', 'members_area')

export const rooms = {
  list: own('GET', '/chat/rooms', 'Rooms the caller can see, by name')
    .meta({ scope: 'chat:read' })
    .input(z.object({ search: z.string().max(ROOM_NAME_MAX).default('') }))
    .output(z.object({ rooms: z.array(listedRoom), seq })),
  get: own('GET', '/chat/rooms/{roomId}', 'A room, as the caller sees it')
    .meta({ scope: 'chat:read' })
    .errors(ROOM_NOT_FOUND)
    .input(inRoom)
    .output(roomDetail),
  create: own('POST', '/chat/rooms', 'Create a room, as its admin')
    .errors({ MUTED })
    .input(
      roomInput.refine(({ roomType, genre }) => roomType !== 'genre' || (genre ?? '') !== '', {
        path: ['genre'],
        error: 'Enter a genre.',
      }),
    )
    .output(z.object({ id })),
  update: own('PATCH', '/chat/rooms/{roomId}', 'Rename, describe or archive a room, or set slow mode')
    .errors({ ...ROOM_NOT_FOUND, NOT_ALLOWED, MUTED })
    .input(
      inRoom.extend({
        name: roomInput.shape.name.optional(),
        description: roomInput.shape.description.optional(),
        joinBy: roomInput.shape.joinBy.unwrap().optional(),
        isActive: z.boolean().optional(),
        slowModeSeconds: z.literal(SLOW_MODES).optional(),
      }),
    )
    .output(done),
  /**
   * Joins a public or genre room, or any room to which the caller is invited. A private room that takes requests
   * sends one to its admins instead.
   */
  join: own('POST', '/chat/rooms/{roomId}/join', 'Join a room, or ask to')
    .errors({
      ...ROOM_NOT_FOUND,
      DECLINED: {
        status: 409,
        message: 'Your request was declined.',
        data: z.object({ requestAgainAt: z.iso.datetime() }),
      },
    })
    .input(inRoom)
    .output(z.object({ outcome: z.enum(['joined', 'asked']) })),
  withdrawRequest: own(
    'DELETE',
    '/chat/rooms/{roomId}/request',
    'Withdraw a request to join; a no-op without one',
  )
    .errors(ROOM_NOT_FOUND)
    .input(inRoom)
    .output(done),
  leave: own('POST', '/chat/rooms/{roomId}/leave', 'Leave a room')
    .errors({
      ...ROOM_NOT_FOUND,
      LAST_ADMIN,
      DIRECT: { status: 409, message: 'You can’t leave a direct conversation. You can block them instead.' },
    })
    .input(inRoom)
    .output(done),
  /** Sorted by name. Lists only people for whom `openDirect` works. */
  contacts: own('GET', '/chat/contacts', 'People the caller can start a conversation with')
    .input(z.object({ search: z.string().max(100).default('') }))
    .output(z.object({ people: z.array(person) })),
  /** Requires a connection between the two people. */
  openDirect: own('POST', '/chat/direct', 'Open the conversation with a person')
    .errors({
      ...PERSON_NOT_FOUND,
      NOT_CONNECTED: { status: 403, message: 'Connect with this person first, then write to them.' },
    })
    .input(z.object({ personId: id }))
    .output(z.object({ id })),
  /**
   * Returns the sum of all rooms' unread messages, at most 100 per room. The other fields let an open page keep
   * counting without a request.
   */
  unread: own('GET', '/chat/unread', 'The caller’s unread messages')
    .meta({ scope: 'chat:read' })
    .output(
      z.object({
        unread: count,
        /** Every active room the caller is a member of, including those with nothing unread. */
        rooms: z.array(z.object({ roomId: id, unread: count })),
        /** People hidden by the caller. */
        hiddenPeople: z.array(id),
        seq,
      }),
    ),
  markRead: own('POST', '/chat/rooms/{roomId}/read', 'Set the caller’s read position; never moves back')
    .errors(ROOM_NOT_FOUND)
    .input(inRoom.extend({ seq }))
    .output(z.object({ lastReadSeq: seq })),
}
