import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, personId } from '~/database/seed/people'
import { findInvitation } from '~/features/invitations/server/public'
import { newId } from '~/lib/ids'
import { startTestApp } from '~tests/support/app'
import { createUsersCaller } from './testing'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)
let ask: ReturnType<typeof createUsersCaller>
const password = DEMO_PASSWORD
const temi = personId('temi')

beforeAll(async () => {
  ask = createUsersCaller(app, await app.signIn('admin'))
})

const rolesOf = async (id: string) =>
  (await db.selectFrom('user_roles').select('role').where('user_id', '=', id).orderBy('role').execute()).map(
    ({ role }) => role,
  )
const linesOf = async (id: string) =>
  await db
    .selectFrom('audit_log')
    .select(['action', 'details', 'actor_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
const notificationsOf = async (id: string, kind: string) =>
  db
    .selectFrom('notifications')
    .select(['actor_id', 'settled_at'])
    .where('user_id', '=', id)
    .where('kind', '=', kind)
    .execute()
const get = (path: string, cookie = '') =>
  fetch(`${app.address}/api/v1/${path}`, { headers: { cookie, 'x-forwarded-for': app.someAddress() } })
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('AD-06 adds and removes the moderator role, once per change, with a notification', async () => {
  for (const _ of [1, 2])
    expect(await ask('PUT', `users/${temi}/roles/moderator`, {})).toMatchObject({ status: 200 })
  expect(await rolesOf(temi)).toEqual(['moderator', 'user'])
  expect(await notificationsOf(temi, 'moderator_role')).toEqual([{ actor_id: null, settled_at: null }])
  for (const _ of [1, 2])
    expect(await ask('POST', `users/${temi}/roles/moderator/remove`, {})).toMatchObject({ status: 200 })
  expect(await rolesOf(temi)).toEqual(['user'])
  expect((await notificationsOf(temi, 'moderator_role')).every(({ settled_at }) => settled_at !== null)).toBe(
    true,
  )
  expect(await linesOf(temi)).toEqual([
    { action: 'users.assign_role', details: { role: 'moderator' }, actor_id: personId('admin') },
    { action: 'users.remove_role', details: { role: 'moderator' }, actor_id: personId('admin') },
  ])
})

test('changing the admin role requires the caller’s password, and other roles cannot be assigned', async () => {
  const path = `users/${temi}/roles/admin`
  expect(await ask('PUT', path, {})).toMatchObject({ status: 422, code: 'PASSWORD_MISSING' })
  expect(await ask('PUT', path, { password: 'nonsense' })).toMatchObject({
    status: 422,
    code: 'WRONG_PASSWORD',
  })
  expect(await rolesOf(temi)).toEqual(['user'])
  expect(await ask('PUT', path, { password })).toMatchObject({ status: 200 })
  const theirs = createUsersCaller(app, await app.signIn('temi'))
  expect(await theirs('GET', 'users/counts')).toMatchObject({ status: 200 })
  expect(await ask('POST', `${path}/remove`, { password })).toMatchObject({ status: 200 })
  expect(await theirs('GET', 'users/counts')).toMatchObject({ status: 403 })
  for (const role of ['user', 'customer', 'nobody'])
    expect(await ask('PUT', `users/${temi}/roles/${role}`, { password })).toMatchObject({ status: 400 })
})

test('refuses to remove the last admin, also when the only other one is suspended', async () => {
  const me = personId('admin')
  const path = `users/${me}/roles/admin/remove`
  const stays = 'The site needs at least one admin. Make another user an admin first.'
  expect(await ask('POST', path, { password })).toMatchObject({
    status: 409,
    code: 'LAST_ADMIN',
    message: stays,
  })
  expect(await ask('GET', `users/${me}`)).toMatchObject({ body: { isLastAdmin: true, isYou: true } })
  await ask('PUT', `users/${temi}/roles/admin`, { password })
  expect(await ask('GET', `users/${me}`)).toMatchObject({ body: { isLastAdmin: false } })
  await ask('PUT', `users/${temi}/suspension`, { until: later(1), reason: 'A pause.', was: null })
  expect(await ask('POST', path, { password })).toMatchObject({ status: 409, code: 'LAST_ADMIN' })
  const suspended = await ask('GET', `users/${temi}`)
  await ask('POST', `users/${temi}/suspension/end`, { was: suspended.body['suspendedUntil'] })
  await ask('POST', `users/${temi}/roles/admin/remove`, { password })
})

test('AD-07 verifies and unverifies, once per change, with a notification', async () => {
  const ilse = personId('ilse')
  await sql`update profiles set is_verified = false where id = ${ilse}`.execute(db)
  const version = await db
    .selectFrom('profiles')
    .select('updated_at')
    .where('id', '=', ilse)
    .executeTakeFirst()
  for (const isVerified of [true, true, false, false])
    expect(await ask('PUT', `users/${ilse}/verified`, { isVerified })).toMatchObject({ status: 200 })
  expect((await linesOf(ilse)).map(({ action }) => action)).toEqual(['users.verify', 'users.unverify'])
  const notices = await notificationsOf(ilse, 'verified')
  expect(notices).toMatchObject([{ actor_id: null }])
  expect(notices[0]?.settled_at).not.toBeNull()
  // An open profile form can still be saved.
  expect(
    await db.selectFrom('profiles').select('updated_at').where('id', '=', ilse).executeTakeFirst(),
  ).toEqual(version)
})

test('a suspension ends every session, notifies by email, hides the person, and ends automatically', async () => {
  const nova = personId('nova')
  const cookie = await app.signIn('nova')
  await sql`insert into calendar_feeds (user_id) values (${nova}) on conflict do nothing`.execute(db)
  await sql`insert into invitations (code, created_by, status) values ('N0VAC0DE', ${nova}, 'pending')`.execute(
    db,
  )
  expect(await findInvitation(db, 'N0VAC0DE', new Date())).toBeDefined()
  const until = later(3)
  const reason = 'Sold one night twice.'
  expect(await ask('PUT', `users/${nova}/suspension`, { until, reason, was: null })).toMatchObject({
    status: 200,
  })
  expect(await (await get('me', cookie)).json()).toBeNull()
  await expect(app.signIn('nova')).rejects.toThrow(reason)
  const customer = await app.signIn('customer')
  const isListed = async () => (await (await get('djs', customer)).text()).includes(nova)
  expect(await isListed()).toBe(false)
  expect((await get(`djs/${nova}`, customer)).status).toBe(404)
  expect((await get(`members/${nova}`, await app.signIn('sofia'))).status).toBe(404)
  expect(await (await get('members', await app.signIn('sofia'))).text()).not.toContain(nova)
  expect((await get(`djs/${nova}/availability?month=${later(40).slice(0, 7)}`)).status).toBe(404)
  const shown = await ask('GET', `users/${nova}`)
  expect(shown.body).toMatchObject({ suspendedUntil: until, suspendedReason: reason })
  expect(await ask('GET', 'users?filter=suspended')).toMatchObject({ body: { users: [{ id: nova }] } })
  const { rows: emails } = await sql`
    select data from pgboss.job where name = 'administration.suspended' and data ->> 'userId' = ${nova}`.execute(
    db,
  )
  expect(emails).toEqual([{ data: { userId: nova, until } }])
  expect(await findInvitation(db, 'N0VAC0DE', new Date())).toBeUndefined()
  await sql`update accounts set suspended_until = now() where id = ${nova}`.execute(db)
  expect(await isListed()).toBe(true)
  await app.signIn('nova')
  expect(await ask('GET', `users/${nova}`)).toMatchObject({
    body: { suspendedUntil: null, suspendedReason: null },
  })
})

test('a conflicting suspension reports who changed it and when; an identical one succeeds', async () => {
  const kestrel = personId('kestrel')
  const path = `users/${kestrel}/suspension`
  const [first, second] = [later(2), later(5)]
  expect(await ask('PUT', path, { until: first, reason: 'One.', was: null })).toMatchObject({ status: 200 })
  expect(await ask('PUT', path, { until: first, reason: 'One.', was: null })).toMatchObject({ status: 200 })
  const refused = await ask('PUT', path, { until: second, reason: 'Two.', was: null })
  expect(refused).toMatchObject({ status: 409, code: 'CHANGED' })
  expect(refused.message).toMatch(/^.+ suspended this account under a minute ago\.$/)
  expect(refused.body.data?.['by']).toBe(await nameOf('admin'))
  expect(await ask('PUT', path, { until: second, reason: 'Two.', was: first })).toMatchObject({ status: 200 })
  expect(await ask('POST', `${path}/end`, { was: first })).toMatchObject({ status: 409, code: 'CHANGED' })
  expect(await ask('POST', `${path}/end`, { was: second })).toMatchObject({ status: 200 })
  expect(await ask('POST', `${path}/end`, { was: second })).toMatchObject({ status: 200 })
  const late = await ask('PUT', path, { until: later(9), reason: 'Three.', was: second })
  expect(late.message).toMatch(/^.+ ended the suspension under a minute ago\.$/)
  expect((await linesOf(kestrel)).map(({ action }) => action)).toEqual([
    'users.suspend',
    'users.suspend',
    'users.end_suspension',
  ])
})

const nameOf = async (key: string) =>
  (await db.selectFrom('profiles').select('display_name').where('id', '=', personId(key)).executeTakeFirst())
    ?.display_name

test('a suspension needs another person, a future date within ten years, and a reason', async () => {
  const path = `users/${temi}/suspension`
  const valid = { until: later(1), reason: 'A pause.', was: null }
  expect(await ask('PUT', `users/${personId('admin')}/suspension`, valid)).toMatchObject({
    status: 409,
    code: 'OWN_ACCOUNT',
  })
  expect(await ask('PUT', path, { ...valid, until: later(-1) })).toMatchObject({
    status: 422,
    message: 'Choose a date in the future.',
  })
  expect(await ask('PUT', path, { ...valid, until: later(3700) })).toMatchObject({
    status: 422,
    message: 'Choose a date within 10 years.',
  })
  expect(await ask('PUT', path, { ...valid, until: 'soon' })).toMatchObject({ status: 400 })
  expect(await ask('PUT', path, { ...valid, reason: ' \n ' })).toMatchObject({ status: 400 })
  expect(await ask('PUT', path, { ...valid, reason: 'x'.repeat(501) })).toMatchObject({ status: 400 })
  expect(await ask('PUT', `users/${newId()}/suspension`, valid)).toMatchObject({ status: 404 })
  expect(await ask('PUT', 'users/nobody/suspension', valid)).toMatchObject({ status: 404 })
})

test('lists sessions with browser names, and ends one or all of them except the current one', async () => {
  const cookies = [await app.signIn('sofia'), await app.signIn('sofia')]
  const sofia = personId('sofia')
  const open = await ask('GET', `users/${sofia}/sessions`)
  const sessions = open.body as unknown as { id: string; browser: string; isThis: boolean }[]
  expect(sessions.length).toBeGreaterThanOrEqual(2)
  for (const cookie of cookies) expect(JSON.stringify(sessions)).not.toContain(cookie.split('.')[1])
  expect(sessions[0]).toMatchObject({ browser: 'An unknown browser', isThis: false })
  const [last] = sessions
  for (const _ of [1, 2])
    expect(await ask('DELETE', `users/${sofia}/sessions/${last?.id}`)).toMatchObject({ status: 200 })
  // A session id of another person is ignored.
  expect(await ask('DELETE', `users/${temi}/sessions/${sessions[1]?.id}`)).toMatchObject({ status: 200 })
  expect(
    await Promise.all(cookies.map(async (cookie) => (await (await get('me', cookie)).json()) !== null)),
  ).toEqual([true, false])
  expect(await ask('DELETE', `users/${sofia}/sessions`)).toMatchObject({ status: 200 })
  expect(await (await get('me', cookies[0])).json()).toBeNull()
  const actions = (await linesOf(sofia)).map(({ action, details }) => [action, details])
  expect(actions.slice(-2)).toEqual([
    ['users.end_session', { browser: 'An unknown browser' }],
    ['users.end_session', { count: sessions.length - 1 }],
  ])
  const me = personId('admin')
  expect(await ask('DELETE', `users/${me}/sessions`)).toMatchObject({ status: 200 })
  expect(await ask('GET', `users/${me}/sessions`)).toMatchObject({ body: [{ isThis: true }] })
})
