import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '~tests/support/app'
import { createPostman } from '~tests/support/stored-emails'

let app: Awaited<ReturnType<typeof startTestApp>>
let cookie: string
let other: string
beforeAll(async () => {
  app = await startTestApp({ limitPoints: { webhook_manual: 3 } })
  cookie = await app.signIn('mara')
  other = await app.signIn('owen')
})
afterAll(() => app.stop())

type Json = Record<string, unknown>

async function call(method: string, path: string, { body, as = cookie }: { body?: Json; as?: string } = {}) {
  const response = await fetch(`${app.address}/api/v1/webhooks${path}`, {
    method,
    headers: {
      origin: app.address,
      cookie: as,
      'x-forwarded-for': app.someAddress(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as Json }
}

const input = { url: 'https://hooks.example/b2b', kinds: ['order.confirmed', 'event.cancelled'] }

async function create(as = cookie) {
  const { status, json } = await call('POST', '', { body: input, as })
  expect(status).toBe(200)
  return json as { endpoint: { id: string }; secret: string }
}

test('creates an endpoint and shows its secret once', async () => {
  const { endpoint, secret } = await create()
  expect(endpoint).toMatchObject({ ...input, disabledAt: null, failingSince: null })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/u)
  const list = await call('GET', '')
  expect(list.json['endpoints']).toContainEqual(endpoint)
  expect(JSON.stringify(list.json)).not.toContain(secret)
  const { rows } = await sql`select * from webhook_endpoints where id = ${endpoint.id}`.execute(app.db)
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'))
  const rotated = await call('POST', `/${endpoint.id}/secret`)
  expect(rotated.json['secret']).toMatch(/^whsec_/u)
  expect(rotated.json['secret']).not.toBe(secret)
  const readOverlap = () =>
    app.db
      .selectFrom('webhook_endpoints')
      .select('previous_secret_until')
      .where('id', '=', endpoint.id)
      .executeTakeFirst()
  expect(await readOverlap()).toEqual({ previous_secret_until: expect.any(Date) })
  expect((await call('POST', `/${endpoint.id}/secret`, { body: { isLeaked: true } })).status).toBe(200)
  expect(await readOverlap()).toEqual({ previous_secret_until: null })
  await call('DELETE', `/${endpoint.id}`)
})

test('refuses addresses without TLS or without a public host name, and kinds that do not exist', async () => {
  for (const url of ['http://hooks.example', 'https://127.0.0.1:9', '']) {
    const refused = await call('POST', '', { body: { ...input, url } })
    expect(refused).toMatchObject({ status: 422, json: { code: 'BAD_URL' } })
  }
  for (const kinds of [[], ['order.deleted']])
    expect((await call('POST', '', { body: { ...input, kinds } })).status).toBe(400)
})

test('requires a recent sign-in to create or change an endpoint, and not to turn it off', async () => {
  const { endpoint } = await create()
  const { rows } = await sql<{ id: string; amr: unknown }>`
    select id, amr from sessions where user_id = (select user_id from webhook_endpoints where id = ${endpoint.id})`.execute(
    app.db,
  )
  await sql`update sessions set amr = '[{"method": "password", "timestamp": 1000}]' where id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(
    app.db,
  )
  const path = `/${endpoint.id}`
  const refused = { status: 403, json: { code: 'REAUTHENTICATION_REQUIRED' } }
  expect(await call('POST', '', { body: input })).toMatchObject(refused)
  expect(await call('POST', `${path}/secret`)).toMatchObject(refused)
  for (const body of [{ isOn: true }, { kinds: ['booking.changed'] }])
    expect(await call('PATCH', path, { body })).toMatchObject(refused)
  expect((await call('PATCH', path, { body: { isOn: false } })).status).toBe(200)
  for (const { id, amr } of rows)
    await sql`update sessions set amr = ${JSON.stringify(amr)} where id = ${id}`.execute(app.db)
  await call('DELETE', `/${endpoint.id}`)
})

test('the owner is notified of a new webhook and a new secret, and finds them in the security log', async () => {
  const as = await app.signIn('juno')
  const postman = createPostman(app.dataDir)
  const { endpoint } = await create(as)
  const added = await postman.next(getPersonEmail('juno'))
  expect(added.subject).toBe('A webhook was added')
  expect(added.text).toContain('/dashboard/settings#webhooks')
  await call('POST', `/${endpoint.id}/secret`, { as })
  expect(added.text).toMatch(/Webhook\s+hooks\.example/u)
  const renewed = await postman.next(getPersonEmail('juno'))
  expect(renewed.subject).toBe('A webhook got a new secret')
  expect(renewed.text.replaceAll(/\s+/gu, ' ')).toContain('create another secret or remove the webhook')
  const events = await app.db
    .selectFrom('security_events')
    .select(['kind', 'details'])
    .where('user_id', '=', getPersonId('juno'))
    .where('kind', 'like', 'webhook%')
    .orderBy('at')
    .execute()
  const details = { name: 'hooks.example' }
  expect(events).toEqual([
    { kind: 'webhook_added', details },
    { kind: 'webhook_secret_renewed', details },
  ])
})

test('an account without a verified email or phone can’t add webhooks, and a takeover deletes earlier ones', async () => {
  const { endpoint } = await create()
  const update = (change: { email_verified_at?: Date | null; taken_over_at?: Date }) =>
    app.db.updateTable('accounts').set(change).where('id', '=', getPersonId('mara')).execute()
  await update({ email_verified_at: null })
  const refused = await call('POST', '', { body: input })
  expect(refused).toMatchObject({ status: 403, json: { code: 'VERIFY_FIRST' } })
  await update({ email_verified_at: new Date(), taken_over_at: new Date() })
  const list = await call('GET', '')
  expect(JSON.stringify(list.json)).not.toContain(endpoint.id)
  expect(list.json['endpoints']).toEqual([])
})

test('other members cannot see or change an endpoint', async () => {
  const { endpoint } = await create()
  const path = `/${endpoint.id}`
  const calls = [
    await call('PATCH', path, { body: { isOn: false }, as: other }),
    await call('DELETE', path, { as: other }),
    await call('POST', `${path}/secret`, { as: other }),
    await call('POST', `${path}/test`, { as: other }),
    await call('GET', `${path}/deliveries`, { as: other }),
    await call('POST', `${path}/deliveries/${crypto.randomUUID()}/replay`, { as: other }),
  ]
  expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect((await call('GET', '', { as: other })).json['endpoints']).toEqual([])
  await call('DELETE', path)
})

test('simultaneous calls create at most ten endpoints', async () => {
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => call('POST', '', { body: input, as: other })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(responses.find(({ status }) => status === 409)?.json['code']).toBe('LIMIT_REACHED')
})

test('turning an endpoint off cancels waiting messages, and turning it on again sends only new messages', async () => {
  const { endpoint } = await create()
  const path = `/${endpoint.id}`
  await sql`
    insert into webhook_deliveries (endpoint_id, kind, payload, next_attempt_at)
    values (${endpoint.id}, 'order.confirmed', '{}', now() + interval '1 day')`.execute(app.db)
  const off = await call('PATCH', path, { body: { isOn: false } })
  expect(off.json['endpoint']).toMatchObject({ disabledReason: 'owner' })
  const log = await call('GET', `${path}/deliveries`)
  expect(log.json['deliveries']).toMatchObject([{ state: 'failed', lastProblem: 'disabled' }])
  expect(await call('POST', `${path}/test`)).toMatchObject({ status: 409, json: { code: 'WEBHOOK_OFF' } })
  const on = await call('PATCH', path, { body: { isOn: true, kinds: ['booking.changed'] } })
  expect(on.json['endpoint']).toMatchObject({ disabledAt: null, kinds: ['booking.changed'] })
  await call('DELETE', path)
})

test('lists messages by pages, sends one again, and limits how often messages can be sent again', async () => {
  const { endpoint } = await create(cookie)
  const path = `/${endpoint.id}/deliveries`
  await sql`
    insert into webhook_deliveries (endpoint_id, kind, payload, created_at, next_attempt_at, failed_at, attempts)
    select ${endpoint.id}, 'order.confirmed', '{}', now() - n * interval '1 minute', null, now(), 8 from generate_series(1, 3) n`.execute(
    app.db,
  )
  const first = await call('GET', `${path}?limit=2`)
  const [newest] = first.json['deliveries'] as { id: string }[]
  const rest = await call('GET', `${path}?limit=2&after=${String(first.json['nextCursor'])}`)
  expect(first.json['deliveries']).toHaveLength(2)
  expect(rest.json).toMatchObject({ deliveries: [{ state: 'failed' }], nextCursor: null })
  const replay = `${path}/${newest?.id}/replay`
  // Resets the limit of manual messages, because another test has sent a test message.
  await app.limits.reset('webhook_manual', await findOwner(endpoint.id))
  expect((await call('POST', replay)).status).toBe(200)
  expect(await call('POST', replay)).toMatchObject({ status: 409, json: { code: 'STILL_WAITING' } })
  // The attempt fails, because the endpoint's host name doesn't exist.
  await vi.waitFor(async () => {
    const { json } = await call('GET', `${path}?limit=1`)
    expect(json['deliveries']).toMatchObject([{ id: newest?.id, attempts: 1, state: 'waiting' }])
  }, 8000)
  expect((await call('POST', `${path}/${crypto.randomUUID()}/replay`)).status).toBe(404)
  expect((await call('POST', replay)).status).toBe(429)
})

async function findOwner(endpointId: string): Promise<string> {
  const { user_id } = await app.db
    .selectFrom('webhook_endpoints')
    .select('user_id')
    .where('id', '=', endpointId)
    .executeTakeFirstOrThrow()
  return user_id
}
