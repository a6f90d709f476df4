import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { authCalls } from '~/features/identity/server/auth-service/all-calls'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { type Browser, createBrowser } from '../support/browser'
import { addAuthenticatorIn, codeOf, makeCodesReusable, showFactor, wrongCodeOf } from '../support/factors'
import { operationsOf } from '../support/api-operations'

// A session with only the password has no access until the factor is verified.
let app: Awaited<ReturnType<typeof startTestApp>>
const streams: AbortController[] = []
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  for (const stream of streams) stream.abort()
  await app.stop()
})
const soon = <Read>(read: () => Read) => expect.poll(read)

async function follow(headers: Record<string, string>) {
  const abort = new AbortController()
  streams.push(abort)
  const answer = await fetch(`${app.address}/api/live`, { headers, signal: abort.signal })
  let text = ''
  let isOver = false
  const read = async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  }
  read()
    .catch(() => undefined)
    .finally(() => (isOver = true))
  return { status: answer.status, text: () => text, isOver: () => isOver }
}

describe('A-08 two-step verification on our own pages', () => {
  test('two-step verification follows the password, and leads to the requested page', async () => {
    const first = createBrowser(app)
    expect((await first.signIn('mara')).body.landingPath).toBe('/dashboard')
    const { factorId, secret, recoveryCodes } = await addAuthenticatorIn(first, 'Phone')
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect((await first.get('/me/factors')).body).toMatchObject({
      factors: [{ id: factorId, kind: 'totp', name: 'Phone', phone: null }],
      hasTextMessages: false,
      trustedBrowsers: 0,
      isThisBrowserTrusted: false,
    })

    await makeCodesReusable(app.db)
    const second = createBrowser(app)
    const asked = await second.signIn('mara', '/dashboard/bookings')
    expect(asked.body).toEqual({ me: null, landingPath: '/auth/factor?next=%2Fdashboard%2Fbookings' })
    expect((await second.get('/auth/pending')).body).toEqual({
      fullName: expect.any(String),
      factors: [{ id: factorId, kind: 'totp', name: 'Phone', phone: null }],
      hasRecoveryCodes: true,
      hasPasskeys: false,
    })
    expect(await showFactor(second, { factorId, code: wrongCodeOf(secret) })).toMatchObject({
      status: 422,
      body: { code: 'WRONG_CODE' },
    })
    expect(await second.me()).toBeNull()
    const code = `${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`
    const shown = await showFactor(second, { factorId, code, next: '/dashboard/bookings' })
    expect(shown.body).toMatchObject({
      me: { id: getPersonId('mara') },
      landingPath: '/dashboard/bookings',
      // Recovery codes are returned only when the first factor is added.
      recoveryCodes: null,
    })
    expect(await second.me()).toMatchObject({ id: getPersonId('mara') })
    expect((await second.get('/auth/pending')).body).toBeNull()
    expect(await first.me()).toMatchObject({ id: getPersonId('mara') })
  })

  test('cancelling two-step verification ends the pending session', async () => {
    const half = createBrowser(app)
    await half.signIn('mara')
    const [session] = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', getPersonId('mara'))
      .where('assurance', '=', 'aal1')
      .where('ended_at', 'is', null)
      .execute()
    expect(session).toBeDefined()
    await half.post('/auth/pending/leave')
    expect(
      await app.db
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', session?.id ?? '')
        .where('ended_at', 'is', null)
        .execute(),
    ).toEqual([])
    expect((await half.get('/auth/pending')).body).toBeNull()
  })

  test('cancelling two-step verification in an old tab keeps the session that was started since', async () => {
    const browser = createBrowser(app)
    await browser.signIn('temi')
    expect((await browser.post('/auth/pending/leave')).status).toBe(200)
    expect(await browser.me()).toMatchObject({ id: getPersonId('temi') })

    const owner = createBrowser(app)
    await owner.signIn('sofia')
    await addAuthenticatorIn(owner)
    await owner.post('/auth/pending/leave')
    expect(await owner.me(), 'stays signed in: two-step verification is complete').toMatchObject({
      id: getPersonId('sofia'),
    })
    expect((await createBrowser(app).post('/auth/pending/leave')).status).toBe(200)
  })

  test('two-step verification is not pending for signed-in people and visitors', async () => {
    const [stranger, member] = [createBrowser(app), createBrowser(app)]
    await member.signIn('temi')
    expect((await stranger.get('/auth/pending')).body).toBeNull()
    expect((await member.get('/auth/pending')).body).toBeNull()
    expect((await stranger.post('/auth/recovery-code', { code: 'x' })).status).toBe(401)
    expect((await stranger.get('/me/factors')).status).toBe(401)
  })
})

describe('A-08 a session with the password only', () => {
  /** Credentials of a pending session: a cookie, and an app's token. */
  async function createPendingSession(): Promise<Record<string, Record<string, string>>> {
    const browser = createBrowser(app)
    await browser.signIn('admin')
    const answer = await fetch(`${app.address}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'x-forwarded-for': app.someAddress() },
      body: JSON.stringify({ email: getPersonEmail('admin'), password: DEMO_PASSWORD }),
    })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    return { cookie: { cookie: browser.cookie() }, token: { authorization: `Bearer ${token}` } }
  }
  let owner: Browser
  let half: Record<string, Record<string, string>>
  beforeAll(async () => {
    owner = createBrowser(app)
    await owner.signIn('admin')
    await addAuthenticatorIn(owner)
    half = await createPendingSession()
  })
  const statusOf = async (method: string, path: string, headers: Record<string, string>) => {
    const abort = new AbortController()
    const answer = await fetch(`${app.address}${path}`, {
      method,
      signal: abort.signal,
      headers: {
        origin: app.address,
        'content-type': 'application/json',
        'x-forwarded-for': app.someAddress(),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
    abort.abort()
    return answer.status
  }

  test('a session with the password only can make only the calls of a visitor, even for an admin', async () => {
    const operations = operationsOf(await (await fetch(`${app.address}/api/openapi.json`)).json())
    // Excludes the calls that a pending session can make, which are tested above.
    const own =
      /^identity\.(?:factors\.(?:challenge|verify)|recoveryCodes\.use|pending|leavePending|signOut)$/
    const asked = operations.filter(({ name }) => !own.test(name))
    expect(asked.length).toBeGreaterThan(200)
    let refused = 0
    for (const { method, path, name } of asked) {
      const address = `/api/v1${path.replaceAll(/\{\w+\}/g, 'nothing')}`
      const noOne = await statusOf(method, address, {})
      for (const [way, headers] of Object.entries(half))
        expect([name, way, await statusOf(method, address, headers)]).toEqual([name, way, noOne])
      if (noOne === 401) refused += 1
    }
    expect(refused).toBeGreaterThan(100)
    expect(await statusOf('GET', '/api/v1/admin/users', { cookie: owner.cookie() })).not.toBe(401)
  }, 120_000)

  test('a session with the password only can open no file and no event stream', async () => {
    const closed = app.raw.filter(({ access }) => access !== 'public')
    expect(closed.length).toBeGreaterThan(4)
    for (const { path, methods } of closed) {
      const address = path.source.replaceAll(/\(\?<\w+>[^)]*\)/g, 'nothing').replaceAll(/[\^$\\]/g, '')
      for (const method of methods)
        for (const headers of Object.values(half))
          expect([method, address, await statusOf(method, address, headers)]).toEqual([method, address, 401])
    }
    for (const headers of Object.values(half)) expect((await follow(headers)).status).toBe(401)
    const control = await follow({ cookie: owner.cookie() })
    expect(control.status).toBe(200)
  })

  test('a session with the password only ends when a factor is added elsewhere', async () => {
    const [here, there] = [createBrowser(app), createBrowser(app)]
    await here.signIn('juno')
    await there.signIn('juno')
    const [own, other] = [await follow({ cookie: here.cookie() }), await follow({ cookie: there.cookie() })]
    await soon(() => [own.text(), other.text()].every((text) => text.includes('retry:'))).toBe(true)
    await addAuthenticatorIn(here)
    await soon(() => other.isOver()).toBe(true)
    expect(own.isOver()).toBe(false)
    expect(await there.me()).toBeNull()
    expect(await here.me()).not.toBeNull()
  })

  test('under /auth/v1, a session with the password only can read its user, verify a factor and sign out', async () => {
    const open = new Set(['GET /user', 'POST /logout'])
    const asked = authCalls.filter(
      ({ method, path }) => !open.has(`${method} ${path}`) && !/^\/(?:factors|admin)\b/.test(path),
    )
    const ask = async ({ method, path }: (typeof asked)[number], headers: Record<string, string>) => {
      const answer = await fetch(`${app.address}/auth/v1${path.replaceAll(/:\w+/g, newId())}`, {
        method,
        redirect: 'manual',
        headers: { 'x-forwarded-for': app.someAddress(), ...headers },
        ...(method === 'GET' ? {} : { body: '{}' }),
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
      return isJson ? (JSON.parse(text) as { code?: string }).code : undefined
    }
    let closed = 0
    for (const call of asked) {
      if ((await ask(call, {})) !== 'no_authorization') continue
      closed += 1
      // /invite requires a service token, so it refuses a session with another error.
      const refusal = call.path === '/invite' ? 'not_admin' : 'insufficient_aal'
      expect([call.path, await ask(call, half['token'] ?? {})]).toEqual([call.path, refusal])
    }
    expect(closed).toBeGreaterThan(7)
  })

  test('a session with the password only cannot open the settings of factors', async () => {
    const headers = half['cookie'] ?? {}
    for (const [method, path] of [
      ['GET', '/me/factors'],
      ['POST', '/me/factors/totp'],
      ['GET', '/me/recovery-codes'],
      ['POST', '/me/recovery-codes'],
      ['GET', '/me/passkeys'],
      ['POST', '/me/passkeys/options'],
      ['DELETE', '/me/trusted-browsers'],
    ] as const)
      expect([path, await statusOf(method, `/api/v1${path}`, headers)]).toEqual([path, 401])
  })
})
