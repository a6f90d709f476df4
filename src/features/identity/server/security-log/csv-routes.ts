import type { Database } from '~/database/connect'
import { recordExport } from '~/database/record-export'
import { iteratePages } from '~/lib/iterate-pages'
import { createErrorResponse } from '~/platform/http/http-response'
import { createCsvResponse, type CsvColumn } from '~/platform/http/csv-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { type ActivityEvent, securityFilter, type SecurityEntry } from '../../contract-activity'
import type { IdentityContext } from '../context'
import { listEvents } from './list-events'
import { listAllOwnActivity } from './own-activity'

const PAGE = 500

const columns: readonly CsvColumn<ActivityEvent>[] = [
  { header: 'Time (UTC)', of: ({ at }) => at },
  { header: 'Event', of: ({ title }) => title },
  { header: 'Details', of: ({ facts }) => facts },
  { header: 'Device', of: ({ device }) => device },
  { header: 'Network', of: ({ ip }) => ip },
  { header: 'Country', of: ({ country }) => country },
  { header: 'New device', of: ({ isNewDevice }) => isNewDevice },
]

/**
 * Creates the routes `GET /account/activity.csv` (all events on the person's activity page) and `GET
 * /admin/security.csv` (all events that match the filters).
 */
export function createSecurityCsvRoutes({
  db,
  config,
}: {
  db: Database
  config: IdentityContext['config']
}): RawRoute[] {
  return [
    {
      methods: ['GET'],
      path: /^\/account\/activity\.csv$/,
      kind: 'rest',
      access: 'signed_in',
      async handle({ scope }) {
        const caller = await scope.caller()
        if (caller === null) return createErrorResponse(401, 'UNAUTHORIZED', 'Sign in to continue.')
        const now = new Date()
        return createCsvResponse({
          name: 'security-activity',
          now,
          columns,
          pages: listAllOwnActivity({ db, config, now: () => now }, caller.id),
        })
      },
    },
    {
      methods: ['GET'],
      path: /^\/admin\/security\.csv$/,
      kind: 'rest',
      access: 'admin',
      async handle(request) {
        const filter = securityFilter.safeParse(
          Object.fromEntries([...request.search].filter(([, value]) => value !== '')),
        )
        if (!filter.success)
          return createErrorResponse(400, 'BAD_REQUEST', 'This filter is not valid. Check the URL.')
        const now = new Date()
        const { personId } = filter.data
        await recordExport(db, request, {
          action: 'users.export_security',
          table: 'security_events',
          details: personId === undefined ? {} : { person: personId },
        })
        return createCsvResponse<SecurityEntry>({
          name: 'security-events',
          now,
          columns: [
            ...columns,
            { header: 'Person', of: ({ person }) => person?.name ?? null },
            { header: 'Email', of: ({ person }) => person?.email ?? null },
            { header: 'Person (id)', of: ({ person }) => person?.id ?? null },
            { header: 'By', of: ({ by }) => by },
          ],
          pages: iteratePages(async (after) => {
            const { events, nextCursor } = await listEvents(
              { db, now: () => now },
              { ...filter.data, after, limit: PAGE },
            )
            return { rows: events, nextCursor }
          }),
        })
      },
    },
  ]
}
