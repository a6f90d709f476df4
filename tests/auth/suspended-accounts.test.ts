import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '~demo/people'
import { codeIn, createPostman, tokenIn } from '../support/stored-emails'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { CLIENT, startIdentityProvider } from '../support/openid-provider'
import { goByProvider } from '../support/provider-sign-in'

const idp = await startIdentityProvider({
  ada: { email: 'ada@paused.example', email_verified: true },
  bea: { email: 'bea@paused.example', email_verified: true },
  cora: { email: 'cora@paused.example', email_verified: true },
  dia: { email: 'dia@paused.example', email_verified: true },
})
const app = await startTestApp({
  auth: {
    google: { ...CLIENT, issuer: idp.issuer, appClientIds: [] },
    redirects: ['https://app.example/**'],
  },
})
const { address, db, dataDir } = app
const post = createPostman(dataDir)
afterAll(async () => {
  await app.stop()
  await idp.stop()
})

const newClient = () => createAuthClient(address, { ip: app.someAddress() }).client

/** Signs up with a password, with a verified or unverified email. */
async function signUp(email: string, { isConfirmed }: { isConfirmed: boolean }) {
  await newClient().signUp({ email, password: DEMO_PASSWORD })
  const message = await post.next(email)
  if (isConfirmed) await newClient().verifyOtp({ token_hash: tokenIn(message), type: 'signup' })
  return message
}

/** Returns everything that lets this person sign in. */
async function signInMethodsOf(email: string) {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'password_hash', 'phone', 'email_verified_at', 'taken_over_at'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const identities = await db
    .selectFrom('identities')
    .select(['provider', 'provider_id'])
    .where('user_id', '=', account.id)
    .execute()
  return { ...account, identities }
}

async function suspend(email: string, until: Date | null = new Date(Date.now() + 3_600_000)) {
  await db.updateTable('accounts').set({ suspended_until: until }).where('email', '=', email).execute()
}

test.each([
  ['ada', 'pkce', true],
  ['bea', 'pkce', false],
  ['cora', 'implicit', false],
] as const)(
  'A-08 signing in with a provider changes nothing in the suspended account of %s (%s)',
  async (as, flowType, isConfirmed) => {
    const email = `${as}@paused.example`
    await signUp(email, { isConfirmed })
    await suspend(email)
    const before = await signInMethodsOf(email)
    const { landing } = await goByProvider(app, { as, flowType })
    const said = { error: 'access_denied', error_code: 'user_banned' }
    expect(landing.query).toMatchObject(said)
    expect(await signInMethodsOf(email)).toEqual(before)
    expect(before.identities).toEqual([])
    await suspend(email, null)
    const later = await goByProvider(app, { as })
    expect(later.landing.fragment).toHaveProperty('access_token')
    expect(await signInMethodsOf(email)).toMatchObject({ identities: [{ provider: 'google' }] })
  },
)

test('A-08 a suspended person with a linked identity gets the error at the code exchange, and the email stays unverified', async () => {
  const email = 'dia@paused.example'
  const first = await goByProvider(app, { as: 'dia' })
  expect(first.landing.fragment).toHaveProperty('access_token')
  await db.updateTable('accounts').set({ email_verified_at: null }).where('email', '=', email).execute()
  await suspend(email)
  const before = await signInMethodsOf(email)
  const { client, landing } = await goByProvider(app, { as: 'dia', flowType: 'pkce' })
  expect(await client.exchangeCodeForSession(landing.code)).toMatchObject({ error: { code: 'user_banned' } })
  expect(await signInMethodsOf(email)).toEqual(before)
  expect(before).toMatchObject({ email_verified_at: null, identities: [{ provider: 'google' }] })
})

test('A-08 an id token is not linked to a suspended account', async () => {
  const email = 'edda@paused.example'
  await signUp(email, { isConfirmed: true })
  await suspend(email)
  const before = await signInMethodsOf(email)
  const token = await idp.idToken({ sub: 'edda', email, email_verified: true })
  expect(await newClient().signInWithIdToken({ provider: 'google', token })).toMatchObject({
    error: { code: 'user_banned', status: 403 },
  })
  expect(await signInMethodsOf(email)).toEqual(before)
})

test('A-08 a sign-in code does not verify a suspended account, and its password stays', async () => {
  const email = 'nina@paused.example'
  await signUp(email, { isConfirmed: false })
  await newClient().signInWithOtp({ email })
  const token = codeIn(await post.next(email))
  await suspend(email)
  const before = await signInMethodsOf(email)
  const asked = { email, token, type: 'email' } as const
  expect(await newClient().verifyOtp(asked)).toMatchObject({ error: { code: 'user_banned', status: 403 } })
  expect(await signInMethodsOf(email)).toEqual(before)
  expect(before.password_hash).not.toBeNull()
  // The refused code was not used up, and works afterwards.
  await suspend(email, null)
  expect((await newClient().verifyOtp(asked)).error).toBeNull()
})

test('A-08 sign-up and recovery links of an app do not verify a suspended account, and its password stays', async () => {
  const email = 'olga@paused.example'
  const confirmation = tokenIn(await signUp(email, { isConfirmed: false }))
  await newClient().resetPasswordForEmail(email)
  const recovery = tokenIn(await post.next(email))
  await suspend(email)
  const before = await signInMethodsOf(email)
  for (const [token_hash, type] of [
    [confirmation, 'signup'],
    [recovery, 'recovery'],
  ] as const)
    expect(await newClient().verifyOtp({ token_hash, type })).toMatchObject({
      error: { code: 'user_banned' },
    })
  expect(await signInMethodsOf(email)).toEqual(before)
})

test('A-08 the refresh token of a suspended account is refused, and works again after the suspension', async () => {
  const email = 'pia@paused.example'
  await signUp(email, { isConfirmed: true })
  const client = newClient()
  const { data } = await client.signInWithPassword({ email, password: DEMO_PASSWORD })
  const refresh_token = data.session?.refresh_token ?? ''
  await suspend(email)
  const refresh = () => newClient().refreshSession({ refresh_token })
  expect(await refresh()).toMatchObject({
    data: { session: null },
    error: { code: 'user_banned', status: 400 },
  })
  await suspend(email, null)
  expect((await refresh()).error).toBeNull()
})
