import { recordAudit } from '~/database/audit'
import type { Database } from '~/database/connect'
import { findOwnEvent } from '~/features/events/server/public'
import { iteratePages } from '~/lib/iterate-pages'
import { createErrorResponse } from '~/platform/http/http-response'
import { createCsvResponse, type CsvColumn } from '~/platform/http/csv-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { type Guest, listGuestRows } from './guests'

const columns: readonly CsvColumn<Guest>[] = [
  { header: 'Name', of: ({ name }) => name },
  { header: 'Plus ones', of: ({ plusOnes }) => plusOnes },
  { header: 'Guest of', of: ({ guestOf }) => guestOf },
  { header: 'Arrived', of: ({ arrived }) => arrived },
  { header: 'Checked in (UTC)', of: ({ arrivedAt }) => arrivedAt && new Date(arrivedAt).toISOString() },
]

/**
 * Serves `GET /api/v1/me/events/{id}/guests.csv`: the guest list, sorted by name. Records the export in the audit
 * log.
 */
export function createGuestsRoute({ db }: { db: Database }): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/api\/v1\/me\/events\/(?<id>[^/]+)\/guests\.csv$/,
    kind: 'rest',
    access: 'members_area',
    async handle({ method, params, scope }) {
      const caller = await scope.caller()
      const own = caller && (await findOwnEvent(db, caller, { id: params['id'] ?? '', act: 'guests' }))
      if (!caller || !own) return createErrorResponse(404, 'NOT_FOUND', 'Event not found')
      if (method === 'GET')
        await db.transaction().execute((trx) =>
          recordAudit(trx, {
            actorId: caller.id,
            action: 'tickets.export_guests',
            subject: { type: 'event', id: own.id },
            details: { event: own.title },
            requestId: scope.requestId,
          }),
        )
      return createCsvResponse({
        name: 'guests',
        now: new Date(),
        columns,
        // A guest list has at most 2,000 names.
        pages: iteratePages(async () => ({ rows: await listGuestRows(db, own.id), nextCursor: null })),
      })
    },
  }
}
