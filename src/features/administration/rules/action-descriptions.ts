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
  formatCommonDetails,
} from './audit-facts'
import { formatTextChange } from './text-change'

export interface ActionDescription {
  /** The predicate after the actor’s name; `{role}` is replaced from the details. */
  did: string
  to: FindTarget
  change: (facts: AuditFacts) => string
}

function createDescription(did: string, to: FindTarget, change = formatCommonDetails): ActionDescription {
  return { did, to, change }
}

/** How each audit action reads in the log. server/audit/every-action.ts fails to compile if an action is missing. */
export const actionDescriptions = {
  'audit.export': createDescription('exported the audit log', findNothing),
  'bookings.view': createDescription('viewed a booking', findBooking),
  'chat.archive_room': createDescription('archived a room', findRoom),
  'chat.ban': createDescription('banned a member', findPersonInRoom),
  'chat.change_room': createDescription('changed a room', findRoom, formatRoomChange),
  'chat.decide_case': createDescription('decided a report', findPerson('about '), formatDecision),
  'chat.hide_message': createDescription('hid a message', findInRoom),
  'chat.let_in': createDescription('accepted a join request', findPersonInRoom),
  'chat.mute': createDescription('muted a member', findPersonInRoom),
  'chat.pass_case': createDescription('escalated a report to the admins', findPerson('about ')),
  'chat.remove_member': createDescription('removed a member from a room', findPersonInRoom),
  'chat.restore_room': createDescription('restored a room', findRoom),
  'chat.set_role': createDescription('set a role in a room', findPersonInRoom, formatRoomRole),
  'chat.show_message': createDescription('showed a message again', findInRoom),
  'chat.decline_request': createDescription('declined a join request', findPersonInRoom),
  'chat.unban': createDescription('lifted a ban', findPersonInRoom),
  'chat.unmute': createDescription('unmuted a member', findPersonInRoom),
  'events.add_person': createDescription('added a person to an event', findPersonAtEvent, (facts) =>
    formatDetail(facts, 'role'),
  ),
  'events.export': createDescription('exported the sales of an event', findNothing),
  'events.grant_waiver': createDescription('waived the payout account', findPersonAtEvent),
  'events.decline_waiver': createDescription('declined to waive the payout account', findPersonAtEvent),
  'events.hand_over': createDescription('transferred an event', findPersonAtEvent),
  'events.cancel': createDescription('canceled an event', findEvent),
  'events.postpone': createDescription('postponed an event', findEvent),
  'events.price': createDescription('changed a ticket price', findEvent),
  'events.promo_code': createDescription('changed promo codes', findEvent),
  'events.publish': createDescription('published an event', findEvent),
  'events.remove': createDescription('deleted a draft', findEvent),
  'events.remove_person': createDescription('removed a person from an event', findPersonAtEvent, (facts) =>
    formatDetail(facts, 'role'),
  ),
  'events.unpublish': createDescription('unpublished an event', findEvent),
  'invitations.approve': createDescription('approved an invite request', findInviteRequest),
  'invitations.decline': createDescription('declined an invite request', findInviteRequest),
  'invitations.expire': createDescription('set an invitation to expired', findInvitation),
  'invitations.export': createDescription('exported invitations', findNothing),
  'invitations.generate': createDescription('generated an invitation', findInvitation),
  'invitations.pause': createDescription('paused the invitations of a user', findPerson()),
  'invitations.redeem': createDescription('became a member with an invitation', findInvitation),
  'invitations.resume': createDescription('resumed the invitations of a user', findPerson()),
  'invitations.revoke': createDescription('revoked an invitation', findInvitation),
  'invitations.send': createDescription('emailed an invitation', findInvitation),
  // Recorded when a person signs up with an invite code. A signed-in person who redeems a code gets two entries: this
  // one and `invitations.redeem`.
  'invitations.use': createDescription('used an invitation', findInvitation),
  'emails.retry': createDescription('retried a failed email', findNothing),
  'money.accept_dispute': createDescription('accepted a dispute', findOrder),
  'money.close_settlement': createDescription('closed a settlement', findEvent),
  'money.export_ledger': createDescription('exported the ledger of a month', findNothing),
  'money.late_approval': createDescription('accepted a late payment', findOrder),
  'money.pay_refund_another_way': createDescription('paid a failed refund another way', findOrder),
  'money.refund': createDescription('requested a refund', findOrder),
  'money.refund_failed': createDescription('stopped retrying a refund', findOrder),
  'money.refund_sent': createDescription('sent a refund', findOrder),
  'money.retry_event': createDescription('retried a failing payment webhook', findNothing),
  'money.retry_events': createDescription('retried all failing payment webhooks', findNothing),
  'money.retry_refund': createDescription('retried a failed refund', findOrder),
  'money.submit_evidence': createDescription('submitted the evidence of a dispute', findOrder),
  'sample.remove': createDescription('removed the sample data', findNothing),
  'settings.change': createDescription('changed settings', findSetting, formatSettingChange),
  'settings.test_email': createDescription('sent a test email', findNothing),
  'setup.open': createDescription('set up the site as its first admin', findPerson()),
  'tickets.comp': createDescription('issued free tickets', findEvent),
  'tickets.export': createDescription('exported the attendees of an event', findEvent),
  'tickets.export_guests': createDescription('exported the guest list of an event', findEvent),
  'tickets.refund': createDescription('refunded tickets', findOrder),
  'users.assign_role': createDescription('assigned {role}', findPerson('to ')),
  'users.change': createDescription('changed the account of a user', findPerson()),
  'users.create': createDescription('created an account', findPerson('for ')),
  'users.end_session': createDescription('ended a session of a user', findPerson()),
  'users.end_suspension': createDescription('ended the suspension of a user', findPerson()),
  'users.export': createDescription('exported users', findNothing),
  'users.export_security': createDescription('exported security events', findNothing),
  'users.invite': createDescription('invited a user by email', findPerson()),
  'users.leave': createDescription('deleted their own account', findNothing),
  'users.make_link': createDescription('created a sign-in link', findPerson('for ')),
  'users.remove': createDescription('deleted a user', findPerson()),
  'users.remove_factor': createDescription('removed a two-step verification method', findPerson('from ')),
  'users.remove_passkey': createDescription('removed a passkey', findPerson('from ')),
  'users.remove_role': createDescription('removed {role}', findPerson('from ')),
  'users.suspend': createDescription('suspended a user', findPerson()),
  'users.unverify': createDescription('removed the verification', findPerson('from ')),
  'users.verify': createDescription('verified a user', findPerson()),
  'users.view_security': createDescription('viewed the security events of', findPerson()),
} satisfies Record<string, ActionDescription>

/** Formats the change of a setting: `from → to`, or the changed part of a text. */
function formatSettingChange(facts: AuditFacts): string {
  const { was, now } = facts.details
  const isText = !('from' in facts.details) && typeof was === 'string' && typeof now === 'string'
  return isText ? formatTextChange(was, now) : formatCommonDetails(facts)
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
