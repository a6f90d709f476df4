import type { Transaction } from './connect'

/**
 * The actions in the audit log, as feature and verb. features/administration/rules/describe-audit.ts has the text that
 * admins read; an action without one doesn't compile there.
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
  | 'chat.decline_request'
  | 'chat.unban'
  | 'chat.unmute'
  | 'events.add_person'
  | 'events.cancel'
  | 'events.decline_waiver'
  | 'events.export'
  | 'events.grant_waiver'
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
  | 'money.accept_dispute'
  | 'money.close_settlement'
  | 'money.export_ledger'
  | 'money.pay_refund_another_way'
  | 'money.retry_event'
  | 'money.retry_events'
  | 'money.retry_refund'
  | 'money.submit_evidence'
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

/** Actions recorded by the database itself, in triggers of orders and refunds. */
export type MoneyAction = 'money.late_approval' | 'money.refund' | 'money.refund_failed' | 'money.refund_sent'

/**
 * Details that a reader needs a year later. No names or addresses of people: the log can't be cleared, so it holds
 * ids that are resolved to names when it is read. These keys are formatted specially: `person` (id of the other
 * person), `case` (of moderation, `R-120`), `code`, `role`, `room` (id or name), `key` (of a setting), `from` and
 * `to` (shown as "from → to"), `until` (ISO), `why` (text), `count`, `order` (number), `cents`, `service` (name of a
 * service token). Other keys are stored, and shown for actions without a text.
 */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>

export interface AuditEntry {
  /** Null when no person caused the change. */
  actorId: string | null
  action: AuditAction
  /** Singular table name and row id, such as `message`, `person`, `room`, `invitation`, `setting`. */
  subject: { type: string; id: string }
  details?: AuditDetails
  requestId?: string | undefined
}

/** Records who did what to whom and why. The database refuses to change or delete entries. */
export async function recordAudit(trx: Transaction, entry: AuditEntry): Promise<void> {
  await recordAudits(trx, [entry])
}

/** Records many entries in one statement, such as all expired codes. */
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
