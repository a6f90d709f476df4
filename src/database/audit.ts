import type { Transaction } from './connect'

/**
 * Everything that is written down: the feature and the verb. The words an admin reads for each stand in
 * features/administration/rules/audit-words.ts; an action without words does not compile there.
 */
export type AuditAction =
  | 'audit.export'
  | 'bookings.view'
  | 'chat.archive_room'
  | 'chat.ban'
  | 'chat.change_room'
  | 'chat.decide_case'
  | 'chat.hide_message'
  | 'chat.let_in'
  | 'chat.mute'
  | 'chat.pass_case'
  | 'chat.remove_member'
  | 'chat.restore_room'
  | 'chat.set_role'
  | 'chat.show_message'
  | 'chat.turn_away'
  | 'chat.unban'
  | 'chat.unmute'
  | 'events.add_person'
  | 'events.cancel'
  | 'events.export'
  | 'events.hand_over'
  | 'events.postpone'
  | 'events.price'
  | 'events.promo_code'
  | 'events.publish'
  | 'events.remove'
  | 'events.remove_person'
  | 'events.unpublish'
  | 'invitations.approve'
  | 'invitations.decline'
  | 'invitations.expire'
  | 'invitations.export'
  | 'invitations.generate'
  | 'invitations.pause'
  | 'invitations.redeem'
  | 'invitations.resume'
  | 'invitations.revoke'
  | 'invitations.send'
  | 'invitations.use'
  | MoneyAction
  | 'emails.retry'
  | 'money.retry_refund'
  | 'sample.remove'
  | 'settings.change'
  | 'settings.test_email'
  | 'setup.open'
  | 'tickets.comp'
  | 'tickets.export'
  | 'tickets.export_guests'
  | 'tickets.refund'
  | 'users.assign_role'
  | 'users.change'
  | 'users.create'
  | 'users.end_session'
  | 'users.end_suspension'
  | 'users.export'
  | 'users.export_security'
  | 'users.invite'
  | 'users.make_link'
  | 'users.leave'
  | 'users.remove'
  | 'users.remove_factor'
  | 'users.remove_passkey'
  | 'users.remove_role'
  | 'users.suspend'
  | 'users.unverify'
  | 'users.verify'
  | 'users.view_security'

/** Written by the database itself, where money is decided on (triggers of orders and refunds). */
export type MoneyAction = 'money.late_approval' | 'money.refund' | 'money.refund_failed' | 'money.refund_sent'

/**
 * What a reader needs a year later, but no name and no address of a person: the log cannot be emptied, so it holds ids, which are
 * given their names when it is read. These keys are shown in their own way: `person` (the id of whom else it concerns), `case`
 * (`R-120`), `code`, `role`, `room` (its id, or what it is called), `key` (of a setting), `from` and `to` (shown as "from → to"),
 * `until` (ISO), `why` (words), `count`, `order` (its number), `cents`, `service` (what a service token is called). Others are kept, and shown where an action has no words.
 */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>

export interface AuditEntry {
  /** Null: it happened by itself. */
  actorId: string | null
  action: AuditAction
  /** The table without its plural and the row, such as `message`, `person`, `room`, `invitation`, `setting`. */
  subject: { type: string; id: string }
  details?: AuditDetails
  requestId?: string | undefined
}

/** Writes down who did what to whom and why, for good: the database refuses to change or delete it. */
export async function recordAudit(trx: Transaction, entry: AuditEntry): Promise<void> {
  await recordAudits(trx, [entry])
}

/** The same for many at once, such as all codes whose time has come: one statement. */
export async function recordAudits(trx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await trx
    .insertInto('audit_log')
    .values(
      entries.map((entry) => ({
        actor_id: entry.actorId,
        action: entry.action,
        subject_type: entry.subject.type,
        subject_id: entry.subject.id,
        details: JSON.stringify(entry.details ?? {}),
        request_id: entry.requestId ?? null,
      })),
    )
    .execute()
}
