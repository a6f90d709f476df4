import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { codeIn, createPostman, linkIn, tokenIn } from '../support/stored-emails'

const { address, db, dataDir, someAddress, stop } = await startTestApp()
afterAll(stop)
const post = createPostman(dataDir)

let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `nora${people}@sand.example`
})

const newClient = () => createAuthClient(address, { ip: someAddress() })

async function call(path: string, body: object, ip = someAddress()) {
  const answer = await fetch(`${address}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

const findAccount = (value: string) =>
  db.selectFrom('accounts').selectAll().where('email', '=', value).executeTakeFirst()

const notThis = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const dead = { error: { code: 'otp_expired', status: 403, message: 'Token has expired or is invalid' } }

test('A-08 an emailed code creates an account only when it is entered', async () => {
  const { client, notified } = newClient()
  const data = { full_name: 'Nora Sand', theme: 'dark' }
  const asked = await client.signInWithOtp({ email, options: { data } })
  expect(asked).toMatchObject({ data: { user: null, session: null }, error: null })
  const emailMessage = await post.next(email)
  expect(emailMessage).toMatchObject({ subject: 'Your code to sign in' })
  expect(await findAccount(email)).toBeUndefined()

  const entered = await client.verifyOtp({ email, token: codeIn(emailMessage), type: 'email' })
  expect(entered.error).toBeNull()
  expect(entered.data.user).toMatchObject({
    email,
    user_metadata: data,
    app_metadata: { provider: 'email', roles: ['customer'] },
  })
  expect(entered.data.user?.email_confirmed_at).toBeDefined()
  expect(notified).toContain('SIGNED_IN')
  expect(await fetchMe(address, entered.data.session)).toMatchObject({ email, fullName: 'Nora Sand' })
  expect(await client.getUser()).toMatchObject({ data: { user: { email } } })
})

test('A-08 using either the code or the link of an email invalidates both', async () => {
  email = getPersonEmail('juno')
  const { client } = newClient()
  await client.signInWithOtp({ email })
  const emailMessage = await post.next(email)
  const [token_hash, token] = [tokenIn(emailMessage), codeIn(emailMessage)]
  expect(linkIn(emailMessage)).toMatch(/\/auth\/link\?token=[\w-]{43}&type=magiclink$/)
  const byLink = await client.verifyOtp({ token_hash, type: 'email' })
  expect(byLink).toMatchObject({ data: { user: { id: getPersonId('juno') } }, error: null })
  expect(await newClient().client.verifyOtp({ email, token, type: 'email' })).toMatchObject(dead)
  expect(await newClient().client.verifyOtp({ token_hash, type: 'email' })).toMatchObject(dead)
})

test('A-05 A-08 an invitation sent along is used when the code is entered, and makes a member', async () => {
  const code = 'QX7Z2M0R'
  await db.insertInto('invitations').values({ code }).execute()
  const { client } = newClient()
  const wrong = await client.signInWithOtp({ email, options: { data: { invitation_code: 'NNNN0000' } } })
  expect(wrong.error).toMatchObject({ status: 422, message: 'Invalid or expired invitation code' })

  await client.signInWithOtp({ email, options: { data: { invitation_code: code } } })
  const token = codeIn(await post.next(email))
  const pending = await db
    .selectFrom('invitations')
    .select('status')
    .where('code', '=', code)
    .executeTakeFirst()
  expect(pending?.status).toBe('pending')
  const { data } = await client.verifyOtp({ email, token, type: 'email' })
  expect(data.user?.app_metadata['roles']).toEqual(['user'])
  expect(data.user?.user_metadata).not.toHaveProperty('invitation_code')
  expect(
    await db
      .selectFrom('invitations')
      .select(['status', 'used_by'])
      .where('code', '=', code)
      .executeTakeFirst(),
  ).toEqual({ status: 'used', used_by: data.user?.id })
})

test('A-08 unknown emails get the same answer, and no email when accounts cannot be created', async () => {
  const known = getPersonEmail('temi')
  for (const [path, body] of [
    ['otp', { create_user: false }],
    ['recover', {}],
    ['resend', { type: 'signup' }],
    ['resend', { type: 'email_change' }],
  ] as const) {
    const [one, other] = [
      await call(path, { email: known, ...body }),
      await call(path, { email: `nobody${people}@sand.example`, ...body }),
    ]
    expect([one.status, one.body, [...one.headers.keys()]]).toEqual([
      other.status,
      other.body,
      [...other.headers.keys()],
    ])
    expect(one.status).toBe(200)
  }
  // Waits for both emails to the verified address, so that the request for an unknown one must have been processed,
  // too.
  expect([(await post.next(known)).subject, (await post.next(known)).subject].toSorted()).toEqual([
    'Set a new password',
    'Your code to sign in',
  ])
  expect(await post.unread(`nobody${people}@sand.example`)).toEqual([])
})

test('after five wrong codes the correct one is refused, but the link still works', async () => {
  email = getPersonEmail('sofia')
  const { client } = newClient()
  await client.signInWithOtp({ email })
  const emailMessage = await post.next(email)
  const code = codeIn(emailMessage)
  for (let guess = 0; guess < 5; guess += 1) {
    const asRequester = await client.verifyOtp({ email, token: notThis(code), type: 'email' })
    expect(asRequester).toMatchObject(dead)
    const elsewhere = await newClient().client.verifyOtp({ email, token: notThis(code), type: 'email' })
    expect(elsewhere).toMatchObject(dead)
  }
  expect(await newClient().client.verifyOtp({ email, token: code, type: 'email' })).toMatchObject(dead)
  expect(await client.verifyOtp({ email, token: code, type: 'email' })).toMatchObject(dead)
  expect((await client.verifyOtp({ token_hash: tokenIn(emailMessage), type: 'magiclink' })).error).toBeNull()
})

test('after four wrong codes the correct one still works', async () => {
  const { client } = newClient()
  await client.signInWithOtp({ email })
  const code = codeIn(await post.next(email))
  for (let guess = 0; guess < 4; guess += 1)
    await newClient().client.verifyOtp({ email, token: notThis(code), type: 'email' })
  expect((await client.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
})

test('of twenty requests with the same code at once, one succeeds', async () => {
  const { client } = newClient()
  await client.signInWithOtp({ email })
  const token = codeIn(await post.next(email))
  const all = await Promise.all(
    Array.from({ length: 20 }, () => newClient().client.verifyOtp({ email, token, type: 'email' })),
  )
  expect(all.filter(({ error }) => error === null)).toHaveLength(1)
  const sessions = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'user_id')
    .select('sessions.id')
    .where('email', '=', email)
    .execute()
  expect(sessions).toHaveLength(1)
})

test('an emailed code expires, and is valid for its own purpose only', async () => {
  const { client } = newClient()
  await client.signInWithOtp({ email })
  const first = codeIn(await post.next(email))
  expect(await newClient().client.verifyOtp({ email, token: first, type: 'recovery' })).toMatchObject(dead)
  await sql`update one_time_tokens set expires_at = now() where sent_to = ${email}`.execute(db)
  expect(await client.verifyOtp({ email, token: first, type: 'email' })).toMatchObject(dead)
})

test('codes and links are stored as hashes only, codes with a key', async () => {
  await newClient().client.signInWithOtp({ email })
  const emailMessage = await post.next(email)
  const { rows } = await sql<{ row: string }>`select t::text as row from one_time_tokens t`.execute(db)
  const all = rows.map(({ row }) => row).join('\n')
  expect(rows.length).toBeGreaterThan(0)
  expect(all).not.toContain(tokenIn(emailMessage))
  const { rows: jobs } = await sql<{ data: string }>`select data::text as data from pgboss.job`.execute(db)
  const waiting = jobs.map(({ data }) => data).join('\n')
  expect(waiting).toContain(email)
  expect(waiting).not.toContain(codeIn(emailMessage))
  expect(waiting).not.toContain(tokenIn(emailMessage))
})

test('a second email within a minute is refused with the seconds to wait, for every caller', async () => {
  const { client } = newClient()
  expect((await client.signInWithOtp({ email })).error).toBeNull()
  const again = await call('otp', { email })
  expect(again).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } })
  const seconds = Number(again.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(50)
  expect(again.body.message).toBe(
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
})

test('distributed guesses block unknown networks, and not the owner’s known one', async () => {
  email = getPersonEmail('tom')
  const home = '203.0.113.9'
  await createAuthClient(address, { ip: home }).client.signInWithPassword({
    email,
    password: 'slipped-halves',
  })
  for (let guess = 0; guess < 50; guess += 1) await call('verify', { type: 'email', email, token: '000000' })
  const shut = await call('verify', { type: 'email', email, token: '000000' })
  expect(shut).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })

  const { client } = createAuthClient(address, { ip: home })
  await client.signInWithOtp({ email })
  const token = codeIn(await post.next(email))
  expect((await client.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
})

test('a suspended person gets the error user_banned, and no session', async () => {
  email = getPersonEmail('nova')
  const { client } = newClient()
  await client.signInWithOtp({ email })
  const token = codeIn(await post.next(email))
  await sql`update accounts set suspended_until = now() + interval '1 hour' where email = ${email}`.execute(
    db,
  )
  expect(await client.verifyOtp({ email, token, type: 'email' })).toMatchObject({
    error: { code: 'user_banned' },
  })
})

test('A-08 a recovery code starts a session with the recovery event, which can set a password', async () => {
  email = getPersonEmail('kestrel')
  const { client, notified } = newClient()
  expect(await client.resetPasswordForEmail(email)).toMatchObject({ error: null })
  const emailMessage = await post.next(email)
  expect(linkIn(emailMessage)).toMatch(/\/auth\/reset\?token=/)
  const { data, error } = await client.verifyOtp({ email, token: codeIn(emailMessage), type: 'recovery' })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(getPersonId('kestrel'))
  expect(notified).toContain('PASSWORD_RECOVERY')
  const { data: claims } = await client.getClaims()
  expect(claims?.claims.amr).toMatchObject([{ method: 'recovery' }])
})

test('A-08 reauthenticate emails a six-digit code to the signed-in person only', async () => {
  email = getPersonEmail('mara')
  const { client } = newClient()
  expect((await client.reauthenticate()).error).not.toBeNull()
  await client.signInWithPassword({ email, password: 'slipped-halves' })
  expect((await client.reauthenticate()).error).toBeNull()
  const emailMessage = await post.next(email)
  expect(emailMessage.subject).toBe('Your code to confirm it’s you')
  expect(codeIn(emailMessage)).toMatch(/^\d{6}$/)
  // The reauthentication code can't be used to sign in.
  for (const type of ['email', 'magiclink', 'recovery'] as const)
    expect(await newClient().client.verifyOtp({ email, token: codeIn(emailMessage), type })).toMatchObject(
      dead,
    )
})

test.each(['current first', 'new first'])(
  'A-08 an email change needs confirmation at both addresses: %s',
  async (order) => {
    const { client } = newClient()
    await client.signInWithOtp({ email })
    await client.verifyOtp({ email, token: codeIn(await post.next(email)), type: 'email' })
    const next = `moved-${email}`
    await db.updateTable('accounts').set({ new_email: next }).where('email', '=', email).execute()
    expect((await client.resend({ type: 'email_change', email })).error).toBeNull()
    const [current, fresh] = [await post.next(email), await post.next(next)]
    expect(current.subject).toBe('Your email address is about to change')
    const ends = [
      { email, emailMessage: current },
      { email: next, emailMessage: fresh },
    ]
    const [first, second] = order === 'current first' ? ends : ends.toReversed()
    if (first === undefined || second === undefined) throw new Error('two ends')

    const half = await client.verifyOtp({
      email: first.email,
      token: codeIn(first.emailMessage),
      type: 'email_change',
    })
    expect(half).toMatchObject({ data: { user: null, session: null }, error: null })
    expect(await findAccount(next)).toBeUndefined()

    // The email address that has already confirmed the change can't confirm it again.
    expect(
      await client.verifyOtp({ email: first.email, token: codeIn(first.emailMessage), type: 'email_change' }),
    ).toMatchObject(dead)
    const both = await client.verifyOtp({ token_hash: tokenIn(second.emailMessage), type: 'email_change' })
    expect(both).toMatchObject({ data: { user: { email: next } }, error: null })
    expect(await findAccount(email)).toBeUndefined()
  },
)
