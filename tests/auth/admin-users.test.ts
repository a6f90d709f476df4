import { AuthClient } from '@supabase/auth-js'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { hashPassword } from '~/features/identity/server/public'
import { createServiceToken, revokeServiceToken } from '~/features/identity/server/tokens/service-token'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { createAdminProgram, PASSWORD as password } from '../support/admin-program'
import { fetchMe } from '../support/auth-client'
import { createPostman } from '../support/stored-emails'

const app = await startTestApp()
const { address, db } = app
const post = createPostman(app.dataDir)
afterAll(app.stop)
const { token, admin, adminWith, auditEntriesOf, newUser, signIn } = await createAdminProgram(app)

test('A-08 admin/users accepts only service tokens, and no revoked ones', async () => {
  const asAdmin = await signIn(getPersonEmail('admin'), DEMO_PASSWORD)
  const asPerson = await signIn(getPersonEmail('mara'), DEMO_PASSWORD)
  expect(await fetchMe(address, asAdmin.session)).toMatchObject({ email: getPersonEmail('admin') })
  const gone = await createServiceToken(db, { name: 'gone', now: new Date() })
  expect((await adminWith(gone.token).listUsers()).error).toBeNull()
  await revokeServiceToken(db, { id: gone.id, now: new Date() })
  const guessed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  const wrong = [asAdmin.session?.access_token, asPerson.session?.access_token, gone.token, guessed]
  for (const bearer of wrong) {
    const other = adminWith(bearer ?? '')
    const [id, refused] = [getPersonId('mara'), { code: 'not_admin', status: 403 }]
    expect(await other.listUsers()).toMatchObject({ error: refused })
    expect(await other.createUser({ email: 'no@sand.example' })).toMatchObject({ error: refused })
    expect(await other.getUserById(id)).toMatchObject({ error: refused })
    expect(await other.updateUserById(id, { password })).toMatchObject({ error: refused })
    expect(await other.deleteUser(id)).toMatchObject({ error: refused })
    expect(await other.inviteUserByEmail('no@sand.example')).toMatchObject({ error: refused })
    expect(await other.generateLink({ type: 'recovery', email: getPersonEmail('mara') })).toMatchObject({
      error: refused,
    })
    expect(await other.mfa.listFactors({ userId: id })).toMatchObject({ error: refused })
    expect(await other.mfa.deleteFactor({ userId: id, id })).toMatchObject({ error: refused })
    expect(await other.passkey.listPasskeys({ userId: id })).toMatchObject({ error: refused })
    expect(await other.passkey.deletePasskey({ userId: id, passkeyId: id })).toMatchObject({ error: refused })
  }
  expect(await adminWith(undefined).listUsers()).toMatchObject({
    error: { code: 'no_authorization', status: 401 },
  })
  expect(await fetchMe(address, { access_token: token })).toBeNull()
  expect(await new AuthClient({ url: `${address}/auth/v1` }).getUser(token)).toMatchObject({
    error: { code: 'bad_jwt' },
  })
})

test('A-08 a user created by a program can sign in, and the audit log names the program', async () => {
  const { data, error } = await admin.createUser({
    email: 'Ines@Sand.example',
    password,
    email_confirm: true,
    user_metadata: { full_name: 'Ines Sand', theme: 'dark' },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email: 'ines@sand.example',
    user_metadata: { full_name: 'Ines Sand', theme: 'dark' },
    app_metadata: { roles: ['customer'] },
  })
  expect(data.user?.last_sign_in_at).toBeUndefined()
  const { session } = await signIn('ines@sand.example')
  expect(await fetchMe(address, session)).toMatchObject({ fullName: 'Ines Sand' })
  expect(await auditEntriesOf(data.user?.id)).toEqual([['users.create', { service: 'mover' }]])
  expect(await admin.createUser({ email: 'ines@sand.example' })).toMatchObject({
    error: { code: 'email_exists', status: 422 },
  })
})

test('A-08 accounts are imported with their ids, hashes and invitations', async () => {
  const id = newId()
  await db.insertInto('invitations').values({ code: 'MVED2345' }).execute()
  const moved = await admin.createUser({
    id,
    email: 'moved@sand.example',
    phone: '+49 1520 0000900',
    email_confirm: true,
    phone_confirm: true,
    password_hash: await hashPassword('as it was before'),
    user_metadata: { invitation_code: 'MVED2345' },
  })
  expect(moved.data.user).toMatchObject({
    id,
    phone: '4915200000900',
    app_metadata: { roles: ['user'] },
    phone_confirmed_at: expect.any(String),
  })
  expect((await signIn('moved@sand.example', 'as it was before')).error).toBeNull()
  expect(await admin.createUser({ id, email: 'other@sand.example' })).toMatchObject({
    error: { code: 'conflict' },
  })
  expect(await admin.createUser({ phone: '4915200000900' })).toMatchObject({
    error: { code: 'phone_exists' },
  })
  expect(
    await admin.createUser({
      email: 'late@sand.example',
      user_metadata: { invitation_code: 'MVED2345' },
    }),
  ).toMatchObject({ error: { code: 'validation_failed' } })
})

test.each([
  [{}, 'Cannot create a user without either an email or phone'],
  [{ email: 'nobody' }, 'Unable to validate email address: invalid format'],
  [{ email: 'x@sand.example', role: 'service_role' }, 'role can only be authenticated'],
  [{ email: 'x@sand.example', app_metadata: { roles: ['admin'] } }, "Roles can't be set here"],
  [
    { email: 'x@sand.example', password_hash: '$2y$10$abcdefghijklmnopqrstuv' },
    'password_hash must be argon2id',
  ],
  [
    // Checking a password against this hash would need four gigabytes of memory.
    {
      email: 'x@sand.example',
      password_hash: `$argon2id$v=19$m=4194304,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    },
    'password_hash must be argon2id',
  ],
  [{ email: 'x@sand.example', ban_duration: 'for ever' }, 'ban_duration must be a duration'],
  [{ email: 'x@sand.example', id: 'seven' }, 'id must be a uuid'],
])('A-08 a user cannot be created with %j', async (attributes, message) => {
  const { error } = await admin.createUser(attributes)
  expect(error).toMatchObject({ code: 'validation_failed', status: 400 })
  expect(error?.message).toContain(message)
})

test('A-08 a short password is refused as weak', async () => {
  expect(await admin.createUser({ email: 'x@sand.example', password: 'short' })).toMatchObject({
    error: { code: 'weak_password', status: 422, reasons: ['length'] },
  })
})

test('A-08 users are listed in pages, newest first, with the headers that the client reads', async () => {
  const { count } = await db
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const first = await admin.listUsers({ page: 1, perPage: 5 })
  if (first.error) throw first.error
  expect(first.data).toMatchObject({ total: count, nextPage: 2, aud: 'authenticated' })
  expect(first.data.lastPage).toBe(Number(String(Math.ceil(count / 5))[0]))
  const second = await admin.listUsers({ page: 2, perPage: 5 })
  const all = await admin.listUsers({ perPage: 1000 })
  const ids = (page: { data: { users: readonly { id: string }[] } }) => page.data.users.map(({ id }) => id)
  expect([...ids(first), ...ids(second)]).toEqual(ids(all).slice(0, 10))
  expect(new Set(ids(all)).size).toBe(count)
  // The last page has no link to a next one.
  expect(all.data).toMatchObject({ nextPage: null, lastPage: 1 })
  const [newest] = all.data.users
  expect((await admin.getUserById(newest?.id ?? '')).data.user).toEqual(newest)
  const bad = await fetch(`${address}/auth/v1/admin/users?page=0`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([bad.status, (await bad.json()).code]).toEqual([400, 'validation_failed'])
})

test('A-08 an unknown user is not found', async () => {
  const [id, missing] = [newId(), { error: { code: 'user_not_found', status: 404 } }]
  expect(await admin.getUserById(id)).toMatchObject(missing)
  expect(await admin.updateUserById(id, { email: 'new@sand.example' })).toMatchObject(missing)
  expect(await admin.deleteUser(id)).toMatchObject(missing)
  expect(await admin.mfa.listFactors({ userId: id })).toMatchObject(missing)
  expect(await admin.passkey.listPasskeys({ userId: id })).toMatchObject(missing)
})

test('A-08 a new password, email and user_metadata set with a service token apply to the next request', async () => {
  const id = await newUser('nele@sand.example')
  const { session } = await signIn('nele@sand.example')
  expect(await fetchMe(address, session)).not.toBeNull()
  const changed = await admin.updateUserById(id, {
    email: 'nele@dune.example',
    password: 'another one entirely',
    user_metadata: { full_name: 'Nele Dune', theme: 'light' },
  })
  expect(changed.data.user).toMatchObject({
    email: 'nele@dune.example',
    user_metadata: { full_name: 'Nele Dune', theme: 'light' },
  })
  // A new email address stays unverified until its owner uses an emailed link or an admin confirms it.
  expect(changed.data.user?.email_confirmed_at).toBeUndefined()
  expect(await fetchMe(address, session)).toBeNull()
  expect((await signIn('nele@dune.example', 'another one entirely')).error?.code).toBe('email_not_confirmed')
  await admin.updateUserById(id, { email_confirm: true })
  const again = await signIn('nele@dune.example', 'another one entirely')
  expect(await fetchMe(address, again.session)).toMatchObject({ fullName: 'Nele Dune' })
  expect((await signIn('nele@sand.example')).error?.code).toBe('invalid_credentials')
  expect((await auditEntriesOf(id)).slice(1)).toEqual([
    ['users.change', { to: 'email, password, user_metadata', service: 'mover' }],
    ['users.change', { to: 'email verification', service: 'mover' }],
  ])
  expect(await admin.updateUserById(id, { email: getPersonEmail('juno') })).toMatchObject({
    error: { code: 'email_exists' },
  })
})

test('A-08 a ban ends every session immediately, and can be lifted', async () => {
  const id = await newUser('mila@sand.example')
  const { client, session } = await signIn('mila@sand.example')
  const banned = await admin.updateUserById(id, { ban_duration: '24h' })
  const until = new Date((banned.data.user as { banned_until?: string } | null)?.banned_until ?? 0)
  expect(until.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000)
  expect(await fetchMe(address, session)).toBeNull()
  expect((await client.refreshSession(session ?? undefined)).error).not.toBeNull()
  expect((await signIn('mila@sand.example')).error?.code).toBe('user_banned')
  // Lifting the ban sends no email.
  expect(await post.next('mila@sand.example')).toMatchObject({
    subject: expect.stringContaining('suspended'),
  })
  await admin.updateUserById(id, { ban_duration: 'none' })
  expect((await signIn('mila@sand.example')).error).toBeNull()
  expect((await auditEntriesOf(id)).slice(1).map(([action]) => action)).toEqual([
    'users.suspend',
    'users.end_suspension',
  ])
})

test('A-08 a service token cannot change admins or make anyone an admin', async () => {
  const id = getPersonId('admin')
  const refused = { error: { code: 'not_admin', status: 403 } }
  expect(await admin.updateUserById(id, { password })).toMatchObject(refused)
  expect(await admin.updateUserById(id, { ban_duration: '24h' })).toMatchObject(refused)
  expect(await admin.deleteUser(id)).toMatchObject(refused)
  for (const type of ['recovery', 'magiclink'] as const)
    expect(await admin.generateLink({ type, email: getPersonEmail('admin') })).toMatchObject(refused)
  // Links for an admin are refused even if the admin's email is unverified, when a link would otherwise create a new
  // account.
  await sql`update accounts set email_verified_at = null where id = ${id}`.execute(db)
  for (const type of ['magiclink', 'invite'] as const)
    expect(await admin.generateLink({ type, email: getPersonEmail('admin') })).toMatchObject(refused)
  expect(
    await admin.generateLink({ type: 'signup', email: getPersonEmail('admin'), password }),
  ).toMatchObject(refused)
  expect(await admin.inviteUserByEmail(getPersonEmail('admin'))).toMatchObject(refused)
  await sql`update accounts set email_verified_at = now() where id = ${id}`.execute(db)
  expect((await signIn(getPersonEmail('admin'), DEMO_PASSWORD)).error).toBeNull()
})

test('A-08 a user is deleted, unless they organize upcoming events', async () => {
  const id = await newUser('gone@sand.example')
  const { session } = await signIn('gone@sand.example')
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect(await fetchMe(address, session)).toBeNull()
  expect((await signIn('gone@sand.example')).error?.code).toBe('invalid_credentials')
  expect((await auditEntriesOf(id)).at(-1)).toEqual(['users.remove', { role: 'customer', service: 'mover' }])
  const { error } = await admin.deleteUser(getPersonId('jonas'))
  expect(error).toMatchObject({ code: 'conflict', status: 422 })
  expect(error?.message).toContain('This user organizes upcoming events')
  expect((await signIn(getPersonEmail('jonas'), DEMO_PASSWORD)).error).toBeNull()
})
