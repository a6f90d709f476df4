import { traverseContractProcedures } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '~/feature-registry'
import type { MembersArea } from '~/features/settings/rules/settings'
import type { Access } from '~/platform/rpc/access'
import type { CallMeta } from '~/platform/rpc/contract'
import type { Scope } from '~/platform/rpc/scopes'
import { writePermissions } from './permissions-table'
import { startTestApp } from '../support/app'
import { operationsOf } from '../support/api-operations'
import { type Answer, createClient } from '../support/keep-alive-client'

// Permissions for every call and every raw address (a route that is neither a call nor a page), read from the
// registry, so that new ones are included automatically. The other files of this folder test which rows a caller may
// see or change.
const { db, address, raw, someAddress, signIn, stop } = await startTestApp()
const { ask, close } = createClient(address)
afterAll(async () => {
  close()
  await stop()
})

const people = {
  visitor: null,
  customer: 'customer',
  user: 'temi',
  moderator: 'moderator',
  admin: 'admin',
} as const
type Person = keyof typeof people
const everyone = Object.keys(people) as Person[]

const registered: { name: string; access: Access | undefined; scope: Scope | undefined }[] = []
traverseContractProcedures({ router: calls, path: [] }, ({ contract, path }) => {
  const meta: CallMeta = contract['~orpc'].meta
  registered.push({ name: path.join('.'), access: meta.access, scope: meta.scope })
})
const operations = operationsOf(await (await fetch(`${address}/api/openapi.json`)).json())
const table = operations.map((operation) => {
  const { access, scope } = registered.find(({ name }) => name === operation.name) ?? {}
  if (access === undefined) throw new Error(`${operation.name} does not say who may make it`)
  return { ...operation, access, scope }
})

/**
 * An example path for each raw address that is a pattern, keyed by the source of the pattern. Add new patterns here.
 */
const examples: Record<string, string> = {
  '^\\/auth\\/v1(?<path>\\/.*)?$': '/auth/v1/nothing',
  '^(?<path>\\/\\.well-known\\/oauth-authorization-server)\\/auth\\/v1$':
    '/.well-known/oauth-authorization-server/auth/v1',
  '^\\/api\\/v1\\/me\\/events\\/(?<id>[^/]+)\\/attendees\\.csv$': '/api/v1/me/events/nothing/attendees.csv',
  '^\\/api\\/v1\\/me\\/events\\/(?<id>[^/]+)\\/guests\\.csv$': '/api/v1/me/events/nothing/guests.csv',
  '^\\/events\\/(?<id>[^/]+)\\/sales\\.csv$': '/events/nothing/sales.csv',
  '^\\/events\\/(?<id>[^/]+)\\/stock$': '/events/nothing/stock',
  '^\\/unsubscribe\\/(?<token>[\\w.-]{1,200})$': '/unsubscribe/nothing',
  '^\\/media\\/(?<key>.+)$': '/media/nothing',
  '^\\/api\\/v1\\/me\\/events\\/(?<id>[^/]{1,64})\\/image$': '/api/v1/me/events/nothing/image',
}
const exampleOf = ({ source }: RegExp) => examples[source] ?? source.replaceAll(/[\^$\\]/gu, '')

/** Returns the expected refusal; undefined if the call is allowed. */
function refusalOf(
  access: Access,
  person: Person,
  area: MembersArea,
): [status: number, code: string] | undefined {
  const rank = {
    public: 0,
    signed_in: 1,
    members_area: area === 'invited' ? 2 : 1,
    member: 2,
    moderator: 3,
    admin: 4,
  }
  if (everyone.indexOf(person) >= rank[access]) return undefined
  if (person === 'visitor') return [401, 'UNAUTHORIZED']
  return [403, access === 'members_area' ? 'MEMBERS_ONLY' : 'FORBIDDEN']
}

const cookies = new Map<Person, string>()
async function headersOf(person: Person): Promise<Record<string, string>> {
  const key = people[person]
  const cookie = key === null ? '' : (cookies.get(person) ?? (await signIn(key)))
  cookies.set(person, cookie)
  return { origin: address, 'content-type': 'application/json', 'x-forwarded-for': someAddress(), cookie }
}

function expectAnswer(
  answer: Answer,
  { access, person, area, message }: { access: Access; person: Person; area: MembersArea; message: string },
) {
  const refusal = refusalOf(access, person, area)
  const about = `${person}, ${area}: ${message}`
  if (refusal === undefined) expect([401, 403], about).not.toContain(answer.status)
  else expect([answer.status, codeIn(answer.text)], about).toEqual(refusal)
}

function codeIn(text: string): unknown {
  const body: unknown = JSON.parse(text)
  const problem = typeof body === 'object' && body !== null && 'json' in body ? body.json : body
  return typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined
}

/** A value that no field accepts. As a whole input the tests send the number 7, which no call accepts. */
const NONSENSE = { nonsense: true }

async function tryCall(
  { name, method, path, fields, inPath, access }: (typeof table)[number],
  area: MembersArea,
) {
  // Access levels are ordered, so over REST it's enough to test the last person who is refused and the first who is
  // allowed.
  const first = everyone.findIndex((person) => refusalOf(access, person, area) === undefined)
  for (const [rank, person] of everyone.entries()) {
    const rpc = await ask(`/api/rpc/${name.replaceAll('.', '/')}`, {
      method: 'POST',
      headers: await headersOf(person),
      body: JSON.stringify({ json: 7 }),
    })
    expectAnswer(rpc, { access, person, area, message: 'rpc' })
    if (name === 'identity.signOut') cookies.delete(person)
    if (rank !== first && rank !== first - 1) continue
    const names = Object.keys(fields).filter((field) => !inPath.has(field))
    const body = JSON.stringify(Object.fromEntries(names.map((field) => [field, NONSENSE])))
    const rest = await ask(`/api/v1${path.replaceAll(/\{\w+\}/gu, 'x'.repeat(300))}`, {
      method,
      headers: await headersOf(person),
      ...(method === 'GET' ? {} : { body }),
    })
    expectAnswer(rest, { access, person, area, message: 'rest' })
    if (name === 'identity.signOut') cookies.delete(person)
  }
}

describe.each(['signed_in', 'invited'] as const)('DA-03 with the members’ area open to %s', (area) => {
  beforeAll(async () => {
    await sql`insert into settings (key, value) values ('members_area', ${JSON.stringify(area)}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(db)
    // The settings are cached for two seconds.
    const standing = async () => {
      const answer = await fetch(`${address}/api/v1/me/dashboard`, { headers: await headersOf('customer') })
      return answer.status
    }
    const wanted = area === 'invited' ? 403 : 200
    await vi.waitFor(async () => expect(await standing()).toBe(wanted), { interval: 200 })
  })

  // The setting changes only the access to the members' area, so the second value needs no other calls.
  const asked = table.filter(({ access }) => area === 'signed_in' || access === 'members_area')
  test.each(asked.map((row) => [row.name, row] as const))(
    '%s gives each role the expected response',
    (_name, row) => tryCall(row, area),
  )

  // /api/mcp is tested in mcp-route.test.ts: it needs an API key, whatever the role.
  const withoutKey = raw.filter(({ path }) => !path.test('/api/mcp'))
  test.each(withoutKey.map((route) => [route.path.source, route] as const))(
    'the address %s gives each role the expected response',
    async (_source, { access, methods, path }) => {
      const example = exampleOf(path)
      expect(example, 'every raw route needs an example here').toMatch(path)
      for (const method of methods)
        for (const person of everyone) {
          const headers = await headersOf(person)
          const answer = await fetch(address + example, {
            method,
            headers,
            ...(method === 'POST' ? { body: '' } : {}),
          })
          // The response of an open stream never ends, so its body isn't read.
          const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
          if (isStream) await answer.body?.cancel()
          const text = isStream ? '' : await answer.text()
          expectAnswer({ status: answer.status, text }, { access, person, area, message: method })
        }
    },
  )
})

test('the table contains every call of the registry, with its access', () => {
  expect(registered.filter(({ access }) => access === undefined)).toEqual([])
  expect(registered.map(({ name }) => name).toSorted()).toEqual(table.map(({ name }) => name).toSorted())
})

test('docs/permissions.md is this table; `npx vitest run tests/access/calls-by-role.test.ts -u` updates it', async () => {
  const routes = raw.map(({ path, methods, access }) => ({
    path: exampleOf(path),
    methods,
    access,
  }))
  await expect(writePermissions(table, routes)).toMatchFileSnapshot('../../docs/permissions.md')
})
