import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail } from '~demo/people'
import { startTestApp } from '../support/app'
import { sendInTurn, storm } from '../support/send-many-requests'

// Limits lower than in production, so that a few guesses reach them. The production values are tested below.
const [NETWORK, ACCOUNT, REFRESH] = [60, 30, 40]
const counters = ['sign_in_email', 'confirm_account'].flatMap((name) => [
  name,
  `${name}_network`,
  `${name}_device`,
])
const app = await startTestApp({
  limitPoints: {
    sign_in_ip: NETWORK,
    refresh_ip: REFRESH,
    ...Object.fromEntries(counters.map((name) => [name, ACCOUNT])),
  },
})
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

/** Status of a guess that was checked: 400 for apps, 401 for pages. */
const WRONG = { app: 400, page: 401 }

describe.each(['app', 'page'] as const)('A-08 many guesses through the %s', (way) => {
  const victim = getPersonEmail(way === 'app' ? 'juno' : 'sofia')

  test('of simultaneous password guesses from one network at one account, ten are checked', async () => {
    const ip = someAddress()
    const answers = await storm(60, (turn) => guess(way, { email: victim, password: `guess ${turn}`, ip }))
    expect(answers(WRONG[way])).toBe(10)
    expect(answers(429)).toBe(50)
    const blocked = await guess(way, { email: victim, password: DEMO_PASSWORD, ip })
    expect(blocked).toMatchObject({ status: 429 })
    expect(blocked.retryAfter).toBeGreaterThan(0)
    // Other accounts in that network can still sign in.
    expect((await guess(way, { email: getPersonEmail('temi'), password: DEMO_PASSWORD, ip })).status).toBe(
      200,
    )
  })

  test('password guesses at one account from many networks are limited, and the owner can still sign in', async () => {
    const email = getPersonEmail(way === 'app' ? 'mara' : 'owen')
    const home = someAddress()
    const { status, device } = await guess(way, { email, password: DEMO_PASSWORD, ip: home })
    expect(status).toBe(200)
    const guessFromAnywhere = (turn: number) =>
      guess(way, { email, password: `guess ${turn}`, ip: someAddress() })
    const first = await storm(ACCOUNT - 20, guessFromAnywhere)
    expect(first(WRONG[way])).toBe(ACCOUNT - 20)
    const last = await sendInTurn(40, guessFromAnywhere)
    expect(last(WRONG[way])).toBe(20)
    expect(last(429)).toBe(20)
    const late = await storm(20, guessFromAnywhere)
    expect(late(429)).toBe(20)
    // From a network that is new to the account, even the right password is refused for the rest of the day.
    expect((await guess(way, { email, password: DEMO_PASSWORD, ip: someAddress() })).status).toBe(429)
    // The right password still works: for apps in the owner’s usual network, for pages only in the owner’s browser.
    if (way === 'page')
      expect((await guess(way, { email, password: DEMO_PASSWORD, ip: home })).status).toBe(429)
    expect((await guess(way, { email, password: DEMO_PASSWORD, ip: home, device })).status).toBe(200)
    expect(
      await db.selectFrom('accounts').select('suspended_until').where('email', '=', email).execute(),
    ).toEqual([{ suspended_until: null }])
  })

  test('of simultaneous password guesses from many networks at one account, at most one batch exceeds the limit of the account', async () => {
    const email = getPersonEmail(way === 'app' ? 'tom' : 'customer')
    const guessFromAnywhere = (turn: number) =>
      guess(way, { email, password: `guess ${turn}`, ip: someAddress() })
    const answers = await storm(100, guessFromAnywhere)
    expect(answers(WRONG[way])).toBeGreaterThanOrEqual(ACCOUNT)
    expect(answers(WRONG[way])).toBeLessThan(ACCOUNT + 20)
    expect(answers(WRONG[way]) + answers(429)).toBe(100)
    // Control: as many guesses at different accounts are all checked.
    const spread = await storm(100, (turn) =>
      guess(way, { email: `${way}${turn}@sand.example`, password: DEMO_PASSWORD, ip: someAddress() }),
    )
    expect(spread(WRONG[way])).toBe(100)
  })
})

test('A-08 password guesses from the owner’s network have a daily limit, even if the owner signs in between them', async () => {
  const [email, ip] = [getPersonEmail('temi'), someAddress()]
  let wrong = 0
  for (let round = 0; round < 5; round += 1) {
    // Signing in resets the network's ten attempts at this account.
    await guess('app', { email, password: DEMO_PASSWORD, ip })
    const answers = await sendInTurn(9, (turn) => guess('app', { email, password: `guess ${turn}`, ip }))
    wrong += answers(WRONG.app)
  }
  expect(wrong).toBe(ACCOUNT)
  expect((await guess('app', { email, password: DEMO_PASSWORD, ip })).status).toBe(429)
})

test('A-08 password guesses from the owner’s network do not lock a known browser out', async () => {
  const [email, ip] = [getPersonEmail('kestrel'), someAddress()]
  const { device } = await guess('page', { email, password: DEMO_PASSWORD, ip })
  for (let turn = 0; turn < 10; turn += 1) await guess('page', { email, password: `guess ${turn}`, ip })
  expect((await guess('page', { email, password: DEMO_PASSWORD, ip })).status).toBe(429)
  expect((await guess('page', { email, password: DEMO_PASSWORD, ip, device })).status).toBe(200)
  for (let turn = 0; turn < 10; turn += 1)
    expect((await guess('page', { email, password: `guess ${turn}`, ip, device })).status).toBe(401)
  expect((await guess('page', { email, password: DEMO_PASSWORD, ip, device })).status).toBe(429)
  // A browser where one person has signed in before is not a known browser for another account.
  const other = getPersonEmail('ilse')
  for (let turn = 0; turn < 11; turn += 1)
    await guess('page', { email: other, password: `guess ${turn}`, ip, device })
  expect((await guess('page', { email: other, password: DEMO_PASSWORD, ip, device })).status).toBe(429)
})

describe('A-08 an account with an email and a number', () => {
  const email = getPersonEmail('nova')
  const phone = '+447700900123'
  beforeAll(async () => {
    await db
      .updateTable('accounts')
      .set({ phone, phone_verified_at: new Date() })
      .where('email', '=', email)
      .execute()
  })

  test('wrong passwords for an account’s email do not lock sign-in by its phone', async () => {
    const ip = someAddress()
    for (let turn = 0; turn < 10; turn += 1)
      expect((await guess('app', { email, password: `guess ${turn}`, ip })).status).toBe(400)
    expect((await guess('app', { email, password: DEMO_PASSWORD, ip })).status).toBe(429)
    expect((await guess('app', { phone, password: 'guess', ip })).status).toBe(400)
    expect((await guess('app', { phone, password: DEMO_PASSWORD, ip })).status).toBe(200)
    // Signing in with the phone number doesn't reset the failed attempts for the email.
    expect((await guess('app', { email, password: DEMO_PASSWORD, ip })).status).toBe(429)
  })

  test('password guesses from many networks count for an account’s email and phone together', async () => {
    // The previous test made eleven guesses at this account, so fewer are left here.
    const answers = await sendInTurn(ACCOUNT, (turn) =>
      guess('app', {
        ...(turn % 2 === 0 ? { email } : { phone }),
        password: `guess ${turn}`,
        ip: someAddress(),
      }),
    )
    expect(answers(WRONG.app)).toBe(ACCOUNT - 11)
    expect(answers(429)).toBe(11)
  })
})

test('A-08 password guesses from one network at many accounts reach the limit of the network', async () => {
  const ip = someAddress()
  const answers = await storm(100, (turn) =>
    guess('app', { email: `nobody${turn}@sand.example`, password: DEMO_PASSWORD, ip }),
  )
  expect(answers(WRONG.app)).toBe(NETWORK)
  expect(answers(429)).toBe(100 - NETWORK)
})

function refresh(ip: string, token: string) {
  return fetch(`${address}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ refresh_token: token }),
  })
}

test('A-08 guesses at a refresh token fail, and reach a limit', async () => {
  const ip = someAddress()
  const answers = await storm(100, (turn) => refresh(ip, `guess-${turn}`))
  expect(answers(200)).toBe(0)
  expect(answers(400)).toBe(REFRESH)
  expect(answers(429)).toBe(100 - REFRESH)
})

test('A-08 password guesses use the documented production limits', async () => {
  const consume = vi.spyOn(app.limits, 'consume')
  const check = vi.spyOn(app.limits, 'check')
  const [email, home] = [getPersonEmail('moderator'), someAddress()]
  const session = await openApp(email, home)
  const { device } = await guess('page', { email, password: DEMO_PASSWORD, ip: home })
  for (const [way, ip, from] of [
    ['app', home, ''],
    ['app', someAddress(), ''],
    ['page', home, device],
  ] as const)
    await guess(way, { email, password: 'guess', ip, device: from })
  const data = { full_name: 'x'.repeat(500) }
  for (const ip of [home, someAddress()]) await setPassword(session, { ip, password: 'guess number 1', data })
  await refresh(home, 'guess')
  const limits = new Map<string, Set<string>>()
  for (const [name, , { points, seconds }] of [...consume.mock.calls, ...check.mock.calls])
    limits.set(name, (limits.get(name) ?? new Set()).add(`${points} in ${seconds} s`))
  const guesses = [...limits].filter(([name]) => /^(?:sign_in|confirm|refresh)_/.test(name))
  expect(Object.fromEntries(guesses.map(([name, values]) => [name, [...values].join()]))).toEqual({
    // NIST SP 800-63B allows at most 100 wrong passwords.
    sign_in_email: '100 in 86400 s',
    sign_in_email_device: '100 in 86400 s',
    sign_in_email_network: '100 in 86400 s',
    confirm_account: '100 in 86400 s',
    confirm_account_network: '100 in 86400 s',
    sign_in_pair: '10 in 900 s',
    confirm_pair: '10 in 900 s',
    sign_in_ip: '200 in 900 s',
    refresh_ip: '600 in 300 s',
  })
})

/** Sets a password in an open session. The response shows whether it is the same as the current password. */
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

test('A-08 an app that sets an invalid password cannot use the response to guess the current one', async () => {
  const ip = someAddress()
  const session = await openApp(getPersonEmail('jonas'), someAddress())
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

test('A-08 many networks cannot guess the current password by setting a new one, and the owner is not locked out', async () => {
  const home = someAddress()
  const session = await openApp(getPersonEmail('sofia'), home)
  const data = { full_name: 'x'.repeat(500) }
  const guessFrom = (ip: string, turn: number) =>
    setPassword(session, { ip, password: `guess number ${turn}`, data })
  const first = await storm(ACCOUNT - 20, (turn) => guessFrom(someAddress(), turn))
  expect(first(400)).toBe(ACCOUNT - 20)
  const last = await sendInTurn(20, (turn) => guessFrom(someAddress(), turn))
  expect(last(400)).toBe(20)
  // Both a new password and the current one are refused.
  expect((await guessFrom(someAddress(), ACCOUNT)).status).toBe(429)
  const change = { password: 'quiet loud quiet' }
  expect((await setPassword(session, { ...change, ip: someAddress() })).status).toBe(429)
  expect(await setPassword(session, { ...change, ip: home })).toEqual({ status: 200 })
})
