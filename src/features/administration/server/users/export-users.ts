import { z } from 'zod'
import type { Database } from '~/database/connect'
import { recordExport } from '~/database/record-export'
import { iteratePages } from '~/lib/iterate-pages'
import { createErrorResponse } from '~/platform/http/http-response'
import { createCsvResponse } from '~/platform/http/csv-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { search as searchText, userFilter, userSort } from '../../contract-users-shapes'
import { listUsers } from './list-users'
import type { UserRow } from './user-row'

const PAGE = 500

const exportQuery = z.object({
  q: searchText,
  filter: userFilter.default('all'),
  sort: userSort.default('joined'),
  direction: z.enum(['asc', 'desc']).default('desc'),
})

/**
 * `GET /admin/users.csv?q=&filter=&sort=&direction=`: exports the whole filtered list. Logs the export without the
 * search text, which may be a person’s name.
 */
export function createUserExportRoute({ db }: { db: Database }): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/admin\/users\.csv$/,
    kind: 'rest',
    access: 'admin',
    async handle(request) {
      const list = exportQuery.safeParse(
        Object.fromEntries([...request.search].filter(([, value]) => value !== '')),
      )
      if (!list.success) return createErrorResponse(400, 'BAD_REQUEST', 'There is no such filter.')
      await recordExport(db, request, {
        action: 'users.export',
        table: 'users',
        details: { filter: list.data.filter },
      })
      return createCsvResponse<UserRow>({
        name: 'users',
        now: new Date(),
        columns: [
          { header: 'Name', of: ({ fullName }) => fullName },
          { header: 'DJ name', of: ({ djName }) => djName },
          { header: 'Email', of: ({ email }) => email },
          { header: 'Phone', of: ({ phone }) => phone },
          { header: 'Roles', of: ({ roles }) => roles.join(', ') },
          { header: 'Verified', of: ({ isVerified }) => (isVerified ? 'yes' : 'no') },
          { header: 'Joined (UTC)', of: ({ joinedAt }) => joinedAt },
          {
            header: 'Suspended until (UTC)',
            of: ({ suspendedUntil }) => suspendedUntil,
          },
          { header: 'ID', of: ({ id }) => id },
        ],
        pages: iteratePages(async (after) => {
          const { users, nextCursor } = await listUsers(db, { ...list.data, after }, PAGE)
          return { rows: users, nextCursor }
        }),
      })
    },
  }
}
