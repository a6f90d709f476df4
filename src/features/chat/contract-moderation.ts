import { z } from 'zod'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { defineCalls } from '~/platform/rpc/contract'
import {
  ROOM_NOT_FOUND,
  MESSAGE_NOT_FOUND,
  MEMBER_NOT_FOUND,
  PERSON_NOT_FOUND,
  NOT_ALLOWED,
} from './contract-errors'
import { aboutPerson, bannedPerson, done, id, inRoom, reason, reasonText } from './contract-shapes'
import { MUTE_MINUTES, REPORT_NOTE_MAX } from './rules/chat-limits'

const inArea = defineCalls('chat', 'members_area')
// Anyone signed in may report and hide a person, even without an invitation.
const own = defineCalls('chat', 'signed_in')

/** The error if the person is protected from muting and banning, see `isProtected`. */
const PROTECTED = { status: 403, message: 'Admins and moderators can’t be muted or banned here.' }

export const moderation = {
  report: own('POST', '/chat/reports', 'Report a message or a person')
    .errors({
      NOT_FOUND: { status: 404, message: 'That message or person no longer exists.' },
      OWN_ACCOUNT: { status: 422, message: 'You can’t report yourself.' },
    })
    .input(
      z.object({
        about: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('message'), messageId: id }),
          z.object({ kind: z.literal('person'), personId: id }),
        ]),
        reason,
        note: z
          .string()
          .overwrite(cleanMultiLineText)
          .max(REPORT_NOTE_MAX, `Use at most ${REPORT_NOTE_MAX} characters.`)
          .default(''),
        /** True also hides the reported person's messages from the caller. */
        hidePerson: z.boolean().default(false),
      }),
    )
    .output(done),
  hidePerson: own('POST', '/chat/hidden-people', 'Hide or show a person’s messages for yourself')
    .errors(PERSON_NOT_FOUND)
    .input(z.object({ personId: id, isHidden: z.boolean() }))
    .output(done),

  /** Allowed for the room's admins, and for site moderators in rooms they can read. */
  hideMessage: inArea(
    'POST',
    '/chat/messages/{messageId}/hidden',
    'Hide a message from all members, or show it again',
  )
    .errors({ ...MESSAGE_NOT_FOUND, NOT_ALLOWED })
    .input(z.object({ messageId: id, isHidden: z.boolean(), reason: reasonText }))
    .output(done),
  /**
   * With a `roomId`: allowed for the room's admins, and for site moderators in rooms they can read. Without one, the
   * mute applies in all rooms, and only site moderators may set it.
   */
  mute: inArea('POST', '/chat/mutes', 'Mute a person for a time: they can read but not write')
    .errors({ ...MEMBER_NOT_FOUND, NOT_ALLOWED, PROTECTED })
    .input(
      z.object({ personId: id, roomId: id.nullable(), minutes: z.literal(MUTE_MINUTES), reason: reasonText }),
    )
    .output(z.object({ until: z.iso.datetime() })),
  unmute: inArea('POST', '/chat/mutes/lift', 'Unmute a person')
    .errors({ ...MEMBER_NOT_FOUND, NOT_ALLOWED })
    .input(z.object({ personId: id, roomId: id.nullable(), reason: reasonText }))
    .output(done),
  ban: inArea('POST', '/chat/rooms/{roomId}/bans', 'Ban a person from a room')
    .errors({ ...MEMBER_NOT_FOUND, NOT_ALLOWED, PROTECTED })
    .input(aboutPerson.extend({ reason: reasonText }))
    .output(done),
  unban: inArea('POST', '/chat/rooms/{roomId}/bans/lift', 'Lift a ban')
    .errors({ ...MEMBER_NOT_FOUND, NOT_ALLOWED })
    .input(aboutPerson.extend({ reason: reasonText }))
    .output(done),
  listBans: inArea('GET', '/chat/rooms/{roomId}/bans', 'People banned from a room')
    .errors({ ...ROOM_NOT_FOUND, NOT_ALLOWED })
    .input(inRoom)
    .output(z.object({ bans: z.array(bannedPerson) })),
}
