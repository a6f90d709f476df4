import {
  type AuditFacts,
  booking,
  detail,
  event,
  type FindTarget,
  inRoom,
  invitation,
  inviteRequest,
  nothing,
  order,
  person,
  personAtEvent,
  personInRoom,
  room,
  setting,
  usualChange,
} from './audit-facts'
import { textChange } from './text-change'

export interface ActionDescription {
  /** The predicate after the actor’s name; `{role}` is replaced from the details. */
  did: string
  to: FindTarget
  change: (facts: AuditFacts) => string
}

function words(did: string, to: FindTarget, change = usualChange): ActionDescription {
  return { did, to, change }
}

/** How each audit action reads in the log. server/audit/every-action.ts fails to compile if an action is missing. */
export const actionDescriptions = {
  'audit.export': words('exported the audit log', nothing),
  'bookings.view': words('viewed a booking', booking),
  'chat.archive_room': words('archived a room', room),
  'chat.ban': words('banned a member', personInRoom),
  'chat.change_room': words('changed a room', room, roomChange),
  'chat.decide_case': words('decided a report', person('about '), decision),
  'chat.hide_message': words('hid a message', inRoom),
  'chat.let_in': words('accepted a join request', personInRoom),
  'chat.mute': words('muted a member', personInRoom),
  'chat.pass_case': words('escalated a report to the admins', person('about ')),
  'chat.remove_member': words('removed a member from a room', personInRoom),
  'chat.restore_room': words('restored a room', room),
  'chat.set_role': words('set a role in a room', personInRoom, roomRole),
  'chat.show_message': words('showed a message again', inRoom),
  'chat.decline_request': words('declined a join request', personInRoom),
  'chat.unban': words('lifted a ban', personInRoom),
  'chat.unmute': words('unmuted a member', personInRoom),
  'events.add_person': words('added a person to an event', personAtEvent, (facts) => detail(facts, 'role')),
  'events.export': words('exported the sales of an event', nothing),
  'events.hand_over': words('transferred an event', personAtEvent),
  'events.cancel': words('cancelled an event', event),
  'events.postpone': words('postponed an event', event),
  'events.price': words('changed a ticket price', event),
  'events.promo_code': words('changed promo codes', event),
  'events.publish': words('published an event', event),
  'events.remove': words('deleted a draft', event),
  'events.remove_person': words('removed a person from an event', personAtEvent, (facts) =>
    detail(facts, 'role'),
  ),
  'events.unpublish': words('unpublished an event', event),
  'invitations.approve': words('approved an invite request', inviteRequest),
  'invitations.decline': words('declined an invite request', inviteRequest),
  'invitations.expire': words('set an invitation to expired', invitation),
  'invitations.export': words('exported invitations', nothing),
  'invitations.generate': words('generated an invitation', invitation),
  'invitations.pause': words('paused the invitations of a user', person()),
  'invitations.redeem': words('became a member with an invitation', invitation),
  'invitations.resume': words('resumed the invitations of a user', person()),
  'invitations.revoke': words('revoked an invitation', invitation),
  'invitations.send': words('emailed an invitation', invitation),
  // Written at sign-up, or later together with `invitations.redeem`.
  'invitations.use': words('used an invitation', invitation),
  'emails.retry': words('retried a failed email', nothing),
  'money.late_approval': words('accepted a late payment', order),
  'money.refund': words('requested a refund', order),
  'money.refund_failed': words('stopped retrying a refund', order),
  'money.refund_sent': words('sent a refund', order),
  'money.retry_refund': words('retried a failed refund', order),
  'sample.remove': words('removed the sample data', nothing),
  'settings.change': words('changed settings', setting, settingChange),
  'settings.test_email': words('sent a test email', nothing),
  'setup.open': words('set up the site as its first admin', person()),
  'tickets.comp': words('issued free tickets', event),
  'tickets.export': words('exported the attendees of an event', event),
  'tickets.export_guests': words('exported the guest list of an event', event),
  'tickets.refund': words('refunded tickets', order),
  'users.assign_role': words('assigned {role}', person('to ')),
  'users.change': words('changed the account of a user', person()),
  'users.create': words('created an account', person('for ')),
  'users.end_session': words('ended a session of a user', person()),
  'users.end_suspension': words('ended the suspension of a user', person()),
  'users.export': words('exported users', nothing),
  'users.export_security': words('exported security events', nothing),
  'users.invite': words('invited a user by email', person()),
  'users.leave': words('deleted their own account', nothing),
  'users.make_link': words('created a sign-in link', person('for ')),
  'users.remove': words('deleted a user', person()),
  'users.remove_factor': words('removed a two-step verification method', person('from ')),
  'users.remove_passkey': words('removed a passkey', person('from ')),
  'users.remove_role': words('removed {role}', person('from ')),
  'users.suspend': words('suspended a user', person()),
  'users.unverify': words('removed the verification', person('from ')),
  'users.verify': words('verified a user', person()),
  'users.view_security': words('viewed the security events of', person()),
} satisfies Record<string, ActionDescription>

/** Returns the old and new value of a setting; for a text, the part that changed. */
function settingChange(facts: AuditFacts): string {
  const { was, now } = facts.details
  const isText = !('from' in facts.details) && typeof was === 'string' && typeof now === 'string'
  return isText ? textChange(was, now) : usualChange(facts)
}

const roomFieldLabels: Record<string, string> = {
  name: 'name',
  description: 'description',
  joinBy: 'access',
  slowModeSeconds: 'seconds between messages',
  isActive: 'open',
}

/** Returns `name: Deep end → Deeper end` for each changed field. */
function roomChange(facts: AuditFacts): string {
  return Object.entries(roomFieldLabels)
    .filter(([key]) => key in facts.details)
    .map(
      ([key, name]) =>
        `${name}: ${detail(facts, `${key}Before`) || 'none'} → ${detail(facts, key) || 'none'}`,
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

function decision(facts: AuditFacts): string {
  const decided = detail(facts, 'decision')
  return [decisions[decided] ?? decided, detail(facts, 'why')].filter((part) => part !== '').join(' · ')
}

function roomRole(facts: AuditFacts): string {
  return [detail(facts, 'role'), detail(facts, 'why')].filter((part) => part !== '').join(' · ')
}
