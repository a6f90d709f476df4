import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, expect, test } from 'vitest'
import { WEBHOOK_KINDS } from '~/features/webhooks/rules/webhook-kind'
import { startTestApp } from '../support/app'

const { address, signIn, stop } = await startTestApp()
afterAll(stop)
const source = await (await fetch(`${address}/api/openapi.json`)).text()

interface Operation {
  operationId: string
  description?: string
  security?: object[]
  parameters?: { name: string; required?: boolean; description?: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { $ref?: string }>
}
const paths: Record<string, Record<string, Operation>> = JSON.parse(source).paths
const operations = Object.values(paths).flatMap((path) => Object.values(path))

test('the OpenAPI document passes the rules that Redocly recommends', async () => {
  const rules = {
    // The product is not licensed to others.
    'info-license': 'off',
    // A literal path takes precedence over a path with a parameter, so the two aren't ambiguous.
    'no-ambiguous-paths': 'off',
  } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
  ).toEqual([])
})

const find = (name: string) => operations.find(({ operationId }) => operationId === name)

test('each operation documents authentication, parameters and examples', () => {
  expect(find('settings.site')?.security).toEqual([])
  expect(find('events.list')?.security).toEqual([{}, { apiKey: ['events:read'] }])
  expect(find('bookings.offer')?.security).toEqual([
    { apiKey: ['bookings:write'] },
    { bearer: [] },
    { sessionCookie: [] },
  ])
  expect(find('tickets.listTickets')?.security).toBeUndefined()
  const { info, security, components } = JSON.parse(source)
  expect(security).toEqual([{ bearer: [] }, { sessionCookie: [] }])
  expect(Object.keys(components.securitySchemes)[0]).toBe('apiKey')
  expect(components.securitySchemes.sessionCookie.description).toContain('not an API key')
  expect(info.description).toContain('API key')
  for (const { operationId, parameters = [], requestBody } of operations) {
    for (const { name, required = false, description, example } of parameters)
      expect([operationId, name, description, example]).toEqual([
        operationId,
        name,
        expect.any(String),
        // Scalar copies examples into its curl commands, and the server refuses a made-up cursor or filter, so
        // optional parameters have no example.
        required ? expect.anything() : undefined,
      ])
    for (const { example } of Object.values(requestBody?.content ?? {}))
      expect([operationId, example]).toEqual([operationId, expect.anything()])
  }
})

test('the description of each operation names the scope that an API key needs', () => {
  expect(find('events.dashboard.listOwn')?.description).toBe('API keys need the scope `events:read`.')
  expect(find('orders.reserve')?.description).toBe('API keys can’t make this call.')
  for (const { operationId, description } of operations)
    expect([operationId, description]).toEqual([operationId, expect.stringMatching(/API keys (need|can’t)/)])
})

test('errors are described once, under their codes, and calls refer to them', () => {
  const { components } = JSON.parse(source)
  for (const { operationId, responses } of operations)
    for (const [status, { $ref }] of Object.entries(responses))
      if (Number(status) >= 400)
        expect([operationId, status, $ref]).toEqual([operationId, status, expect.any(String)])
  const { responses = {} } = find('events.list') ?? {}
  expect(responses['404']).toEqual({ $ref: '#/components/responses/NOT_FOUND' })
  expect(components.responses.NOT_FOUND).toMatchObject({
    description: 'This doesn’t exist, or you don’t have access to it. Check the address and try again.',
    content: {
      'application/json': { schema: { oneOf: [{ properties: { code: { const: 'NOT_FOUND' } } }, {}] } },
    },
  })
})

test('/api/v1 refuses unknown fields and names them, and the site’s own pages ignore them', async () => {
  const cookie = await signIn('customer')
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${address}${path}`, init)
    return { status: answer.status, body: await answer.json() }
  }
  const unknown = (path: string) => ({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      data: { fields: [{ path, message: 'This field is unknown. Check its name.' }] },
    },
  })
  expect(await send('/api/v1/events?limit=1&typo=x')).toMatchObject(unknown('typo'))
  const headers = { 'content-type': 'application/json', origin: address }
  const signUp = {
    email: 'ada@example.com',
    password: 'two left shoes',
    fullName: 'Ada',
    invitationcode: 'X',
  }
  const post = (body: object) => ({ method: 'POST', headers, body: JSON.stringify(body) })
  const { path } = signUpOperation()
  expect(await send(`/api/v1${path}`, post(signUp))).toMatchObject(unknown('invitationcode'))
  const rpc = await fetch(`${address}/api/rpc/events/list`, { ...post({ json: { limit: 1, typo: 'x' } }) })
  expect(rpc.status).toBe(200)
  // Access is checked first, so that strangers learn nothing about fields.
  expect((await send('/api/v1/me/tickets?typo=x')).status).not.toBe(400)
  expect(cookie).not.toBe('')
})

function signUpOperation(): { path: string } {
  const found = Object.entries(paths).find(([, path]) => path['post']?.operationId === 'identity.signUp')
  if (!found) throw new Error('there is no sign-up')
  return { path: found[0] }
}

test('the reference describes each webhook message, with the headers of its signature', () => {
  const { webhooks } = JSON.parse(source)
  expect(Object.keys(webhooks)).toEqual([...WEBHOOK_KINDS])
  const { parameters, requestBody } = webhooks['order.confirmed'].post
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  const { schema, example } = requestBody.content['application/json']
  expect(schema.properties.data.required).toContain('url')
  expect(example).toMatchObject({
    type: 'order.confirmed',
    data: {
      orderNumber: 'OR-2026-10001',
      state: 'confirmed',
      totalCents: 1,
      currency: 'EUR',
      url: 'https://example.com',
    },
  })
})
