import type { UserIdentity } from '@supabase/auth-js'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { createBrowser } from '../support/provider-browser'
import { CLIENT, startIdentityProvider } from '../support/openid-provider'
import { APP, goByProvider, readLanding } from '../support/provider-sign-in'

const idp = await startIdentityProvider({
  mara: { email: 'mara@private.example', email_verified: true },
  juno: { email: 'juno@private.example' },
  sofia: { email: 'sofia@private.example' },
  temi: { email: 'temi@private.example' },
  phone: {},
  owen: { email: getPersonEmail('owen'), email_verified: true },
})
const app = await startTestApp({
  auth: {
    google: { ...CLIENT, issuer: idp.issuer, appClientIds: [] },
    redirects: ['https://app.example/**'],
  },
})
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await idp.stop()
})

async function signedIn(key: string, flowType: 'implicit' | 'pkce' = 'implicit') {
  const app_ = createAuthClient(address, { ip: app.someAddress(), flowType })
  const { error } = await app_.client.signInWithPassword({
    email: getPersonEmail(key),
    password: DEMO_PASSWORD,
  })
  expect(error).toBeNull()
  return app_
}

/** Requests a URL for linking, opens it, confirms on our page, and signs in at the provider. */
async function link(client: ReturnType<typeof createAuthClient>['client'], as: string) {
  const { data, error } = await client.linkIdentity({ provider: 'google', options: { redirectTo: APP } })
  expect(error).toBeNull()
  const browser = createBrowser(address, { ip: app.someAddress() })
  const page = await browser.open(data.url ?? '')
  expect(page.status).toBe(200)
  const yes = /href="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return {
    browser,
    page,
    yes,
    hop: data.url ?? '',
    landing: readLanding((await browser.open(yes, { as })).url),
  }
}

/** Returns the emails about changes to a person's sign-in methods. */
const listChangeEmails = async (key: string) =>
  (
    await sql<{ what: string }>`select data ->> 'what' as what from pgboss.job
      where name = 'identity.sign_in_method_changed' and data ->> 'userId' = ${getPersonId(key)} order by created_on`.execute(
      db,
    )
  ).rows.map(({ what }) => what)

test('A-08 a linked provider account is listed, and the session continues', async () => {
  const { client } = await signedIn('mara')
  const before = (await client.getSession()).data.session
  const { page, landing } = await link(client, 'mara')
  expect(page.body).toContain(getPersonEmail('mara'))
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const { access_token = '', refresh_token = '' } = landing.fragment
  expect(refresh_token).toBe(before?.refresh_token)
  const { data } = await client.setSession({ access_token, refresh_token })
  expect(data.user).toMatchObject({
    id: getPersonId('mara'),
    app_metadata: { providers: ['email', 'google'] },
  })
  expect((await client.getUserIdentities()).data?.identities.map(({ provider }) => provider)).toEqual([
    'email',
    'google',
  ])
  // The provider now signs in to the account, although its email differs.
  const again = await goByProvider(app, { as: 'mara' })
  const other = createAuthClient(address).client
  const { access_token: token = '' } = again.landing.fragment
  expect((await other.getUser(token)).data.user?.id).toBe(getPersonId('mara'))
})

test('A-08 linking with a PKCE challenge returns a code for the same session', async () => {
  const { client } = await signedIn('juno', 'pkce')
  const before = (await client.getSession()).data.session
  const { landing } = await link(client, 'juno')
  const { data, error } = await client.exchangeCodeForSession(landing.code)
  expect(error).toBeNull()
  expect(data.session?.refresh_token).toBe(before?.refresh_token)
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'google'])
})

test('A-08 an identity that is already linked to any account is refused', async () => {
  const { client } = await signedIn('sofia')
  expect((await link(client, 'mara')).landing.fragment).toMatchObject({
    error_code: 'identity_already_exists',
  })
  const own = await signedIn('mara')
  expect((await link(own.client, 'mara')).landing.fragment).toMatchObject({
    error_code: 'identity_already_exists',
  })
})

test('A-08 a linking URL opened by another person links nothing', async () => {
  const { client } = await signedIn('temi')
  const { data } = await client.linkIdentity({ provider: 'google', options: { redirectTo: APP } })
  const victim = createBrowser(address, { ip: app.someAddress() })
  const page = await victim.open(data.url ?? '', { as: 'temi' })
  expect(page.status).toBe(200)
  expect(page.body).toContain('Continue only if this account is yours')
  expect(victim.visited.some((url) => url.startsWith(idp.issuer))).toBe(false)
  // The consent value of another browser is invalid, and so is a URL that was already opened.
  const other = createBrowser(address, { ip: app.someAddress() })
  const late = await other.open(`${data.url ?? ''}&consent=${'a'.repeat(43)}`)
  expect(readLanding(late.url).query).toMatchObject({ error_code: 'bad_oauth_state' })
})

test('A-08 a session that has ended links nothing', async () => {
  const { client } = await signedIn('temi')
  const { data } = await client.linkIdentity({ provider: 'google', options: { redirectTo: APP } })
  const browser = createBrowser(address, { ip: app.someAddress() })
  const page = await browser.open(data.url ?? '')
  const yes = /href="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  await client.signOut()
  expect(readLanding((await browser.open(yes, { as: 'temi' })).url).fragment).toMatchObject({
    error_code: 'session_not_found',
  })
})

test('A-08 linking requires a bearer token', async () => {
  const answer = await fetch(`${address}/auth/v1/user/identities/authorize?provider=google`, {
    redirect: 'manual',
  })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code: 'no_authorization' })
})

test('A-08 linking and unlinking are notified by email', async () => {
  const { client } = await signedIn('juno')
  const identity = (await client.getUserIdentities()).data?.identities.find(
    ({ provider }) => provider === 'google',
  )
  expect(identity).toBeDefined()
  const stranger = await signedIn('sofia')
  expect(await stranger.client.unlinkIdentity(identity as UserIdentity)).toMatchObject({
    error: { code: 'identity_not_found', status: 422 },
  })
  expect((await client.unlinkIdentity(identity as UserIdentity)).error).toBeNull()
  expect((await client.getUserIdentities()).data?.identities.map(({ provider }) => provider)).toEqual([
    'email',
  ])
  expect(await client.unlinkIdentity(identity as UserIdentity)).toMatchObject({
    error: { code: 'identity_not_found' },
  })
  expect(await listChangeEmails('juno')).toEqual(['identity_linked', 'identity_unlinked'])
})

test('A-08 the last sign-in method cannot be unlinked', async () => {
  const { client } = await signedIn('temi')
  expect((await link(client, 'temi')).landing.fragment).toHaveProperty('access_token')
  const identity = (await client.getUserIdentities()).data?.identities.find(
    ({ provider }) => provider === 'google',
  )
  const account = db.updateTable('accounts').where('id', '=', getPersonId('temi'))
  const before = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', getPersonId('temi'))
    .executeTakeFirstOrThrow()
  await account.set({ password_hash: null, email_verified_at: null }).execute()
  expect(await client.unlinkIdentity(identity as UserIdentity)).toMatchObject({
    error: { code: 'single_identity_not_deletable', status: 422 },
  })
  await account.set(before).execute()
  expect((await client.unlinkIdentity(identity as UserIdentity)).error).toBeNull()
})

test('A-08 when the last two sign-in methods are unlinked at the same time, one stays', async () => {
  const { client } = await signedIn('sofia')
  const userId = getPersonId('sofia')
  const before = await db
    .selectFrom('accounts')
    .select(['password_hash', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const account = db.updateTable('accounts').where('id', '=', userId)
  await account.set({ password_hash: null, email_verified_at: null }).execute()
  const rows = ['one', 'two'].map((provider_id) => ({ user_id: userId, provider: 'discord', provider_id }))
  await db.insertInto('identities').values(rows).execute()
  const both =
    (await client.getUserIdentities()).data?.identities.filter(({ provider }) => provider === 'discord') ?? []
  const outcomes = await Promise.all(both.map((identity) => client.unlinkIdentity(identity)))
  expect(
    outcomes.map(({ error }) => error?.code ?? '').toSorted((one, other) => one.localeCompare(other)),
  ).toEqual(['', 'single_identity_not_deletable'])
  await account.set(before).execute()
})

test('A-08 with two-step verification linking and unlinking need a verified factor', async () => {
  const { client } = await signedIn('owen')
  const factor = { user_id: getPersonId('owen'), kind: 'phone', phone: '+4930123456', status: 'verified' }
  await db.insertInto('auth_factors').values(factor).execute()
  expect(await client.linkIdentity({ provider: 'google' })).toMatchObject({
    error: { code: 'insufficient_aal', status: 403 },
  })
  const some = { identity_id: getPersonId('owen') } as UserIdentity
  expect(await client.unlinkIdentity(some)).toMatchObject({ error: { code: 'insufficient_aal' } })
})

test('A-08 a provider signs in an account with two-step verification by its email, but is linked only after the factor', async () => {
  const { landing } = await goByProvider(app, { as: 'owen' })
  const { access_token: token = '' } = landing.fragment
  const { client } = createAuthClient(address, { ip: app.someAddress() })
  const { data } = await client.getUser(token)
  expect(data.user).toMatchObject({ id: getPersonId('owen') })
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email'])
  const me = await fetch(`${address}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(await me.json()).toBeNull()
  expect(await listChangeEmails('owen')).toEqual([])
})
