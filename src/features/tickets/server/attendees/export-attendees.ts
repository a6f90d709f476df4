import { z } from 'zod'
import { recordAudit } from '~/database/audit'
import type { Database } from '~/database/connect'
import { findOwnEvent } from '~/features/events/server/public'
import { iteratePages } from '~/lib/iterate-pages'
import { createErrorResponse } from '~/platform/http/http-response'
import { createCsvResponse, type CsvColumn } from '~/platform/http/csv-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { attendeeFilter } from '../../contract-attendees'
import { type Attendee, listAttendeeRows } from './list-attendees'

const PAGE = 1000

const wanted = z.object({ q: z.string().max(100).optional(), filter: attendeeFilter.default('all') })

const columns: readonly CsvColumn<Attendee>[] = [
  { header: 'Name', of: ({ name }) => name },
  { header: 'Email', of: ({ email }) => email },
  { header: 'Ticket', of: ({ number }) => number },
  { header: 'Type', of: ({ typeName }) => typeName },
  { header: 'Status', of: ({ status }) => status },
  { header: 'Complimentary', of: ({ isComp }) => (isComp ? 'yes' : 'no') },
  { header: 'Bought by', of: ({ boughtBy }) => boughtBy },
  { header: 'Checked in (UTC)', of: ({ checkedInAt }) => checkedInAt && new Date(checkedInAt).toISOString() },
  { header: 'Order', of: ({ orderNumber }) => orderNumber },
  { header: 'Bought (UTC)', of: ({ boughtAt }) => new Date(boughtAt).toISOString() },
]

/**
 * Serves `GET /api/v1/me/events/{id}/attendees.csv?q=&filter=`: all rows of the list. Records the export in the audit
 * log without the search text, which may be a name.
 */
export function createAttendeesRoute({ db }: { db: Database }): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/api\/v1\/me\/events\/(?<id>[^/]+)\/attendees\.csv$/,
    kind: 'rest',
    access: 'members_area',
    async handle({ method, params, search, scope }) {
      const caller = await scope.caller()
      const own = caller && (await findOwnEvent(db, caller, { id: params['id'] ?? '', act: 'guests' }))
      if (!caller || !own) return createErrorResponse(404, 'NOT_FOUND', 'Event not found')
      const list = wanted.safeParse(Object.fromEntries([...search].filter(([, value]) => value !== '')))
      if (!list.success)
        return createErrorResponse(
          400,
          'BAD_REQUEST',
          'Unknown filter. Use one of the filters of the attendee list.',
        )
      if (method === 'GET')
        await db.transaction().execute((trx) =>
          recordAudit(trx, {
            actorId: caller.id,
            action: 'tickets.export',
            subject: { type: 'event', id: own.id },
            details: { event: own.title, filter: list.data.filter },
            requestId: scope.requestId,
          }),
        )
      return createCsvResponse({
        name: 'attendees',
        now: new Date(),
        columns,
        pages: iteratePages(async (after) => {
          const page = await listAttendeeRows(db, { ...list.data, eventId: own.id, after }, PAGE)
          return { rows: page.attendees, nextCursor: page.nextCursor }
        }),
      })
    },
  }
}
