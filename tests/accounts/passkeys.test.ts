import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { createAuthenticator } from '../support/webauthn-authenticator'
import { type Browser, createBrowser } from '../support/browser'

// Passkeys and security keys on our own pages: the same use cases as under /auth/v1, but authenticated by the
// browser's cookie.
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Device = ReturnType<typeof createAuthenticator>
interface Question {
  challengeId: string
  options: { challenge: string }
}
interface Passkeys {
  passkeys: { id: string; name: string; addedAt: string; lastUsedAt: string | null; isBackedUp: boolean }[]
}

async function signedIn(key: string): Promise<Browser> {
  const browser = createBrowser(app)
  await browser.signIn(key)
  return browser
}

async function addPasskey(browser: Browser, device: Device, name?: string) {
  const { body } = await browser.post<Question>('/me/passkeys/options')
  const registration = device.create(body.options)
  return browser.post<{ id: string; code?: string }>('/me/passkeys', {
    challengeId: body.challengeId,
    registration,
    ...(name !== undefined && { name }),
  })
}

async function showPasskey(browser: Browser, device: Device, next?: string) {
  const { body } = await browser.post<Question>('/auth/passkey/options')
  return browser.post<{ me: { id: string } | null; landingPath: string; code?: string }>('/auth/passkey', {
    challengeId: body.challengeId,
    authentication: device.get(body.options),
    ...(next !== undefined && { next }),
  })
}

test('A-08 a passkey is added in the settings, signs in from any browser, and can be renamed', async () => {
  const owner = await signedIn('mara')
  const device = createAuthenticator()
  const added = await addPasskey(owner, device, ' Laptop ')
  expect(added).toMatchObject({ status: 200, body: { name: 'Laptop', lastUsedAt: null, isBackedUp: false } })
  const elsewhere = createBrowser(app)
  expect(await showPasskey(elsewhere, device, '/dashboard/bookings')).toMatchObject({
    status: 200,
    body: { me: { id: getPersonId('mara') }, landingPath: '/dashboard/bookings' },
  })
  expect(await elsewhere.me()).toMatchObject({ id: getPersonId('mara') })
  const { body } = await elsewhere.get<Passkeys>('/me/passkeys')
  expect(body.passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.stringMatching(/Z$/) }])

  const [passkey] = body.passkeys
  const path = `/me/passkeys/${passkey?.id}`
  expect((await owner.patch(path, { name: 'Desk' })).status).toBe(200)
  expect((await (await signedIn('juno')).patch(path, { name: 'Mine' })).status).toBe(404)
  expect((await (await signedIn('juno')).remove(path)).status).toBe(404)
  expect((await owner.patch(path, { name: ' ' })).body).toMatchObject({ code: 'BAD_REQUEST' })
  expect((await owner.get<Passkeys>('/me/passkeys')).body.passkeys.map(({ name }) => name)).toEqual(['Desk'])
  expect((await owner.remove(path)).status).toBe(200)
  expect((await showPasskey(createBrowser(app), device)).body).toMatchObject({ code: 'PASSKEY_UNKNOWN' })
  expect(await elsewhere.me()).not.toBeNull()
})

test('A-08 signing in with a passkey ends the previous session of the browser', async () => {
  const device = createAuthenticator()
  await addPasskey(await signedIn('temi'), device)
  const shared = await signedIn('jonas')
  const copied = createBrowser(app)
  copied.jar.set('b2b_session', shared.jar.get('b2b_session') ?? '')
  expect((await showPasskey(shared, device)).body.me).toMatchObject({ id: getPersonId('temi') })
  expect(await copied.me()).toBeNull()
})

test('A-08 each refusal of a passkey has its own error code', async () => {
  const owner = await signedIn('sofia')
  const device = createAuthenticator()
  await addPasskey(owner, device)
  expect((await addPasskey(await signedIn('owen'), device)).body).toMatchObject({ code: 'PASSKEY_EXISTS' })
  const another = createAuthenticator()
  const { body } = await owner.post<Question>('/me/passkeys/options')
  const forElsewhere = another.create(body.options, { origin: 'https://evil.example' })
  const answer = { challengeId: body.challengeId, registration: forElsewhere }
  expect((await owner.post('/me/passkeys', answer)).body).toMatchObject({ code: 'WRONG_KEY' })
  expect((await owner.post('/me/passkeys', answer)).body).toMatchObject({ code: 'CHALLENGE_EXPIRED' })
  expect((await owner.post('/me/passkeys', { ...answer, challengeId: newId() })).body).toMatchObject({
    code: 'CHALLENGE_EXPIRED',
  })
  const suspended = createAuthenticator()
  await addPasskey(await signedIn('nova'), suspended)
  await app.db
    .updateTable('accounts')
    .set({ suspended_until: sql`now() + interval '1 day'`, suspended_reason: 'Spam' })
    .where('id', '=', getPersonId('nova'))
    .execute()
  expect(await showPasskey(createBrowser(app), suspended)).toMatchObject({
    status: 403,
    body: { code: 'ACCOUNT_SUSPENDED', data: { reason: 'Spam' } },
  })
})

test('A-08 a security key added in the settings is required after the password', async () => {
  const owner = await signedIn('kestrel')
  const key = createAuthenticator()
  const { body: begun } = await owner.post<{ factorId: string }>('/me/factors/key', { name: 'Blue' })
  const path = `/auth/factors/${begun.factorId}`
  const ask = async (browser: Browser) =>
    (
      await browser.post<{
        challengeId: string
        creation: { challenge: string } | null
        request: { challenge: string; allowCredentials: { id: string }[] } | null
      }>(`${path}/challenge`)
    ).body
  const made = await ask(owner)
  expect(made.request).toBeNull()
  const registration = key.create(made.creation ?? { challenge: '' }, { isVerified: false })
  const { challengeId } = made
  const verified = await owner.post<{ recoveryCodes: string[] }>(`${path}/verify`, {
    challengeId,
    registration,
  })
  expect(verified.body.recoveryCodes).toHaveLength(10)

  const again = createBrowser(app)
  expect((await again.signIn('kestrel')).body.me).toBeNull()
  const asked = await ask(again)
  expect([asked.creation, asked.request?.allowCredentials.map(({ id }) => id)]).toEqual([null, [key.id]])
  const wrong = createAuthenticator().get(asked.request ?? { challenge: '' })
  const show = (authentication: object) =>
    again.post(`${path}/verify`, { challengeId: asked.challengeId, authentication })
  expect((await show(wrong)).body).toMatchObject({ code: 'WRONG_KEY' })
  expect((await show(key.get(asked.request ?? { challenge: '' }))).status).toBe(200)
  expect(await again.me()).toMatchObject({ id: getPersonId('kestrel') })
})
