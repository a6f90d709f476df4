import {
  type AuditFacts,
  findBooking,
  formatDetail,
  findEvent,
  type FindTarget,
  findInRoom,
  findInvitation,
  findInviteRequest,
  findNothing,
  findOrder,
  findPerson,
  findPersonAtEvent,
  findPersonInRoom,
  findRoom,
  findSetting,
  formatUsualChange,
} from './audit-facts'
import { formatTextChange } from './text-change'

export interface ActionDescription {
  /** The predicate after the actor’s name; `{role}` is replaced from the details. */
  did: string
  to: FindTarget
  change: (facts: AuditFacts) => string
}

function describe(did: string, to: FindTarget, change = formatUsualChange): ActionDescription {
  return { did, to, change }
}

/** How each audit action reads in the log. server/audit/every-action.ts fails to compile if an action is missing. */
export const actionDescriptions = {
  'audit.export': describe('exported the audit log', findNothing),
  'bookings.view': describe('viewed a booking', findBooking),
  'chat.archive_room': describe('archived a room', findRoom),
  'chat.ban': describe('banned a member', findPersonInRoom),
  'chat.change_room': describe('changed a room', findRoom, formatRoomChange),
  'chat.decide_case': describe('decided a report', findPerson('about '), formatDecision),
  'chat.hide_message': describe('hid a message', findInRoom),
  'chat.let_in': describe('accepted a join request', findPersonInRoom),
  'chat.mute': describe('muted a member', findPersonInRoom),
  'chat.pass_case': describe('escalated a report to the admins', findPerson('about ')),
  'chat.remove_member': describe('removed a member from a room', findPersonInRoom),
  'chat.restore_room': describe('restored a room', findRoom),
  'chat.set_role': describe('set a role in a room', findPersonInRoom, formatRoomRole),
  'chat.show_message': describe('showed a message again', findInRoom),
  'chat.decline_request': describe('declined a join request', findPersonInRoom),
  'chat.unban': describe('lifted a ban', findPersonInRoom),
  'chat.unmute': describe('unmuted a member', findPersonInRoom),
  'events.add_person': describe('added a person to an event', findPersonAtEvent, (facts) =>
    formatDetail(facts, 'role'),
  ),
  'events.export': describe('exported the sales of an event', findNothing),
  'events.hand_over': describe('transferred an event', findPersonAtEvent),
  'events.cancel': describe('cancelled an event', findEvent),
  'events.postpone': describe('postponed an event', findEvent),
  'events.price': describe('changed a ticket price', findEvent),
  'events.promo_code': describe('changed promo codes', findEvent),
  'events.publish': describe('published an event', findEvent),
  'events.remove': describe('deleted a draft', findEvent),
  'events.remove_person': describe('removed a person from an event', findPersonAtEvent, (facts) =>
    formatDetail(facts, 'role'),
  ),
  'events.unpublish': describe('unpublished an event', findEvent),
  'invitations.approve': describe('approved an invite request', findInviteRequest),
  'invitations.decline': describe('declined an invite request', findInviteRequest),
  'invitations.expire': describe('set an invitation to expired', findInvitation),
  'invitations.export': describe('exported invitations', findNothing),
  'invitations.generate': describe('generated an invitation', findInvitation),
  'invitations.pause': describe('paused the invitations of a user', findPerson()),
  'invitations.redeem': describe('became a member with an invitation', findInvitation),
  'invitations.resume': describe('resumed the invitations of a user', findPerson()),
  'invitations.revoke': describe('revoked an invitation', findInvitation),
  'invitations.send': describe('emailed an invitation', findInvitation),
  // Recorded at sign-up, or when a signed-in person redeems a code, together with `invitations.redeem`.
  'invitations.use': describe('used an invitation', findInvitation),
  'emails.retry': describe('retried a failed email', findNothing),
  'money.late_approval': describe('accepted a late payment', findOrder),
  'money.refund': describe('requested a refund', findOrder),
  'money.refund_failed': describe('stopped retrying a refund', findOrder),
  'money.refund_sent': describe('sent a refund', findOrder),
  'money.retry_refund': describe('retried a failed refund', findOrder),
  'sample.remove': describe('removed the sample data', findNothing),
  'settings.change': describe('changed settings', findSetting, formatSettingChange),
  'settings.test_email': describe('sent a test email', findNothing),
  'setup.open': describe('set up the site as its first admin', findPerson()),
  'tickets.comp': describe('issued free tickets', findEvent),
  'tickets.export': describe('exported the attendees of an event', findEvent),
  'tickets.export_guests': describe('exported the guest list of an event', findEvent),
  'tickets.refund': describe('refunded tickets', findOrder),
  'users.assign_role': describe('assigned {role}', findPerson('to ')),
  'users.change': describe('changed the account of a user', findPerson()),
  'users.create': describe('created an account', findPerson('for ')),
  'users.end_session': describe('ended a session of a user', findPerson()),
  'users.end_suspension': describe('ended the suspension of a user', findPerson()),
  'users.export': describe('exported users', findNothing),
  'users.export_security': describe('exported security events', findNothing),
  'users.invite': describe('invited a user by email', findPerson()),
  'users.leave': describe('deleted their own account', findNothing),
  'users.make_link': describe('created a sign-in link', findPerson('for ')),
  'users.remove': describe('deleted a user', findPerson()),
  'users.remove_factor': describe('removed a two-step verification method', findPerson('from ')),
  'users.remove_passkey': describe('removed a passkey', findPerson('from ')),
  'users.remove_role': describe('removed {role}', findPerson('from ')),
  'users.suspend': describe('suspended a user', findPerson()),
  'users.unverify': describe('removed the verification', findPerson('from ')),
  'users.verify': describe('verified a user', findPerson()),
  'users.view_security': describe('viewed the security events of', findPerson()),
} satisfies Record<string, ActionDescription>

/** Formats the change of a setting: `from → to`, or the changed part of a text. */
function formatSettingChange(facts: AuditFacts): string {
  const { was, now } = facts.details
  const isText = !('from' in facts.details) && typeof was === 'string' && typeof now === 'string'
  return isText ? formatTextChange(was, now) : formatUsualChange(facts)
}

const roomFieldLabels: Record<string, string> = {
  name: 'name',
  description: 'description',
  joinBy: 'access',
  slowModeSeconds: 'seconds between messages',
  isActive: 'open',
}

/** Returns `name: Deep end → Deeper end` for each changed field. */
function formatRoomChange(facts: AuditFacts): string {
  return Object.entries(roomFieldLabels)
    .filter(([key]) => key in facts.details)
    .map(
      ([key, name]) =>
        `${name}: ${formatDetail(facts, `${key}Before`) || 'none'} → ${formatDetail(facts, key) || 'none'}`,
    )
    .join(', ')
}

const decisions: Record<string, string> = {
  nothing: 'no action',
  hide: 'hidden',
  hide_and_mute: 'hidden and muted',
  mute: 'muted',
  ban: 'banned',
}

function formatDecision(facts: AuditFacts): string {
  const decided = formatDetail(facts, 'decision')
  return [decisions[decided] ?? decided, formatDetail(facts, 'reason')]
    .filter((part) => part !== '')
    .join(' · ')
}

function formatRoomRole(facts: AuditFacts): string {
  return [formatDetail(facts, 'role'), formatDetail(facts, 'reason')]
    .filter((part) => part !== '')
    .join(' · ')
}
