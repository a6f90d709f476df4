import { z } from 'zod'
import { recordAudit } from '~/database/audit'
import type { Database } from '~/database/connect'
import { problemAnswer } from '~/platform/http/answer'
import { csvAnswer } from '~/platform/http/csv-answer'
import type { RawRoute } from '~/platform/http/raw-routes'
import { search as searchText, type UserRow, userFilter, userSort } from '../../contract-users-shapes'
import { listUsers, type UserList } from './list-users'

const PAGE = 500

const wanted = z.object({
  q: searchText,
  filter: userFilter.default('all'),
  sort: userSort.default('joined'),
  direction: z.enum(['asc', 'desc']).default('desc'),
})

/**
 * `GET /admin/users.csv?q=&filter=&sort=&direction=`: what the list shows, all of it. That it was taken along is written down, without
 * the words searched for: they may be somebody's name.
 */
export function userExportRoute({ db }: { db: Database }): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/admin\/users\.csv$/,
    kind: 'rest',
    access: 'admin',
    async handle({ method, search, scope }) {
      const list = wanted.safeParse(Object.fromEntries([...search].filter(([, value]) => value !== '')))
      if (!list.success) return problemAnswer(400, 'BAD_REQUEST', 'There is no such filter.')
      const caller = await scope.caller()
      if (caller && method === 'GET')
        await db.transaction().execute((trx) =>
          recordAudit(trx, {
            actorId: caller.id,
            action: 'users.export',
            subject: { type: 'export', id: 'users' },
            details: { filter: list.data.filter },
            requestId: scope.requestId,
          }),
        )
      return csvAnswer<UserRow>({
        name: 'users',
        now: new Date(),
        columns: [
          { header: 'Name', of: ({ fullName }) => fullName },
          { header: 'DJ name', of: ({ djName }) => djName },
          { header: 'Email', of: ({ email }) => email },
          { header: 'Roles', of: ({ roles }) => roles.join(', ') },
          { header: 'Verified', of: ({ isVerified }) => (isVerified ? 'yes' : 'no') },
          { header: 'Joined (UTC)', of: ({ joinedAt }) => joinedAt },
          { header: 'Suspended until (UTC)', of: ({ suspendedUntil }) => suspendedUntil },
          { header: 'Id', of: ({ id }) => id },
        ],
        pages: pagesOf(db, list.data),
      })
    },
  }
}

async function* pagesOf(db: Database, list: UserList): AsyncGenerator<UserRow[]> {
  let after: string | undefined
  do {
    const { users, nextCursor } = await listUsers(db, { ...list, after }, PAGE)
    yield users
    after = nextCursor ?? undefined
  } while (after !== undefined)
}
