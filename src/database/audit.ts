import type { Transaction } from './connect'

export interface AuditEntry {
  /** Null: it happened by itself. */
  actorId: string | null
  /** The feature and the verb, `chat.mute`. */
  action: string
  /** The table without its plural and the row, such as `message`, `person`, `room`. */
  subject: { type: string; id: string }
  /** Whom else it concerns, why, until when: what a reader needs a year later. */
  details?: Record<string, string | number | boolean | null>
  requestId?: string | undefined
}

/** Writes down who did what to whom and why, for good: the database refuses to change or delete it. */
export async function recordAudit(trx: Transaction, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      actor_id: entry.actorId,
      action: entry.action,
      subject_type: entry.subject.type,
      subject_id: entry.subject.id,
      details: JSON.stringify(entry.details ?? {}),
      request_id: entry.requestId ?? null,
    })
    .execute()
}
