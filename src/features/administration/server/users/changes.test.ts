import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonId } from '~demo/people'
import { findInvitation } from '~/features/invitations/server/public'
import { newId } from '~/lib/ids'
import { startTestApp } from '~tests/support/app'
import { createUsersCaller } from './testing'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)
let callApi: ReturnType<typeof createUsersCaller>
const password = DEMO_PASSWORD
const temi = getPersonId('temi')

beforeAll(async () => {
  callApi = createUsersCaller(app, await app.signIn('admin'))
})

const listRoles = async (id: string) =>
  (await db.selectFrom('user_roles').select('role').where('user_id', '=', id).orderBy('role').execute()).map(
    ({ role }) => role,
  )
const listLines = async (id: string) =>
  await db
    .selectFrom('audit_log')
    .select(['action', 'details', 'actor_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
const listNotifications = async (id: string, kind: string) =>
  db
    .selectFrom('notifications')
    .select(['actor_id', 'settled_at'])
    .where('user_id', '=', id)
    .where('kind', '=', kind)
    .execute()
const get = (path: string, cookie = '') =>
  fetch(`${app.address}/api/v1/${path}`, { headers: { cookie, 'x-forwarded-for': app.someAddress() } })
const addDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('AD-06 adds and removes the moderator role, once per change, with a notification', async () => {
  for (const _ of [1, 2])
    expect(await callApi('PUT', `users/${temi}/roles/moderator`, {})).toMatchObject({ status: 200 })
  expect(await listRoles(temi)).toEqual(['moderator', 'user'])
  expect(await listNotifications(temi, 'moderator_role')).toEqual([{ actor_id: null, settled_at: null }])
  for (const _ of [1, 2])
    expect(await callApi('POST', `users/${temi}/roles/moderator/remove`, {})).toMatchObject({ status: 200 })
  expect(await listRoles(temi)).toEqual(['user'])
  expect(
    (await listNotifications(temi, 'moderator_role')).every(({ settled_at }) => settled_at !== null),
  ).toBe(true)
  expect(await listLines(temi)).toEqual([
    { action: 'users.assign_role', details: { role: 'moderator' }, actor_id: getPersonId('admin') },
    { action: 'users.remove_role', details: { role: 'moderator' }, actor_id: getPersonId('admin') },
  ])
})

test('AD-06 links that were emailed before the promotion do not work for a new moderator', async () => {
  const juno = getPersonId('juno')
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: Buffer.from('earlier'),
      user_id: juno,
      purpose: 'recover',
      expires_at: new Date(addDays(1)),
    })
    .execute()
  const listOpen = () =>
    db
      .selectFrom('one_time_tokens')
      .where('user_id', '=', juno)
      .where('used_at', 'is', null)
      .select('purpose')
      .execute()
  expect(await listOpen()).toHaveLength(1)
  expect(await callApi('PUT', `users/${juno}/roles/moderator`, {})).toMatchObject({ status: 200 })
  expect(await listOpen()).toEqual([])
})

test('changing the admin role requires the caller’s password, and other roles cannot be assigned', async () => {
  const path = `users/${temi}/roles/admin`
  expect(await callApi('PUT', path, {})).toMatchObject({ status: 422, code: 'PASSWORD_MISSING' })
  expect(await callApi('PUT', path, { password: 'nonsense' })).toMatchObject({
    status: 422,
    code: 'WRONG_PASSWORD',
  })
  expect(await listRoles(temi)).toEqual(['user'])
  expect(await callApi('PUT', path, { password })).toMatchObject({ status: 200 })
  const theirs = createUsersCaller(app, await app.signIn('temi'))
  expect(await theirs('GET', 'users/counts')).toMatchObject({ status: 200 })
  expect(await callApi('POST', `${path}/remove`, { password })).toMatchObject({ status: 200 })
  expect(await theirs('GET', 'users/counts')).toMatchObject({ status: 403 })
  for (const role of ['user', 'customer', 'nobody'])
    expect(await callApi('PUT', `users/${temi}/roles/${role}`, { password })).toMatchObject({ status: 400 })
})

test('refuses to remove the last admin, also when the only other one is suspended', async () => {
  const me = getPersonId('admin')
  const path = `users/${me}/roles/admin/remove`
  const stays = 'The site needs at least one admin. Make another user an admin first.'
  expect(await callApi('POST', path, { password })).toMatchObject({
    status: 409,
    code: 'LAST_ADMIN',
    message: stays,
  })
  expect(await callApi('GET', `users/${me}`)).toMatchObject({ body: { isLastAdmin: true, isYou: true } })
  await callApi('PUT', `users/${temi}/roles/admin`, { password })
  expect(await callApi('GET', `users/${me}`)).toMatchObject({ body: { isLastAdmin: false } })
  await callApi('PUT', `users/${temi}/suspension`, { until: addDays(1), reason: 'A pause.', was: null })
  expect(await callApi('POST', path, { password })).toMatchObject({ status: 409, code: 'LAST_ADMIN' })
  const suspended = await callApi('GET', `users/${temi}`)
  await callApi('POST', `users/${temi}/suspension/end`, { was: suspended.body['suspendedUntil'] })
  await callApi('POST', `users/${temi}/roles/admin/remove`, { password })
})

test('AD-07 verifies and unverifies, once per change, with a notification', async () => {
  const ilse = getPersonId('ilse')
  await sql`update profiles set is_verified = false where id = ${ilse}`.execute(db)
  const version = await db
    .selectFrom('profiles')
    .select('updated_at')
    .where('id', '=', ilse)
    .executeTakeFirst()
  for (const isVerified of [true, true, false, false])
    expect(await callApi('PUT', `users/${ilse}/verified`, { isVerified })).toMatchObject({ status: 200 })
  expect((await listLines(ilse)).map(({ action }) => action)).toEqual(['users.verify', 'users.unverify'])
  const notices = await listNotifications(ilse, 'verified')
  expect(notices).toMatchObject([{ actor_id: null }])
  expect(notices[0]?.settled_at).not.toBeNull()
  // The profile's version is the same, so a profile form that is open can still be saved.
  expect(
    await db.selectFrom('profiles').select('updated_at').where('id', '=', ilse).executeTakeFirst(),
  ).toEqual(version)
})

test('a suspension ends every session, notifies by email, hides the person, and ends automatically', async () => {
  const nova = getPersonId('nova')
  const cookie = await app.signIn('nova')
  await sql`insert into calendar_feeds (user_id) values (${nova}) on conflict do nothing`.execute(db)
  await sql`insert into invitations (code, created_by, status) values ('N0VAC0DE', ${nova}, 'pending')`.execute(
    db,
  )
  expect(await findInvitation(db, 'N0VAC0DE', new Date())).toBeDefined()
  const until = addDays(3)
  const reason = 'Sold one night twice.'
  expect(await callApi('PUT', `users/${nova}/suspension`, { until, reason, was: null })).toMatchObject({
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
  expect((await get(`djs/${nova}/availability?month=${addDays(40).slice(0, 7)}`)).status).toBe(404)
  const shown = await callApi('GET', `users/${nova}`)
  expect(shown.body).toMatchObject({ suspendedUntil: until, suspendedReason: reason })
  expect(await callApi('GET', 'users?filter=suspended')).toMatchObject({ body: { users: [{ id: nova }] } })
  const { rows: emails } = await sql`
    select data from pgboss.job where name = 'administration.suspended' and data ->> 'userId' = ${nova}`.execute(
    db,
  )
  expect(emails).toEqual([{ data: { userId: nova, until } }])
  expect(await findInvitation(db, 'N0VAC0DE', new Date())).toBeUndefined()
  await sql`update accounts set suspended_until = now() where id = ${nova}`.execute(db)
  expect(await isListed()).toBe(true)
  await app.signIn('nova')
  expect(await callApi('GET', `users/${nova}`)).toMatchObject({
    body: { suspendedUntil: null, suspendedReason: null },
  })
})

test('a conflicting suspension reports who changed it and when; an identical one succeeds', async () => {
  const kestrel = getPersonId('kestrel')
  const path = `users/${kestrel}/suspension`
  const [first, second] = [addDays(2), addDays(5)]
  expect(await callApi('PUT', path, { until: first, reason: 'One.', was: null })).toMatchObject({
    status: 200,
  })
  expect(await callApi('PUT', path, { until: first, reason: 'One.', was: null })).toMatchObject({
    status: 200,
  })
  const refused = await callApi('PUT', path, { until: second, reason: 'Two.', was: null })
  expect(refused).toMatchObject({ status: 409, code: 'CHANGED' })
  expect(refused.message).toMatch(/^.+ suspended this account under a minute ago\.$/)
  expect(refused.body.data?.['by']).toBe(await getName('admin'))
  expect(await callApi('PUT', path, { until: second, reason: 'Two.', was: first })).toMatchObject({
    status: 200,
  })
  expect(await callApi('POST', `${path}/end`, { was: first })).toMatchObject({ status: 409, code: 'CHANGED' })
  expect(await callApi('POST', `${path}/end`, { was: second })).toMatchObject({ status: 200 })
  expect(await callApi('POST', `${path}/end`, { was: second })).toMatchObject({ status: 200 })
  const late = await callApi('PUT', path, { until: addDays(9), reason: 'Three.', was: second })
  expect(late.message).toMatch(/^.+ ended the suspension under a minute ago\.$/)
  expect((await listLines(kestrel)).map(({ action }) => action)).toEqual([
    'users.suspend',
    'users.suspend',
    'users.end_suspension',
  ])
})

const getName = async (key: string) =>
  (
    await db
      .selectFrom('profiles')
      .select('display_name')
      .where('id', '=', getPersonId(key))
      .executeTakeFirst()
  )?.display_name

test('a suspension needs another person, a future date within ten years, and a reason', async () => {
  const path = `users/${temi}/suspension`
  const valid = { until: addDays(1), reason: 'A pause.', was: null }
  expect(await callApi('PUT', `users/${getPersonId('admin')}/suspension`, valid)).toMatchObject({
    status: 409,
    code: 'OWN_ACCOUNT',
  })
  expect(await callApi('PUT', path, { ...valid, until: addDays(-1) })).toMatchObject({
    status: 422,
    message: 'Choose a date in the future.',
  })
  expect(await callApi('PUT', path, { ...valid, until: addDays(3700) })).toMatchObject({
    status: 422,
    message: 'Choose a date within 10 years.',
  })
  expect(await callApi('PUT', path, { ...valid, until: 'soon' })).toMatchObject({ status: 400 })
  expect(await callApi('PUT', path, { ...valid, reason: ' \n ' })).toMatchObject({ status: 400 })
  expect(await callApi('PUT', path, { ...valid, reason: 'x'.repeat(501) })).toMatchObject({ status: 400 })
  expect(await callApi('PUT', `users/${newId()}/suspension`, valid)).toMatchObject({ status: 404 })
  expect(await callApi('PUT', 'users/nobody/suspension', valid)).toMatchObject({ status: 404 })
})

test('lists sessions with browser names, and ends one or all of them except the current one', async () => {
  const cookies = [await app.signIn('sofia'), await app.signIn('sofia')]
  const sofia = getPersonId('sofia')
  const open = await callApi('GET', `users/${sofia}/sessions`)
  const sessions = open.body as unknown as { id: string; browser: string; isThis: boolean }[]
  expect(sessions.length).toBeGreaterThanOrEqual(2)
  for (const cookie of cookies) expect(JSON.stringify(sessions)).not.toContain(cookie.split('.')[1])
  expect(sessions[0]).toMatchObject({ browser: 'An unknown browser', isThis: false })
  const [last] = sessions
  for (const _ of [1, 2])
    expect(await callApi('DELETE', `users/${sofia}/sessions/${last?.id}`)).toMatchObject({ status: 200 })
  // A session id of another person is ignored.
  expect(await callApi('DELETE', `users/${temi}/sessions/${sessions[1]?.id}`)).toMatchObject({ status: 200 })
  expect(
    await Promise.all(cookies.map(async (cookie) => (await (await get('me', cookie)).json()) !== null)),
  ).toEqual([true, false])
  expect(await callApi('DELETE', `users/${sofia}/sessions`)).toMatchObject({ status: 200 })
  expect(await (await get('me', cookies[0])).json()).toBeNull()
  const actions = (await listLines(sofia)).map(({ action, details }) => [action, details])
  expect(actions.slice(-2)).toEqual([
    ['users.end_session', { browser: 'An unknown browser' }],
    ['users.end_session', { count: sessions.length - 1 }],
  ])
  const me = getPersonId('admin')
  expect(await callApi('DELETE', `users/${me}/sessions`)).toMatchObject({ status: 200 })
  expect(await callApi('GET', `users/${me}/sessions`)).toMatchObject({ body: [{ isThis: true }] })
})
