import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { z } from 'zod'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Scope, SCOPES } from '~/platform/rpc/scopes'
import { startTestApp } from '~tests/support/app'
import { createRestClient, createTestKey } from '../testing'

let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Connects an agent with a key of Jonas, who organizes events. */
async function connectAgent(scopes: readonly Scope[]) {
  const { key } = await createTestKey(app, await app.signIn('jonas'), scopes)
  const client = new Client({ name: 'a test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${app.address}/api/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  async function call(name: string, input: Record<string, unknown> = {}) {
    const { isError = false, content } = await client.callTool({ name, arguments: input })
    const [part] = content as { text: string }[]
    return { isError, result: JSON.parse(part?.text ?? 'null') as Record<string, unknown> }
  }
  return { client, call }
}

test('an agent lists events and drafts one', async () => {
  const { client, call } = await connectAgent(['events:read', 'events:write'])
  expect(client.getServerVersion()).toMatchObject({ name: 'back-to-back' })
  expect(await call('events_dashboard_listOwn')).toMatchObject({ isError: false })
  const created = await call('events_dashboard_create', {
    title: 'Night Bus',
    eventType: 'club_night',
    date: '2031-03-08',
    startsAt: '23:00',
    timezone: 'Europe/Berlin',
    clientKey: crypto.randomUUID(),
  })
  expect(created).toMatchObject({ isError: false, result: { id: expect.any(String) } })
  const id = created.result['id']
  expect(await call('events_dashboard_get', { id })).toMatchObject({ isError: false })
  const link = await call('get_link_for_person', { page: 'event', id })
  expect(link.result['url']).toMatch(new RegExp(`/dashboard/events/${String(id)}/edit$`))
})

test('lists only the tools of the key’s scopes, and refuses other tools', async () => {
  const { client, call } = await connectAgent(['profile:read'])
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['members_myProfile', 'get_link_for_person'])
  expect(await call('events_dashboard_create', { title: 'Night Bus' })).toMatchObject({
    isError: true,
    result: { code: 'SCOPE_REQUIRED', data: { scope: 'events:write' } },
  })
  expect(await call('orders_nothing')).toMatchObject({
    isError: true,
    result: { code: 'NOT_FOUND', message: 'There is no tool orders_nothing.' },
  })
})

test('a call that no key can make is left to the person, and listed as refused', async () => {
  const { call } = await connectAgent(['events:read', 'events:write'])
  expect(await call('orders_reserve')).toMatchObject({
    isError: true,
    result: {
      code: 'NOT_FOUND',
      message: 'There is no tool orders_reserve. A person does this: use get_link_for_person.',
    },
  })
  const { result } = await call('events_dashboard_listOwn')
  const upcoming = result['upcoming'] as { id: string; status: string }[]
  const published = upcoming.find(({ status }) => status === 'published')
  const draft = await call('events_dashboard_get', { id: published?.id })
  const changed = { id: published?.id, version: draft.result['version'], changes: { date: '2031-03-08' } }
  expect((await call('events_dashboard_save', changed)).result['code']).toBe('NOT_NOW')
  const owner = createRestClient(app, { cookie: await app.signIn('jonas') })
  const { body } = await owner('GET', '/account/activity?family=api_keys')
  const events = body['events'] as { title: string; facts: string }[]
  const findTitle = (route: string) => events.find(({ facts }) => facts.startsWith(`${route} `))?.title
  expect(findTitle('POST /orders')).toBe('API key refused')
  // The log says “used”, because the key may make this call. The rules of events refused it, not the key.
  expect(findTitle('PATCH /me/events/{id}')).toBe('API key used')
})

test('returns no link to an order that isn’t the person’s', async () => {
  const input = { page: 'order', id: '018cc251-f400-7000-8000-000000000001' }
  const { call } = await connectAgent(['orders:read'])
  expect(await call('get_link_for_person', input)).toMatchObject({
    isError: true,
    result: { code: 'NOT_FOUND' },
  })
  // Without the scope, the agent learns nothing about orders.
  const other = await connectAgent(['events:read'])
  expect(await other.call('get_link_for_person', input)).toMatchObject({ isError: false })
})

test('tools describe the fields that an agent can’t guess', async () => {
  const { client } = await connectAgent(SCOPES)
  expect(client.getInstructions()).toContain('A clock time such as 23:00 is local time at the venue.')
  const { tools } = await client.listTools()
  const findTool = (name: string) => tools.find((tool) => tool.name === name)
  const describe = (name: string, field: string) =>
    z.object({ description: z.string() }).safeParse(findTool(name)?.inputSchema.properties?.[field]).data
      ?.description
  expect(findTool('bookings_request')?.description).toContain('send the request to the DJ')
  expect(describe('bookings_request', 'clientKey')).toContain('A new UUID')
  expect(describe('bookings_request', 'currency')).toContain('Default: USD')
  expect(describe('bookings_request', 'startsAt')).toContain('UTC')
  expect(describe('bookings_request', 'timezone')).toContain('IANA')
  expect(describe('bookings_offer', 'steps')).toContain('when you last read it')
  expect(describe('events_dashboard_create', 'startsAt')).toContain('Local clock time')
  expect(describe('events_dashboard_create', 'timezone')).toContain('IANA')
  expect(describe('events_dashboard_save', 'version')).toContain('when you last read it')
})

test('the error for invalid input names the invalid fields', async () => {
  const { call } = await connectAgent(SCOPES)
  const { isError, result } = await call('events_dashboard_create', { title: 'Night Bus' })
  expect([isError, result['code']]).toEqual([true, 'BAD_REQUEST'])
  expect(result['data']).toMatchObject({
    fields: expect.arrayContaining([expect.objectContaining({ path: 'date' })]),
  })
  expect(await call('events_dashboard_listOwn', { shade: 'red' })).toMatchObject({
    isError: true,
    result: { code: 'BAD_REQUEST', data: { fields: [{ path: 'shade' }] } },
  })
  expect(await call('get_link_for_person', { page: 'admin', id: 'x' })).toMatchObject({ isError: true })
})

test.each([
  ['no key', {}],
  ['an unknown key', { authorization: `Bearer b2b_${'x'.repeat(43)}` }],
  ['a session', { cookie: 'session' }],
])('the MCP route refuses a request with %s', async (_name, more) => {
  const cookie = 'cookie' in more ? { cookie: await app.signIn('jonas') } : {}
  const response = await fetch(`${app.address}/api/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more, ...cookie },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
  expect(await response.json()).toMatchObject({ code: 'INVALID_API_KEY' })
})

test.each([
  [
    'several messages',
    '[{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]',
  ],
  [
    'a call and its cancellation',
    '[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}]',
  ],
  ['no JSON', '{'],
])('refuses a body with %s', async (_name, body) => {
  const { key } = await createTestKey(app, await app.signIn('jonas'), ['events:read'])
  const response = await fetch(`${app.address}/api/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body,
  })
  expect([response.status, (await response.json()).code]).toEqual([400, 'BAD_REQUEST'])
})

test('the MCP route has no streams and no sessions', async () => {
  const response = await fetch(`${app.address}/api/mcp`, { headers: { accept: 'text/event-stream' } })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})
