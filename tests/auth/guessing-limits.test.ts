import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEMO_PASSWORD, personEmail } from '~/database/seed/people'
import { startTestApp } from '../support/app'

const app = await startTestApp()
vi.setConfig({ testTimeout: 180_000 })
const { address, db, someAddress } = app
afterAll(app.stop)

type Way = 'app' | 'page'

type Named = { email: string; phone?: undefined } | { phone: string; email?: undefined }

async function guess(
  way: Way,
  { password, ip, device = '', ...who }: Named & { password: string; ip: string; device?: string },
) {
  const path = way === 'app' ? '/auth/v1/token?grant_type=password' : '/api/v1/auth/sign-in'
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': ip,
      ...(device !== '' && { cookie: device, origin: address }),
    },
    body: JSON.stringify({ ...who, password }),
  })
  const body = (await answer.json()) as { code?: string; data?: { retryAfterSeconds?: number } }
  return {
    status: answer.status,
    code: body.code,
    device:
      answer.headers
        .getSetCookie()
        .find((cookie) => cookie.includes('b2b_device='))
        ?.split(';')[0] ?? '',
    retryAfter: Number(answer.headers.get('retry-after') ?? body.data?.retryAfterSeconds),
  }
}

/** Makes `count` requests in batches of simultaneous ones; returns how often each status occurred. */
async function storm(count: number, one: (turn: number) => Promise<{ status: number }>) {
  const seen = new Map<number, number>()
  for (let from = 0; from < count; from += 20) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(20, count - from) }, (_none, at) => one(from + at)),
    )
    for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  return (status: number) => seen.get(status) ?? 0
}

/** Status of a guess that was checked: 400 for apps, 401 for pages. */
const WRONG = { app: 400, page: 401 }

describe.each(['app', 'page'] as const)('A-08 a thousand guesses through the %s', (way) => {
  const victim = personEmail(way === 'app' ? 'juno' : 'sofia')

  test('from one network at one account: ten are checked', async () => {
    const ip = someAddress()
    const answers = await storm(1000, (turn) => guess(way, { email: victim, password: `guess ${turn}`, ip }))
    expect(answers(WRONG[way])).toBe(10)
    expect(answers(429)).toBe(990)
    const blocked = await guess(way, { email: victim, password: DEMO_PASSWORD, ip })
    expect(blocked).toMatchObject({ status: 429 })
    expect(blocked.retryAfter).toBeGreaterThan(0)
    // Other accounts in that network can still sign in.
    expect((await guess(way, { email: personEmail('temi'), password: DEMO_PASSWORD, ip })).status).toBe(200)
  })

  test('from a thousand networks at one account: about a hundred are checked, and the owner still signs in', async () => {
    const email = personEmail(way === 'app' ? 'mara' : 'owen')
    const home = someAddress()
    const { status, device } = await guess(way, { email, password: DEMO_PASSWORD, ip: home })
    expect(status).toBe(200)
    const answers = await storm(1000, (turn) =>
      guess(way, {
        email,
        password: `guess ${turn}`,
        ip: `203.0.${113 + Math.floor(turn / 250)}.${turn % 250}`,
      }),
    )
    // Simultaneous guesses pass the limit together.
    expect(answers(WRONG[way])).toBeGreaterThanOrEqual(100)
    expect(answers(WRONG[way])).toBeLessThan(120)
    expect(answers(WRONG[way]) + answers(429)).toBe(1000)
    // Even the right password fails from a network new to the account until the day is over …
    expect((await guess(way, { email, password: DEMO_PASSWORD, ip: someAddress() })).status).toBe(429)
    // … but works for apps in a network, and in a browser, where the owner has signed in before.
    if (way === 'page')
      expect((await guess(way, { email, password: DEMO_PASSWORD, ip: home })).status).toBe(429)
    expect((await guess(way, { email, password: DEMO_PASSWORD, ip: home, device })).status).toBe(200)
    expect(
      await db.selectFrom('accounts').select('suspended_until').where('email', '=', email).execute(),
    ).toEqual([{ suspended_until: null }])
  })
})

test('A-08 guesses from the owner’s network end after a hundred a day, even if the owner signs in in between', async () => {
  const [email, ip] = [personEmail('temi'), someAddress()]
  let wrong = 0
  for (let round = 0; round < 13; round += 1) {
    // The right password resets the network's ten attempts.
    await guess('app', { email, password: DEMO_PASSWORD, ip })
    const answers = await storm(9, (turn) => guess('app', { email, password: `guess ${turn}`, ip }))
    wrong += answers(WRONG.app)
  }
  expect(wrong).toBeGreaterThanOrEqual(100)
  expect(wrong).toBeLessThan(110)
  expect((await guess('app', { email, password: DEMO_PASSWORD, ip })).status).toBe(429)
})

test('A-08 guesses from the owner’s network do not lock the owner out of a known browser', async () => {
  const [email, ip] = [personEmail('kestrel'), someAddress()]
  const { device } = await guess('page', { email, password: DEMO_PASSWORD, ip })
  for (let turn = 0; turn < 10; turn += 1) await guess('page', { email, password: `guess ${turn}`, ip })
  expect((await guess('page', { email, password: DEMO_PASSWORD, ip })).status).toBe(429)
  expect((await guess('page', { email, password: DEMO_PASSWORD, ip, device })).status).toBe(200)
  for (let turn = 0; turn < 10; turn += 1)
    expect((await guess('page', { email, password: `guess ${turn}`, ip, device })).status).toBe(401)
  expect((await guess('page', { email, password: DEMO_PASSWORD, ip, device })).status).toBe(429)
  // A known device counts for its own account only.
  const other = personEmail('ilse')
  for (let turn = 0; turn < 11; turn += 1)
    await guess('page', { email: other, password: `guess ${turn}`, ip, device })
  expect((await guess('page', { email: other, password: DEMO_PASSWORD, ip, device })).status).toBe(429)
})

describe('A-08 an account with an email and a number', () => {
  const email = personEmail('nova')
  const phone = '+447700900123'
  beforeAll(async () => {
    await db
      .updateTable('accounts')
      .set({ phone, phone_verified_at: new Date() })
      .where('email', '=', email)
      .execute()
  })

  test('wrong passwords for one do not lock the other', async () => {
    const ip = someAddress()
    for (let turn = 0; turn < 10; turn += 1)
      expect((await guess('app', { email, password: `guess ${turn}`, ip })).status).toBe(400)
    expect((await guess('app', { email, password: DEMO_PASSWORD, ip })).status).toBe(429)
    expect((await guess('app', { phone, password: 'guess', ip })).status).toBe(400)
    expect((await guess('app', { phone, password: DEMO_PASSWORD, ip })).status).toBe(200)
    // Signing in with the number doesn't reset the attempts for the address.
    expect((await guess('app', { email, password: DEMO_PASSWORD, ip })).status).toBe(429)
  })

  test('a hundred distributed guesses a day are checked for both together', async () => {
    const answers = await storm(400, (turn) =>
      guess('app', {
        ...(turn % 2 === 0 ? { email } : { phone }),
        password: `guess ${turn}`,
        ip: `192.0.2.${turn % 250}`,
      }),
    )
    expect(answers(400)).toBeGreaterThanOrEqual(80)
    expect(answers(400)).toBeLessThan(120)
  })
})

test('A-08 a thousand guesses from one network at as many accounts: two hundred are checked', async () => {
  const ip = someAddress()
  const answers = await storm(1000, (turn) =>
    guess('app', { email: `nobody${turn}@sand.example`, password: DEMO_PASSWORD, ip }),
  )
  expect(answers(WRONG.app)).toBe(200)
  expect(answers(429)).toBe(800)
})

test('A-08 a thousand guesses at a refresh token fail, and reach a limit', async () => {
  const ip = someAddress()
  const answers = await storm(1000, async (turn) =>
    fetch(`${address}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify({ refresh_token: `guess-${turn}` }),
    }),
  )
  expect(answers(200)).toBe(0)
  expect(answers(400)).toBe(600)
  expect(answers(429)).toBe(400)
})

/** Sets a password in an open session; the response shows whether it was already the current one. */
async function setPassword(
  session: string,
  { ip, ...change }: { ip: string; password: string; data?: object },
) {
  const answer = await fetch(`${address}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${session}`,
      'x-forwarded-for': ip,
    },
    body: JSON.stringify(change),
  })
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code }
}

async function openApp(email: string, ip: string): Promise<string> {
  const token = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  expect(token.status).toBe(200)
  return ((await token.json()) as { access_token: string }).access_token
}

test('A-08 setting an invalid password does not reveal the current one', async () => {
  const ip = someAddress()
  const session = await openApp(personEmail('jonas'), someAddress())
  const data = { full_name: 'x'.repeat(500) }
  const answers = await storm(40, (turn) =>
    setPassword(session, { ip, password: `guess number ${turn}`, data }),
  )
  expect(answers(400)).toBe(10)
  expect(answers(429)).toBe(30)
  expect(await setPassword(session, { ip, password: DEMO_PASSWORD, data })).toMatchObject({ status: 429 })
  // Control: setting passwords without guessing is not limited.
  const home = someAddress()
  for (let turn = 1; turn <= 12; turn += 1)
    expect(await setPassword(session, { ip: home, password: `quiet loud quiet ${turn}` })).toEqual({
      status: 200,
    })
})

test('A-08 neither does it from a hundred networks, and the owner is not locked out', async () => {
  const home = someAddress()
  const session = await openApp(personEmail('sofia'), home)
  const data = { full_name: 'x'.repeat(500) }
  const guessFrom = (ip: string, turn: number) =>
    setPassword(session, { ip, password: `guess number ${turn}`, data })
  const answers = await storm(100, (turn) => guessFrom(`198.51.100.${turn}`, turn))
  expect(answers(400)).toBe(100)
  // Both a new password and the current one are refused.
  expect((await guessFrom(someAddress(), 100)).status).toBe(429)
  const change = { password: 'quiet loud quiet' }
  expect((await setPassword(session, { ...change, ip: someAddress() })).status).toBe(429)
  expect(await setPassword(session, { ...change, ip: home })).toEqual({ status: 200 })
})
