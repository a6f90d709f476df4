import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import { createInvitationCsvRoutes } from './csv-routes'
import { addPerson, listAuditEntries, addMinutes, now } from './testing'

let db: Database
let drop: () => Promise<void>
let hanna: string
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  hanna = await addPerson(db, 'Hanna Wolff', 'admin')
})
afterAll(() => drop())

async function readCsv(path: string, search = '', method = 'GET'): Promise<string[]> {
  const route = createInvitationCsvRoutes({ db }, () => now).find((candidate) => candidate.path.test(path))
  const caller = {
    id: hanna,
    sessionId: hanna,
    fullName: 'Hanna Wolff',
    email: 'h@x.example',
    isEmailVerified: true,
    avatarUrl: null,
    roles: ['admin'] as const,
  }
  const services = { log: createLog({ level: 'silent' }), resolveCaller: () => Promise.resolve(caller) }
  const response = await route?.handle({
    method,
    params: {},
    search: new URLSearchParams(search),
    scope: createScope({ requestId: 'r', ip: '', headers: new Headers() }, services),
    readBody: () => Promise.reject(new Error('There is no body')),
  })
  expect(route?.access).toBe('admin')
  if (!response || !('pieces' in response)) throw new Error('no table')
  let text = ''
  for await (const piece of response.pieces) text += piece
  return text.trimEnd().split('\r\n')
}

test('exports all filtered codes across several queries, and escapes formulas', async () => {
  await db
    .insertInto('invitations')
    .values(
      Array.from({ length: 600 }, (_, n) => ({
        code: `CSV0${String(n).padStart(4, '0')}`,
        created_by: hanna,
        created_at: addMinutes(-n),
        note: n === 0 ? '=1+1' : null,
        status: n === 5 ? 'revoked' : 'pending',
      })),
    )
    .execute()
  const lines = await readCsv('/admin/invitations.csv')
  expect(lines).toHaveLength(601)
  expect(new Set(lines).size).toBe(601)
  expect(lines[1]).toBe(`CSV00000,pending,Hanna Wolff,,,Never,${now.toISOString()},'=1+1,`)
  const revoked = await readCsv('/admin/invitations.csv', 'status=revoked&q=csv')
  expect(revoked.slice(1)).toEqual([expect.stringMatching(/^CSV00005,revoked/)])
  expect((await listAuditEntries(db, 'invitations')).map(({ action, details }) => [action, details])).toEqual(
    [
      ['invitations.export', { filter: 'all' }],
      ['invitations.export', { filter: 'revoked' }],
    ],
  )
})

test('exports the requests of the open tab', async () => {
  await db
    .insertInto('invite_requests')
    .values({
      full_name: 'Lea Hartmann',
      email: 'lea@x.example',
      occupation: 'promoter',
      about: 'Two\nlines',
    })
    .execute()
  const waiting = (await readCsv('/admin/invite-requests.csv')).join('\n')
  expect(waiting).toContain('Lea Hartmann,lea@x.example,Promoter,"Two\nlines"')
  expect(await readCsv('/admin/invite-requests.csv', 'status=answered')).toHaveLength(1)
})

test('a HEAD request is not logged as an export', async () => {
  const exports = () =>
    db.selectFrom('audit_log').select('id').where('action', '=', 'invitations.export').execute()
  const before = await exports()
  await readCsv('/admin/invitations.csv', '', 'HEAD')
  await readCsv('/admin/invite-requests.csv', '', 'HEAD')
  expect(await exports()).toEqual(before)
})
