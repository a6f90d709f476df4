import { traverseContractProcedures } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '~/feature-registry'
import { createTestKey } from '~/features/api-keys/server/testing'
import type { CallMeta } from '~/platform/rpc/contract'
import { type Scope, SCOPES } from '~/platform/rpc/scopes'
import { startTestApp } from '../support/app'
import { operationsOf } from '../support/api-operations'
import { createClient } from '../support/keep-alive-client'

// Tests every call of the registry with two API keys per role: one has only the scope of the call, the other has all
// other scopes.
const app = await startTestApp({ limitPoints: { api_key: 100_000 } })
const { address, signIn, stop } = app
const { ask: request, close } = createClient(address)
afterAll(async () => {
  close()
  await stop()
})

const registered = new Map<string, CallMeta>()
traverseContractProcedures({ router: calls, path: [] }, ({ contract, path }) => {
  registered.set(path.join('.'), contract['~orpc'].meta)
})
const operations = operationsOf(await (await fetch(`${address}/api/openapi.json`)).json())
const table = operations.map((operation) => {
  const meta = registered.get(operation.name)
  if (meta === undefined) throw new Error(`${operation.name} is not registered`)
  return { ...operation, ...meta }
})
const scoped = table.flatMap(({ scope, ...call }) => (scope === undefined ? [] : [{ ...call, scope }]))
const unscoped = table.filter(({ scope }) => scope === undefined)

const people = { customer: 'customer', member: 'temi', admin: 'admin' } as const
type Person = keyof typeof people
const everyone = Object.keys(people) as Person[]
const keys = new Map<Person, { id: string; key: string }>()
beforeAll(async () => {
  for (const person of everyone) {
    const { apiKey, key } = await createTestKey(app, await signIn(people[person]), SCOPES)
    keys.set(person, { id: apiKey.id, key })
  }
})

async function tryCall(
  { method, path, fields, inPath }: Pick<(typeof table)[number], 'method' | 'path' | 'fields' | 'inPath'>,
  { person, scopes }: { person: Person; scopes: readonly Scope[] },
) {
  const { id, key } = keys.get(person) ?? { id: '', key: '' }
  await app.db
    .updateTable('api_keys')
    .set({ scopes: [...scopes] })
    .where('id', '=', id)
    .execute()
  const names = Object.keys(fields).filter((field) => !inPath.has(field))
  // The body is invalid in every field, so that no call changes data.
  const body = JSON.stringify(Object.fromEntries(names.map((field) => [field, { nonsense: true }])))
  const { status, text } = await request(`/api/v1${path.replaceAll(/\{\w+\}/gu, 'x'.repeat(300))}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    ...(method === 'GET' ? {} : { body }),
  })
  const { code }: { code?: string } = text.startsWith('{') ? JSON.parse(text) : {}
  return { status, code }
}

describe('a call with a scope', () => {
  test.each(scoped.map((call) => [call.name, call] as const))(
    '%s accepts only a key with its scope',
    async (_name, call) => {
      const others = SCOPES.filter((scope) => scope !== call.scope)
      for (const person of everyone) {
        expect(await tryCall(call, { person, scopes: others }), `${person} without ${call.scope}`).toEqual({
          status: 403,
          code: 'SCOPE_REQUIRED',
        })
        const { status, code } = await tryCall(call, { person, scopes: [call.scope] })
        // The demo opens the members' area to everyone who is signed in, so only these calls refuse customers.
        if (call.access === 'member' && person === 'customer')
          expect([status, code]).toEqual([403, 'FORBIDDEN'])
        else expect([401, 403], `${person} with ${call.scope}: ${code}`).not.toContain(status)
      }
    },
  )
})

describe('a call without a scope refuses even a key with all scopes', () => {
  test.each(unscoped.map((call) => [call.name, call] as const))(
    '%s refuses even a key with all scopes',
    async (_name, call) => {
      for (const person of everyone)
        expect(await tryCall(call, { person, scopes: SCOPES }), person).toEqual({
          status: 403,
          code: 'API_KEY_NOT_ACCEPTED',
        })
    },
  )
})

test('calls of admins and moderators, and of accounts, payments and payouts have no scope', () => {
  const staff = scoped.filter(({ access }) => access === 'admin' || access === 'moderator')
  expect(staff.map(({ name }) => name)).toEqual([])
  const closed =
    /^(?:account|administration|apiKeys|identity|invitations|payees|settlements|settings|webhooks)\.|pay|refund|reserve|publish/iu
  const found = scoped.filter(({ name, method }) => closed.test(name) && method !== 'GET')
  expect(found.map(({ name }) => name)).toEqual([])
  const own = scoped.filter(({ name }) => /^(?:account|apiKeys|identity|webhooks)\./u.test(name))
  expect(own.map(({ name }) => name)).toEqual([])
})

test('a scope for reading has no calls that change data, and each scope has a call', () => {
  const changing = scoped.filter(({ scope, method }) => scope.endsWith(':read') && method !== 'GET')
  expect(changing.map(({ name }) => name)).toEqual([])
  expect([...new Set(scoped.map(({ scope }) => scope))].toSorted()).toEqual(SCOPES.toSorted())
})
