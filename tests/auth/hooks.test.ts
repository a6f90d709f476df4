import { createServer } from 'node:http'
import { decodeJwt } from 'jose'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'

const SECRET = `v1,whsec_${Buffer.from('a secret of thirty-two bytes ....').toString('base64')}`
const OLD = `v1,whsec_${Buffer.from('the secret before, of thirty-two').toString('base64')}`
type Call = { path: string; payload: Record<string, Record<string, unknown>> }

const calls: Call[] = []
let answer: (call: Call) => { status?: number; body?: unknown } = () => ({})
// Verifies each request like a receiver: a wrong or missing signature gets 401.
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    try {
      const headers = request.headers as Record<string, string>
      const payload = new Webhook(SECRET.slice(3)).verify(Buffer.concat(chunks).toString(), headers)
      const call = { path: request.url ?? '', payload: payload as Call['payload'] }
      calls.push(call)
      const { status = 200, body = {} } = answer(call)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    } catch {
      response.writeHead(401).end()
    }
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const bound = receiver.address()
const base = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
const hook = (path: string) => ({ url: `${base}${path}`, secrets: [OLD, SECRET] })

const app = await startTestApp({
  auth: {
    hooks: {
      beforeUserCreated: hook('/before'),
      customAccessToken: hook('/token'),
      sendEmail: hook('/email'),
      sendSms: hook('/sms'),
    },
    testOtps: { '+493012345678': '424242' },
    networkLimits: { refreshesPer5Minutes: 3 },
  },
})
afterAll(async () => {
  await app.stop()
  await new Promise((resolve) => receiver.close(resolve))
})
beforeEach(() => {
  calls.length = 0
  answer = (call) => (call.path === '/token' ? { body: { claims: call.payload['claims'] } } : {})
})
const newClient = () => createAuthClient(app.address, { ip: app.someAddress() }).client
const callsTo = (path: string) => calls.filter((call) => call.path === path)
const password = 'kick-and-snare-1'

describe('A-08 the hook before a user is created', () => {
  const refuse = () => {
    answer = ({ path }) =>
      path === '/before' ? { body: { error: { http_code: 422, message: 'Only members of the label.' } } } : {}
  }

  test('the sign-up hook receives the email and the client address, and can approve the sign-up', async () => {
    const { error } = await newClient().signUp({ email: 'ada@sand.example', password })
    expect(error).toBeNull()
    expect(callsTo('/before')[0]?.payload).toMatchObject({
      metadata: { name: 'before-user-created', ip_address: expect.stringMatching(/^[\d.:a-f]+$/) },
      user: { email: 'ada@sand.example', app_metadata: { provider: 'email' } },
    })
  })

  test('the sign-up hook can refuse with a message that apps, codes and our page show, and no account is created', async () => {
    refuse()
    const message = 'Only members of the label.'
    expect((await newClient().signUp({ email: 'bo@sand.example', password })).error).toMatchObject({
      status: 422,
      message,
    })
    expect((await newClient().signInWithOtp({ email: 'bo@sand.example' })).error).toMatchObject({ message })
    const page = await fetch(`${app.address}/api/v1/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': app.someAddress() },
      body: JSON.stringify({ fullName: 'Bo Sand', email: 'bo@sand.example', password }),
    })
    expect([page.status, await page.json()]).toEqual([422, expect.objectContaining({ message })])
    const rows = await app.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', 'bo@sand.example')
      .execute()
    expect(rows).toEqual([])
  })

  test('the sign-up hook refuses a taken email and a new one with the same message', async () => {
    refuse()
    const taken = await newClient().signUp({ email: getPersonEmail('juno'), password })
    expect(taken.error).toMatchObject({ status: 422, message: 'Only members of the label.' })
  })

  test('no account is created when the sign-up hook fails', async () => {
    answer = () => ({ status: 500 })
    expect((await newClient().signUp({ email: 'cy@sand.example', password })).error?.status).toBe(500)
  })
})

describe('A-08 the hook for access tokens', () => {
  const signIn = () =>
    newClient().signInWithPassword({ email: getPersonEmail('juno'), password: DEMO_PASSWORD })

  test('the token hook can add claims, but cannot change the subject or the assurance level', async () => {
    answer = ({ payload }) => ({
      body: {
        claims: {
          ...payload['claims'],
          label: 'Sand',
          sub: 'someone',
          aal: 'aal2',
          iss: 'https://evil.example',
        },
      },
    })
    const { data } = await signIn()
    const claims = decodeJwt(data.session?.access_token ?? '')
    expect(claims).toMatchObject({ label: 'Sand', aal: 'aal1', sub: data.user?.id })
    expect(claims.iss).toMatch(/\/auth\/v1$/)
    expect(callsTo('/token')[0]?.payload).toMatchObject({
      user_id: data.user?.id,
      authentication_method: 'password',
    })
  })

  test('no token is issued when the token hook returns no claims', async () => {
    answer = () => ({ body: {} })
    expect((await signIn()).error?.status).toBe(500)
  })
})

test('A-08 the email hook gets the code and the link, and we send no email', async () => {
  const client = newClient()
  await client.signInWithOtp({ email: getPersonEmail('mara'), options: { shouldCreateUser: false } })
  const sent = () =>
    callsTo('/email').filter(({ payload }) => payload['user']?.['email'] === getPersonEmail('mara'))
  await expect.poll(() => sent().length).toBe(1)
  const data = sent()[0]?.payload['email_data']
  expect(data).toMatchObject({ email_action_type: 'magiclink', token: expect.stringMatching(/^\d{6}$/) })
  const verified = await client.verifyOtp({ token_hash: String(data?.['token_hash']), type: 'email' })
  expect(verified.data.user?.email).toBe(getPersonEmail('mara'))
})

test('A-08 the hook for text messages gets the code, except for test numbers', async () => {
  const client = newClient()
  await client.signInWithOtp({ phone: '+493087654321' })
  await expect.poll(() => callsTo('/sms').length).toBe(1)
  const { sms } = callsTo('/sms')[0]?.payload ?? {}
  expect(sms).toMatchObject({ phone: '+493087654321' })
  const entered = await client.verifyOtp({ phone: '+493087654321', token: String(sms?.['otp']), type: 'sms' })
  expect(entered.error).toBeNull()

  const reviewer = newClient()
  await reviewer.signInWithOtp({ phone: '+493012345678' })
  await expect
    .poll(async () => {
      const { error } = await reviewer.verifyOtp({ phone: '+493012345678', token: '424242', type: 'sms' })
      return error
    })
    .toBeNull()
  expect(callsTo('/sms')).toHaveLength(1)
})

test('A-08 a limit set by the operator replaces the default', async () => {
  const client = newClient()
  await client.signInWithPassword({ email: getPersonEmail('juno'), password: DEMO_PASSWORD })
  for (let round = 0; round < 3; round += 1) expect((await client.refreshSession()).error).toBeNull()
  expect((await client.refreshSession()).error).toMatchObject({ status: 429 })
})
