import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { createAdminProgram, PASSWORD } from '../support/admin-program'
import { fetchMe, createAuthClient, createDevice } from '../support/auth-client'
import { codeOf } from '../support/factors'
import { codeIn, createPostman, tokenIn } from '../support/stored-emails'
import { findInClear, type Secret as Kept } from './find-in-clear'

// Only the owner holds the secrets of an account: a copy of the database or the logs gives no access.
const lines: string[] = []
const app = await startTestApp({
  auth: { redirects: ['https://app.example/**'] },
  logTo: { write: (line) => void lines.push(line) },
})
const { address, db, someAddress } = app
const post = createPostman(app.dataDir)
afterAll(app.stop)
vi.setConfig({ testTimeout: 60_000 })
const { admin, token: serviceToken, newUser, signIn } = await createAdminProgram(app)

const secrets = new Map<string, Kept>()
const keep = (name: string, text: string | undefined, bytes?: Buffer[]) => {
  expect(text, name).toBeTruthy()
  secrets.set(name, { name, text: text ?? '', bytes })
}

/** Signs in by every method without another site, and stores each secret that it returns. */
async function collect(): Promise<void> {
  keep('the token of a program', serviceToken)
  keep('the cookie', (await app.signIn('temi')).split('=')[1])

  const email = 'traces@sand.example'
  const client = createAuthClient(address, { ip: someAddress(), flowType: 'pkce', device: createDevice() })
  await client.client.signUp({
    email,
    password: PASSWORD,
    options: { emailRedirectTo: 'https://app.example/in' },
  })
  const welcome = await post.next(email)
  keep('the password', PASSWORD)
  keep('the token of a link', tokenIn(welcome))
  keep('the code of a mail', codeIn(welcome))
  const landed = await fetch(
    `${address}/auth/v1/verify?token=${tokenIn(welcome)}&type=signup&redirect_to=https://app.example/in`,
    { redirect: 'manual', headers: { 'x-forwarded-for': someAddress() } },
  )
  const code = new URL(landed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  keep('the code that an app trades', code)
  const traded = await client.client.exchangeCodeForSession(code)
  expect(traded.error).toBeNull()
  keep('an access token', traded.data.session?.access_token)
  keep('a refresh token', traded.data.session?.refresh_token)
  const refreshed = await client.client.refreshSession()
  keep('the next refresh token', refreshed.data.session?.refresh_token)

  // Requests a code that stays unused: pending codes must not be stored in clear text either.
  await client.client.signInWithOtp({ email })
  const waiting = await post.next(email)
  keep('the code of a mail that waits', codeIn(waiting))
  keep('the token of a link that waits', tokenIn(waiting))
  await client.client.resetPasswordForEmail(email)
  keep('the token of a recovery', tokenIn(await post.next(email)))
  await client.client.updateUser({ email: 'traces@dune.example' })
  keep('the token of a change of address', tokenIn(await post.next('traces@dune.example')))

  const { data: factor } = await client.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const secret = factor?.totp.secret ?? ''
  const raw = Buffer.from(Secret.fromBase32(secret).buffer)
  keep('the secret of an authenticator', secret, [raw, Buffer.from(raw.toString('hex'))])
  await client.client.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code: codeOf(secret) })
  const { data } = await admin.generateLink({ type: 'magiclink', email: getPersonEmail('juno') })
  keep('a link that a program made', data.properties?.hashed_token)
  keep('the digits of it', data.properties?.email_otp)

  const recovery = await renewRecoveryCodes()
  recovery.forEach((one, place) => keep(`recovery code ${place + 1}`, one))
}

async function renewRecoveryCodes(): Promise<string[]> {
  const { client } = createAuthClient(address, { ip: someAddress() })
  await client.signInWithPassword({ email: getPersonEmail('juno'), password: DEMO_PASSWORD })
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: codeOf(data?.totp.secret ?? '') })
  const { data: held } = await client.getSession()
  const answer = await fetch(`${address}/api/v1/me/recovery-codes`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${held.session?.access_token}`,
      'content-type': 'application/json',
      'x-forwarded-for': someAddress(),
    },
    body: '{}',
  })
  const { codes } = (await answer.json()) as { codes: string[] }
  return codes
}

test('A-08 no table and no job stores a token, code or secret in clear text', async () => {
  await collect()
  expect(secrets.size).toBeGreaterThan(20)
  expect(await findInClear(db, [...secrets.values()])).toEqual([])
})

test('control: the search for secrets finds them where they are stored', async () => {
  const hash = createHash('sha256').update(serviceToken).digest()
  // The search also finds a secret inside JSON, as a full word.
  await db
    .updateTable('accounts')
    .set({ user_metadata: JSON.stringify({ deep: [{ pin: '482913' }] }) })
    .where('id', '=', getPersonId('owen'))
    .execute()
  const found = await findInClear(db, [
    { name: 'address', text: 'traces@sand.example' },
    { name: 'hash', text: newId(), bytes: [hash] },
    { name: 'digits', text: '482913' },
  ])
  expect(found).toEqual(
    expect.arrayContaining([
      'address: accounts.email',
      'hash: service_tokens.token_hash',
      'digits: accounts.user_metadata',
    ]),
  )
})

test('A-08 the log contains no token, code or secret, even after errors', async () => {
  for (const { text } of secrets.values())
    for (const path of [
      `/auth/v1/verify?token=${text}&type=magiclink`,
      `/auth/v1/${encodeURIComponent(text)}`,
      `/auth/v1/callback?state=${text}&code=${text}`,
      `/api/v1/me?token=${text}`,
    ]) {
      // Long path segments could be secrets, so they are omitted.
      if (text.length < 40 && path.startsWith('/auth/v1/') && !path.includes('?')) continue
      await fetch(`${address}${path}`, {
        redirect: 'manual',
        headers: { authorization: `Bearer ${text}`, 'x-forwarded-for': someAddress() },
      })
    }
  await db.schema.alterTable('sessions').renameTo('sessions_away').execute()
  const [refresh, link] = ['the next refresh token', 'the token of a recovery'].map(
    (name) => secrets.get(name)?.text ?? '',
  )
  const failed = await Promise.all([
    send('/token?grant_type=refresh_token', { refresh_token: refresh }),
    send('/verify', { token_hash: link, type: 'recovery' }),
    send('/token?grant_type=password', { email: 'traces@sand.example', password: PASSWORD }),
  ])
  await db.schema.alterTable('sessions_away').renameTo('sessions').execute()
  expect(failed).toContain(500)
  const log = lines.join('')
  expect(log).toContain('auth service call failed')
  expect(log).toContain('"path":"/auth/v1/verify"')
  const notified = [...secrets].filter(([, { text }]) =>
    text.length > 6 ? log.includes(text) : new RegExp(`[^\\d.]${text}[^\\d]`).test(log),
  )
  expect(notified.map(([name]) => name)).toEqual([])
})

async function send(path: string, body: object): Promise<number> {
  const answer = await fetch(`${address}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
    body: JSON.stringify(body),
  })
  return answer.status
}

describe('A-08 takes effect at the next request', () => {
  async function three(email: string) {
    await newUser(email)
    const made = [await signIn(email), await signIn(email), await signIn(email)] as const
    const alive = async () =>
      Promise.all(made.map(async ({ session }) => (await fetchMe(address, session)) !== null))
    expect(await alive()).toEqual([true, true, true])
    return { made, alive }
  }

  test('signing out everywhere takes effect at the next request', async () => {
    const { made, alive } = await three('everywhere@sand.example')
    await made[0].client.signOut({ scope: 'global' })
    expect(await alive()).toEqual([false, false, false])
    const refreshed = await made[1].client.refreshSession()
    expect(refreshed.error).not.toBeNull()
  })

  test('signing out ends the event streams of an app', async () => {
    const { made } = await three('stream@sand.example')
    const answer = await fetch(`${address}/api/live`, {
      headers: { authorization: `Bearer ${made[0].session?.access_token}` },
    })
    expect(answer.status).toBe(200)
    let isOver = false
    const heard = async () => {
      for await (const _piece of answer.body ?? []) if (isOver) break
    }
    const end = heard().then(() => (isOver = true))
    await made[1].client.signOut({ scope: 'local' })
    expect(isOver).toBe(false)
    await made[0].client.signOut({ scope: 'local' })
    await end
    expect(isOver).toBe(true)
  })

  test('a suspension in the admin panel takes effect at the next request', async () => {
    const { made, alive } = await three('panel@sand.example')
    const { data } = await made[0].client.getUser()
    const answer = await fetch(`${address}/api/v1/admin/users/${data.user?.id}/suspension`, {
      method: 'PUT',
      headers: {
        cookie: await app.signIn('admin'),
        origin: address,
        'content-type': 'application/json',
        'x-forwarded-for': someAddress(),
      },
      body: JSON.stringify({
        until: new Date(Date.now() + 86_400_000).toISOString(),
        reason: 'Fake tickets.',
        was: null,
      }),
    })
    expect(answer.status).toBe(200)
    expect(await alive()).toEqual([false, false, false])
    expect((await signIn('panel@sand.example')).error?.code).toBe('user_banned')
  })

  test('a new password ends all other sessions at the next request', async () => {
    const { made, alive } = await three('fresh@sand.example')
    const changed = await made[0].client.updateUser({ password: 'another one entirely' })
    expect(changed.error).toBeNull()
    expect(await alive()).toEqual([true, false, false])
    expect((await signIn('fresh@sand.example')).error?.code).toBe('invalid_credentials')
  })
})
