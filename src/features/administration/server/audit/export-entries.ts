import type { Database } from '~/database/connect'
import { recordExport } from '~/database/record-export'
import { iteratePages } from '~/lib/iterate-pages'
import { createErrorResponse } from '~/platform/http/http-response'
import { createCsvResponse } from '~/platform/http/csv-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { isId } from '~/lib/ids'
import { type AuditLogEntry, auditFilter } from '../../contract-audit'
import { listAuditEntries } from './list-entries'

const PAGE = 500

/** `GET /admin/audit.csv`: exports all entries that match the filters, and logs the export. */
export function createAuditExportRoute({ db }: { db: Database }): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/admin\/audit\.csv$/,
    kind: 'rest',
    access: 'admin',
    async handle(request) {
      const { search } = request
      const filter = auditFilter.safeParse(
        Object.fromEntries([...search].filter(([, value]) => value !== '')),
      )
      if (!filter.success) return createErrorResponse(400, 'BAD_REQUEST', 'There is no such filter.')
      const personId = search.get('person') || undefined
      // The filters are recorded in the audit log, whose entries can't be changed, so invalid ids are refused.
      if (personId !== undefined && !isId(personId))
        return createErrorResponse(400, 'BAD_REQUEST', 'There is no such filter.')
      const now = new Date()
      await recordExport(db, request, {
        action: 'audit.export',
        table: 'audit',
        details: personId === undefined ? {} : { person: personId },
      })
      const query = { ...filter.data, personId, limit: PAGE }
      return createCsvResponse<AuditLogEntry>({
        name: 'audit-log',
        now,
        columns: [
          { header: 'Time (UTC)', of: ({ at }) => at },
          { header: 'Actor', of: ({ actor }) => actor?.name ?? 'System' },
          { header: 'Action', of: ({ did }) => did },
          { header: 'Target', of: ({ to }) => to?.text ?? null },
          { header: 'Change', of: ({ change }) => change || null },
          { header: 'Until', of: ({ until }) => until },
          { header: 'Report', of: ({ link }) => link?.label ?? null },
          { header: 'Actor ID', of: ({ actor }) => actor?.id ?? null },
          { header: 'Entry ID', of: ({ id }) => id },
        ],
        pages: iteratePages(async (after) => {
          const { entries, nextCursor } = await listAuditEntries({ db, now: () => now }, { ...query, after })
          return { rows: entries, nextCursor }
        }),
      })
    },
  }
}
