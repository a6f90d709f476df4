import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '~tests/support/app'
import { createApiCaller } from './testing'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)

test("clears the person's name from join requests they vouched for, but not longer names that contain it", async () => {
  const callApi = createApiCaller(app, await app.signIn('admin'))
  const id = newId()
  await sql`insert into accounts (id, email) values (${id}, 'jo@short.example')`.execute(db)
  await sql`insert into profiles (id, full_name, dj_name, email) values (${id}, 'Jo', 'DJ Low', 'jo@short.example')`.execute(
    db,
  )
  const texts = ['Jo', 'jo, from Leeds', 'dj low (resident)', 'Joanna Reyes', 'Banjo', 'DJ Lowell', '']
  for (const [n, vouchedBy] of texts.entries()) {
    const email = `ana${n}@short.example`
    await sql`insert into invite_requests (full_name, email, occupation, vouched_by)
      values ('Ana', ${email}, 'DJ', ${vouchedBy})`.execute(db)
    // Ana, who made this request, is now a member and connected to Jo.
    const ana = newId()
    await sql`insert into accounts (id, email, email_verified_at) values (${ana}, ${email}, now())`.execute(
      db,
    )
    await sql`insert into profiles (id, full_name, email) values (${ana}, 'Ana', ${email})`.execute(db)
    await sql`insert into connections (user_id, connected_user_id, status, answered_at)
      values (${ana}, ${id}, 'accepted', now())`.execute(db)
  }
  expect(await callApi('POST', `admin/users/${id}/remove`, { password: DEMO_PASSWORD })).toMatchObject({
    status: 200,
  })
  const left = await db
    .selectFrom('invite_requests')
    .select('vouched_by')
    .where('email', 'like', 'ana%@short.example')
    .orderBy('email')
    .execute()
  expect(left.map(({ vouched_by }) => vouched_by)).toEqual([
    '',
    '',
    '',
    'Joanna Reyes',
    'Banjo',
    'DJ Lowell',
    '',
  ])
})

test('clears a deleted person’s name from a stranger’s invite request only if no other member has that name', async () => {
  const callApi = createApiCaller(app, await app.signIn('admin'))
  const insert = async (fullName: string, role: string) => {
    const id = newId()
    await sql`insert into accounts (id, email) values (${id}, ${`${id}@named.example`})`.execute(db)
    await sql`insert into profiles (id, full_name, email) values (${id}, ${fullName}, ${`${id}@named.example`})`.execute(
      db,
    )
    await sql`insert into user_roles (user_id, role, created_at) values (${id}, ${role}, now() - interval '1 day')`.execute(
      db,
    )
    return id
  }
  const [twin, sole, guest] = [
    await insert('Twin Name', 'user'),
    await insert('Sole Name', 'user'),
    await insert('Guest Name', 'customer'),
  ]
  await insert('Twin Name', 'user')
  const texts = ['Guest Name', 'Sole Name', 'Sole Name and Twin Name', 'Twin Name']
  for (const [n, vouchedBy] of texts.entries())
    await sql`insert into invite_requests (full_name, email, occupation, vouched_by)
      values ('Ben', ${`ben${n}@named.example`}, 'DJ', ${vouchedBy})`.execute(db)
  for (const id of [twin, sole, guest])
    expect(await callApi('POST', `admin/users/${id}/remove`, { password: DEMO_PASSWORD })).toMatchObject({
      status: 200,
    })
  const left = await db
    .selectFrom('invite_requests')
    .select('vouched_by')
    .where('email', 'like', 'ben%@named.example')
    .orderBy('email')
    .execute()
  expect(left.map(({ vouched_by }) => vouched_by)).toEqual([
    'Guest Name',
    '',
    'Sole Name and Twin Name',
    'Twin Name',
  ])
})

test("deletes provider sign-in flows for the person's addresses, but not for addresses that contain them", async () => {
  const callApi = createApiCaller(app, await app.signIn('admin'))
  const id = newId()
  const [email, next] = ['ann@gone.example', 'ann@next.example']
  await sql`insert into accounts (id, email, email_verified_at, new_email, new_email_confirmed_by)
    values (${id}, ${email}, now(), ${next}, 'new')`.execute(db)
  await sql`insert into profiles (id, full_name, email) values (${id}, 'Ann', ${email})`.execute(db)
  const createPayload = (login_hint: string) => ({ wishes: { scopes: [], parameters: { login_hint } } })
  const payloads = [
    { proof: { email } },
    { proof: { email: next } },
    createPayload('Ann@Gone.example'),
    { proof: { email: 'joann@gone.example' } },
    createPayload('joann@gone.example'),
    { proof: { fullName: email } },
    {},
  ]
  for (const [n, payload] of payloads.entries())
    await sql`insert into sign_in_flows (state_hash, provider, redirect_to, payload, expires_at)
      values (${Buffer.from([n])}, ${`one of ${n}`}, '/', ${JSON.stringify(payload)}::jsonb, now() + interval '10 minutes')`.execute(
      db,
    )
  expect(await callApi('POST', `admin/users/${id}/remove`, { password: DEMO_PASSWORD })).toMatchObject({
    status: 200,
  })
  const left = await db.selectFrom('sign_in_flows').select('provider').orderBy('provider').execute()
  expect(left.map(({ provider }) => provider)).toEqual(['one of 3', 'one of 4', 'one of 5', 'one of 6'])
})
