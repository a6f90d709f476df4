import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { createMailbox } from '~/platform/email/mailbox'
import { postAt } from '~/features/settlements/server/testing'
import { startTestApp } from '~tests/support/app'
import { createApiCaller, findColumnsContaining } from '../testing'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)
const emails = createMailbox(app.dataDir)
const password = DEMO_PASSWORD
const as = async (key: string) => createApiCaller(app, await app.signIn(key))
const isThere = async (id: string) =>
  (await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

beforeAll(async () => {
  for (const key of ['nova', 'temi', 'kestrel'])
    await sql`update events set organizer_id = null where organizer_id = ${getPersonId(key)}`.execute(db)
})

test('deleting one’s own account requires the password and a session', async () => {
  const callApi = await as('temi')
  expect((await callApi('GET', 'account/removal')).body).toMatchObject({ confirmBy: 'password' })
  const wrong = await callApi('POST', 'account/removal', { password: 'not this one' })
  expect(wrong).toMatchObject({ status: 422, code: 'WRONG_PASSWORD', message: 'That password is incorrect.' })
  // A code is not accepted, because this account has a password.
  expect(await callApi('POST', 'account/removal', { code: '123456' })).toMatchObject({
    code: 'WRONG_PASSWORD',
  })
  expect(await callApi('POST', 'account/removal', {})).toMatchObject({ status: 400 })
  expect(await createApiCaller(app, '')('POST', 'account/removal', { password })).toMatchObject({
    status: 401,
  })
  expect(await isThere(getPersonId('temi'))).toBe(true)
})

test('refuses the deletion while the person has upcoming events, and names them, soonest first', async () => {
  const temi = getPersonId('temi')
  const ids: string[] = []
  for (const [title, days] of [
    ['Late', 40],
    ['Soon', 4],
    ['Gone by', -4],
  ] as const) {
    const id = newId()
    ids.push(id)
    await sql`insert into events (id, title, event_type, event_date, event_status, location, venue_name, timezone, organizer_id)
      values (${id}, ${title}, 'club_night', now() + ${days} * interval '1 day', 'published', 'London', 'Loom Hall', 'Europe/London', ${temi})`.execute(
      db,
    )
  }
  const callApi = await as('temi')
  const { body } = await callApi('GET', 'account/removal')
  expect(body).toMatchObject({
    events: [{ title: 'Soon', id: ids[1], timezone: 'Europe/London' }, { title: 'Late' }],
  })
  const refused = await callApi('POST', 'account/removal', { password })
  expect(refused).toMatchObject({ status: 409, code: 'ORGANIZES' })
  expect(refused.message).toBe(
    'You organize 2 upcoming or unsettled events: Soon, Late. First cancel upcoming events or hand them over, and accept the settlements of past events.',
  )
  expect(await isThere(temi)).toBe(true)
})

test('refuses the deletion until the money of a past event is settled', async () => {
  const temi = getPersonId('temi')
  const id = newId()
  await sql`insert into events (id, title, event_type, event_date, event_status, location, venue_name, timezone, organizer_id)
    values (${id}, 'Paid', 'club_night', now() - interval '4 days', 'published', 'London', 'Loom Hall', 'Europe/London', ${temi})`.execute(
    db,
  )
  await postAt(db, id, { at: new Date().toISOString(), cents: 5_000 })
  const callApi = await as('temi')
  const readEvents = async () => (await callApi('GET', 'account/removal')).body.events
  expect(await readEvents()).toContainEqual(expect.objectContaining({ id, isUnsettled: true }))
  expect(await callApi('POST', 'account/removal', { password })).toMatchObject({ code: 'ORGANIZES' })
  await sql`insert into settlements (event_id, sheet) values (${id}, '{}')`.execute(db)
  expect(await readEvents()).not.toContainEqual(expect.objectContaining({ id }))
})

test('refuses to delete the last admin, but deletes an admin if there is another', async () => {
  const callApi = await as('admin')
  await sql`update events set organizer_id = null where organizer_id = ${getPersonId('admin')}`.execute(db)
  await sql`delete from user_roles where role = 'admin' and user_id <> ${getPersonId('admin')}`.execute(db)
  expect((await callApi('GET', 'account/removal')).body).toMatchObject({ isLastAdmin: true })
  expect(await callApi('POST', 'account/removal', { password })).toMatchObject({
    status: 409,
    code: 'LAST_ADMIN',
  })
  await sql`insert into user_roles (user_id, role) values (${getPersonId('moderator')}, 'admin')`.execute(db)
  // A suspended admin can't appoint another.
  await sql`update accounts set suspended_until = now() + interval '1 day' where id = ${getPersonId('moderator')}`.execute(
    db,
  )
  expect(await callApi('POST', 'account/removal', { password })).toMatchObject({ code: 'LAST_ADMIN' })
  await sql`update accounts set suspended_until = null where id = ${getPersonId('moderator')}`.execute(db)
  expect((await callApi('GET', 'account/removal')).body).toMatchObject({ isLastAdmin: false })
  expect(await callApi('POST', 'account/removal', { password })).toMatchObject({ status: 200 })
  expect(await isThere(getPersonId('admin'))).toBe(false)
})

test('deletes a person with every sign-in method and leaves no trace of them', async () => {
  const id = getPersonId('nova')
  const [email, phone, second] = [getPersonEmail('nova'), '+447700900456', '+447700900789']
  await sql`update accounts set phone = ${phone}, phone_verified_at = now(), new_email = 'nova@next.example', new_email_confirmed_by = 'new', user_metadata = '{"full_name": "Nova"}' where id = ${id}`.execute(
    db,
  )
  await sql`insert into identities (user_id, provider, provider_id, identity_data)
    values (${id}, 'google', 'sub-of-nova', jsonb_build_object('email', ${email}::text, 'picture', 'https://pictures.example/nova-face'))`.execute(
    db,
  )
  await sql`insert into auth_factors (user_id, kind, phone) values (${id}, 'phone', ${second})`.execute(db)
  await sql`insert into auth_factors (user_id, kind, credential_id, public_key) values (${id}, 'webauthn', 'key-of-nova', '\\x00')`.execute(
    db,
  )
  await sql`insert into passkeys (user_id, friendly_name, credential_id, public_key) values (${id}, 'Novas laptop', 'passkey-of-nova', '\\x00')`.execute(
    db,
  )
  await sql`insert into recovery_codes (code_hash, user_id) values ('\\x01', ${id})`.execute(db)
  await sql`insert into trusted_browsers (token_hash, user_id, expires_at) values ('\\x02', ${id}, now() + interval '1 day')`.execute(
    db,
  )
  for (const [n, sentTo] of [email, 'nova@next.example'].entries())
    await sql`insert into one_time_tokens (token_hash, purpose, sent_to, expires_at)
      values (decode(${`0${n + 3}`}, 'hex'), 'sign_in', ${sentTo}, now() + interval '1 hour')`.execute(db)
  await sql`insert into sign_in_flows (state_hash, provider, redirect_to, payload, expires_at)
    values ('\\x05', 'google', '/', jsonb_build_object('proof', jsonb_build_object('email', ${email}::text)), now() + interval '10 minutes')`.execute(
    db,
  )
  const [cookie, phoneCookie] = [await app.signIn('nova'), await app.signIn('nova')]
  const callApi = createApiCaller(app, cookie)
  await callApi('POST', 'account/export')
  const left = [
    email,
    phone,
    second,
    'sub-of-nova',
    'nova-face',
    'key-of-nova',
    'Novas laptop',
    'nova@next.example',
  ]
  for (const text of left) expect(await findColumnsContaining(db, text), text).not.toEqual([])

  const stream = await fetch(`${app.address}/api/live`, { headers: { cookie: phoneCookie } })
  const removal = await fetch(`${app.address}/api/v1/account/removal`, {
    method: 'POST',
    headers: {
      cookie,
      origin: app.address,
      'content-type': 'application/json',
      'x-forwarded-for': app.someAddress(),
    },
    body: JSON.stringify({ password }),
  })
  expect(removal.status).toBe(200)
  expect(removal.headers.getSetCookie().join()).toMatch(/^b2b_session=; .*Max-Age=0/)
  // The response ends because the other browser's stream was closed.
  await stream.text().catch(() => '')
  for (const sessionCookie of [cookie, phoneCookie])
    expect(
      await (await fetch(`${app.address}/api/v1/me`, { headers: { cookie: sessionCookie } })).json(),
    ).toBeNull()

  const last = async () =>
    (await emails.list()).filter(({ subject }) => subject === 'Your account is deleted')
  await expect.poll(async () => (await last()).map(({ to }) => to), { timeout: 10_000 }).toContain(email)
  // The finished email job is deleted, too.
  await expect.poll(() => findColumnsContaining(db, email), { timeout: 10_000 }).toEqual([])
  for (const text of left) expect(await findColumnsContaining(db, text), text).toEqual([])
  const { rows } =
    await sql`select from auth_factors where user_id = ${id} union all select from data_exports where user_id = ${id}`.execute(
      db,
    )
  expect(rows).toEqual([])
  const lines = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id', 'details'])
    .where('action', '=', 'users.leave')
    .where('actor_id', '=', id)
    .execute()
  expect(lines).toEqual([
    {
      actor_id: id,
      subject_id: id,
      details: { role: expect.stringMatching(/^(admin|moderator|member|customer)$/) },
    },
  ])
})

test('an account without a password is deleted with the emailed code', async () => {
  const id = getPersonId('kestrel')
  const callApi = await as('kestrel')
  await sql`update accounts set password_hash = null where id = ${id}`.execute(db)
  expect((await callApi('GET', 'account/removal')).body).toMatchObject({ confirmBy: 'email' })
  expect((await callApi('POST', 'account/removal/code')).body).toEqual({ sentBy: 'email' })
  const findCode = async () =>
    (await emails.list())
      .find(({ to, text }) => to === getPersonEmail('kestrel') && /\b\d{6}\b/.test(text))
      ?.text.match(/\b\d{6}\b/)?.[0]
  await expect.poll(findCode, { timeout: 10_000 }).toBeDefined()
  const code = (await findCode()) ?? ''
  const other = code === '000000' ? '000001' : '000000'
  expect(await callApi('POST', 'account/removal', { code: other })).toMatchObject({
    status: 422,
    code: 'WRONG_CODE',
  })
  expect(await callApi('POST', 'account/removal', { password })).toMatchObject({ code: 'WRONG_CODE' })
  expect(await isThere(id)).toBe(true)
  expect(await callApi('POST', 'account/removal', { code })).toMatchObject({ status: 200 })
  expect(await isThere(id)).toBe(false)
})

test('the preview counts the data that is deleted and kept, and omits empty areas', async () => {
  const callApi = await as('customer')
  const { body } = await callApi('GET', 'account/removal')
  const listAreas = (list: unknown) => (list as { area: string; count: number }[]).map(({ area }) => area)
  expect(listAreas(body['deleted'])).toContain('profile')
  expect(listAreas(body['deleted'])).toContain('sessions')
  expect(listAreas(body['retained'])).toContain('orders')
  expect(listAreas(body['retained'])).not.toContain('past_events')
  for (const { count } of [
    ...(body['deleted'] as { count: number }[]),
    ...(body['retained'] as { count: number }[]),
  ])
    expect(count).toBeGreaterThan(0)
})
