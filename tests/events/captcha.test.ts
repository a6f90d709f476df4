import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { startFormService } from '../support/form-service'
import { startTestApp } from '../support/app'

// Each token is valid once, as in the real service.
const used = new Set<string>()
const service = await startFormService((form) => {
  const token = form.get('response') ?? ''
  const isGood = token.startsWith('solved') && !used.has(token)
  used.add(token)
  return { status: 200, body: { success: isGood } }
})
const captcha = {
  kind: 'turnstile',
  siteKey: 'the site key',
  secret: 'the secret',
  verifyUrl: service.url,
} as const
const app = await startTestApp({ auth: { captcha } })
/** Another process of the same site without a CAPTCHA configured. */
const plain = await startTestApp({ on: app })
afterAll(async () => {
  await plain.stop()
  await app.stop()
  await service.stop()
})
beforeEach(() => void (service.received.length = 0))

const cookies = new Map<string, string>()
async function cookieOf(key: string): Promise<string> {
  const known = cookies.get(key) ?? (await plain.signIn(key))
  cookies.set(key, known)
  return known
}

async function send(
  { address }: { address: string },
  who: string,
  method: string,
  path: string,
  body?: object,
) {
  const answer = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      cookie: await cookieOf(who),
      origin: address,
      'x-forwarded-for': app.someAddress(),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** A published event of Mara with tickets on sale and no reservations from this test file. */
const { rows: sales } = await sql<{ eventId: string; typeId: string }>`
  select distinct on (e.id) e.id as "eventId", t.id as "typeId"
  from events e join ticket_types t on t.event_id = e.id
  where e.event_status = 'published' and e.is_public and e.event_date > now() + interval '2 days' and t.access_code is null
    and e.organizer_id = (select id from accounts where email = 'mara@backtoback.example')
    and t.quantity_total - t.quantity_sold - t.quantity_held > 20 and t.waiting = 0 and t.price_cents > 0
    and coalesce(t.sale_starts_at <= now(), true) and coalesce(t.sale_ends_at > now(), true)
  order by e.id, t.sort_order`.execute(app.db)
const [sale, otherSale] = sales
if (!sale || !otherSale) throw new Error('The demo has no such events')

const setSwitch = async (on: { address: string }, eventId: string, requiresCaptcha: boolean) => {
  const { body } = await send(on, 'mara', 'GET', `/me/events/${eventId}`)
  const { version } = body
  return send(on, 'mara', 'PATCH', `/me/events/${eventId}`, { version, changes: { requiresCaptcha } })
}

const reserve = (
  on: { address: string },
  { eventId, typeId }: { eventId: string; typeId: string },
  more: { captcha?: string; clientKey?: string } = {},
) =>
  send(on, 'customer', 'POST', '/orders', {
    eventId,
    clientKey: newId(),
    items: [{ ticketTypeId: typeId, quantity: 1 }],
    ...more,
  })

const countReserved = async () => {
  const { rows } = await sql`
    select from orders where event_id = ${sale.eventId} and status = 'reserved'
      and customer_id = (select id from accounts where email = 'customer@backtoback.example')`.execute(app.db)
  return rows.length
}

test('an event that requires no CAPTCHA asks no buyer for one', async () => {
  expect(await reserve(app, otherSale)).toMatchObject({ status: 200, body: { status: 'reserved' } })
  expect((await send(app, 'customer', 'GET', `/events/${otherSale.eventId}`)).body['captcha']).toBeNull()
  expect(service.received).toEqual([])
})

test('an event that requires a CAPTCHA holds tickets only for a valid token', async () => {
  expect((await setSwitch(app, sale.eventId, true)).status).toBe(200)
  expect((await send(app, 'customer', 'GET', `/events/${sale.eventId}`)).body['captcha']).toEqual({
    kind: 'turnstile',
    siteKey: 'the site key',
  })
  const refused = {
    status: 400,
    body: {
      code: 'CAPTCHA_FAILED',
      message: 'This event asks buyers for a security check. Complete it, then try again.',
    },
  }
  expect(await reserve(app, sale)).toMatchObject(refused)
  expect(service.received).toEqual([])
  expect(await reserve(app, sale, { captcha: 'made up' })).toMatchObject(refused)
  expect(await countReserved()).toBe(0)
  const captcha = 'solved by a person'
  expect(await reserve(app, sale, { captcha })).toMatchObject({ status: 200, body: { status: 'reserved' } })
  expect(await reserve(app, sale, { captcha })).toMatchObject(refused)
  expect(await countReserved()).toBe(1)
})

test('a retry with the same key needs no second CAPTCHA token', async () => {
  const clientKey = newId()
  const first = await reserve(app, sale, { clientKey, captcha: 'solved once' })
  expect(first.status).toBe(200)
  const again = await reserve(app, sale, { clientKey })
  expect(again).toMatchObject({ status: 200, body: { id: first.body['id'] } })
  expect(service.received).toHaveLength(1)
})

test('without a configured CAPTCHA service, the switch of an event has no effect and cannot be turned on', async () => {
  expect((await reserve(plain, sale)).status).toBe(200)
  expect((await send(plain, 'customer', 'GET', `/events/${sale.eventId}`)).body['captcha']).toBeNull()
  const draft = (await send(plain, 'mara', 'GET', `/me/events/${sale.eventId}`)).body
  expect(draft).toMatchObject({ requiresCaptcha: true, canRequireCaptcha: false })
  expect(await setSwitch(plain, otherSale.eventId, true)).toMatchObject({
    status: 422,
    body: { data: { fields: [{ path: 'changes.requiresCaptcha' }] } },
  })
  expect((await setSwitch(plain, sale.eventId, false)).status).toBe(200)
  expect((await reserve(app, sale)).status).toBe(200)
})

test('a duplicated event keeps the CAPTCHA switch', async () => {
  await setSwitch(app, sale.eventId, true)
  const { body } = await send(app, 'mara', 'POST', `/me/events/${sale.eventId}/duplicate`, {})
  const copy = await send(app, 'mara', 'GET', `/me/events/${String(body['id'])}`)
  expect(copy.body).toMatchObject({ requiresCaptcha: true, canRequireCaptcha: true })
  await setSwitch(app, sale.eventId, false)
})

test('refuses reservations while the CAPTCHA service does not respond', async () => {
  await setSwitch(app, otherSale.eventId, true)
  const away = await startTestApp({
    on: app,
    auth: { captcha: { ...captcha, verifyUrl: 'http://127.0.0.1:9/' } },
  })
  expect(await reserve(away, otherSale, { captcha: 'solved' })).toMatchObject({
    status: 400,
    body: { code: 'CAPTCHA_FAILED' },
  })
  await away.stop()
})
