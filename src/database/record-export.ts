import { type AuditAction, type AuditDetails, recordAudit } from './audit'
import type { Database } from './connect'

interface ExportRequest {
  method: string
  scope: { requestId: string; caller: () => Promise<{ id: string } | null> }
}

/** Records that an admin exports a table. A HEAD request exports nothing and is not recorded. */
export async function recordExport(
  db: Database,
  { method, scope }: ExportRequest,
  { action, table, details = {} }: { action: AuditAction; table: string; details?: AuditDetails },
): Promise<void> {
  if (method !== 'GET') return
  const caller = await scope.caller()
  await db.transaction().execute((trx) =>
    recordAudit(trx, {
      actorId: caller?.id ?? null,
      action,
      subject: { type: 'export', id: table },
      details,
      requestId: scope.requestId,
    }),
  )
}
