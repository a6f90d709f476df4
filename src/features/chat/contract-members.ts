import { z } from 'zod'
import { defineCursor } from '~/lib/cursor'
import { defineCalls, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import {
  LAST_ADMIN,
  MEMBER_NOT_FOUND,
  MUTED,
  NOT_ALLOWED,
  PERSON_NOT_FOUND,
  ROOM_NOT_FOUND,
} from './contract-errors'
import { aboutPerson, done, id, inRoom, roomMember, roomRole, waitingPerson } from './contract-shapes'

const own = defineCalls('chat', 'members_area')

/**
 * A page cursor: the role and the id of a member. The member's name is looked up again, because a name can be too
 * long for a cursor.
 */
export const memberCursor = defineCursor('text', 'id')

export const members = {
  list: own('GET', '/chat/rooms/{roomId}/members', 'Members of a room: admins first, then by name')
    .meta({ scope: 'chat:read' })
    .errors(ROOM_NOT_FOUND)
    .input(
      inRoom.extend({
        search: z.string().max(100).default(''),
        after: pageAfter(memberCursor),
        limit: pageLimit(50, 20),
      }),
    )
    .output(z.object({ members: z.array(roomMember), nextCursor })),
  setRole: own(
    'POST',
    '/chat/rooms/{roomId}/members/{personId}/role',
    'Make a member admin, or admin a member',
  )
    .errors({ ...MEMBER_NOT_FOUND, NOT_ALLOWED, LAST_ADMIN })
    .input(aboutPerson.extend({ role: roomRole }))
    .output(done),
  remove: own('POST', '/chat/rooms/{roomId}/members/{personId}/remove', 'Remove a member, who may come back')
    /** If `personId` is the caller's own id, the caller leaves the room. */
    .errors({ ...MEMBER_NOT_FOUND, NOT_ALLOWED, LAST_ADMIN })
    .input(aboutPerson)
    .output(done),
  /** Any member of a private room can invite people. NOT_FOUND if one of the two people blocks the other. */
  invite: own('POST', '/chat/rooms/{roomId}/invitations', 'Invite a person to a room')
    .errors({
      NOT_FOUND: PERSON_NOT_FOUND.NOT_FOUND,
      NOT_ALLOWED,
      MUTED,
      BANNED: { status: 409, message: 'They’re banned from this room.' },
    })
    .input(aboutPerson)
    .output(done),
  /** People the caller can invite, by name, connections first. Excludes members and people already invited. */
  listInvitable: own('GET', '/chat/rooms/{roomId}/invitable', 'People the caller can invite')
    .errors({ ...ROOM_NOT_FOUND, NOT_ALLOWED })
    .input(inRoom.extend({ search: z.string().max(100).default('') }))
    .output(z.object({ people: z.array(roomMember.shape.person) })),
  declineInvitation: own(
    'POST',
    '/chat/rooms/{roomId}/invitations/decline',
    'Decline an invitation to a room',
  )
    .errors(ROOM_NOT_FOUND)
    .input(inRoom)
    .output(done),
  listWaiting: own('GET', '/chat/rooms/{roomId}/requests', 'Pending requests to join')
    .errors({ ...ROOM_NOT_FOUND, NOT_ALLOWED })
    .input(inRoom)
    .output(z.object({ waiting: z.array(waitingPerson) })),
  answerRequest: own(
    'POST',
    '/chat/rooms/{roomId}/requests/{requestId}',
    'Accept or decline a request to join',
  )
    .errors({
      NOT_FOUND: { status: 404, message: 'That request no longer exists.' },
      NOT_ALLOWED,
      ARCHIVED: { status: 409, message: 'This room is archived. No one can join it.' },
    })
    .input(inRoom.extend({ requestId: id, isApproved: z.boolean() }))
    .output(done),
}
