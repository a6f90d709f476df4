import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '~demo/people'
import { newId } from '~/lib/ids'
import { createMailbox } from '~/platform/email/mailbox'
import { startTestApp } from '~tests/support/app'
import { createApiCaller } from './testing'

/** Email, phone and name can be unverified: deleting an account must not delete other people's data stored under them. */
const app = await startTestApp()
const { db } = app
afterAll(app.stop)
const emails = createMailbox(app.dataDir)
const password = DEMO_PASSWORD
let callApi: ReturnType<typeof createApiCaller>
beforeAll(async () => {
  callApi = createApiCaller(app, await app.signIn('admin'))
})

const VICTIM = 'victim@else.example'
const NUMBER = '+447700900321'

/** Creates an account with unverified contact data, unless `set` verifies it. */
async function createSquatter(
  set = sql`phone = null`,
  { fullName = 'Squatter', email = `${newId()}@squat.example` } = {},
) {
  const id = newId()
  await sql`insert into accounts (id, email) values (${id}, ${email})`.execute(db)
  await sql`insert into profiles (id, full_name, email) values (${id}, ${fullName}, ${email})`.execute(db)
  await sql`update accounts set ${set} where id = ${id}`.execute(db)
  return id
}
const remove = async (id: string) =>
  expect(await callApi('POST', `admin/users/${id}/remove`, { password })).toMatchObject({ status: 200 })

let tokens = 0
/** Creates an unused link or code for an address or number. */
async function createToken(sentTo: string, purpose: string, userId: string | null = null) {
  tokens += 1
  await sql`insert into one_time_tokens (token_hash, purpose, user_id, sent_to, payload, expires_at)
    values (${Buffer.from([7, tokens])}, ${purpose}, ${userId}, ${sentTo}, '{}', now() + interval '1 hour')`.execute(
    db,
  )
}
const listWaiting = async (sentTo: string) => {
  const rows = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('sent_to', '=', sentTo)
    .execute()
  return rows.map(({ purpose }) => purpose).toSorted()
}

test.each([
  ['an unverified email', sql`email = ${VICTIM}`],
  ['a requested new email', sql`new_email = ${VICTIM}`],
  [
    'a new email confirmed only at the current address',
    sql`new_email = ${VICTIM}, new_email_confirmed_by = 'current'`,
  ],
  ['an unverified phone', sql`phone = ${NUMBER}`],
  ['a requested new phone', sql`new_phone = ${NUMBER}`],
])('deleting an account with %s keeps data stored under that email or phone', async (_, set) => {
  await sql`delete from one_time_tokens`.execute(db)
  const id = await createSquatter(set)
  await sql`insert into auth_factors (user_id, kind, phone) values (${id}, 'phone', ${NUMBER})`.execute(db)
  await createToken(VICTIM, 'sign_in')
  await createToken(NUMBER, 'phone_sign_in')
  await sql`insert into pgboss.job (name, data, policy, singleton_key, start_after)
    select 'identity.recover', data, 'short', gen_random_uuid()::text, now() + interval '1 day'
    from (values (jsonb_build_object('email', ${VICTIM}::text)), (jsonb_build_object('phone', ${NUMBER}::text))) d (data)`.execute(
    db,
  )
  await remove(id)
  expect([await listWaiting(VICTIM), await listWaiting(NUMBER)]).toEqual([['sign_in'], ['phone_sign_in']])
  const { rows } = await sql`delete from pgboss.job where name = 'identity.recover' returning id`.execute(db)
  expect(rows).toHaveLength(2)
})

test.each([
  ['a verified email', sql`email = ${VICTIM}, email_verified_at = now()`, VICTIM],
  [
    'a new email confirmed at the new address',
    sql`new_email = ${VICTIM}, new_email_confirmed_by = 'new'`,
    VICTIM,
  ],
  ['a verified phone', sql`phone = ${NUMBER}, phone_verified_at = now()`, NUMBER],
])(
  "deletes data under a verified address or number, but not other accounts' data: %s",
  async (_, set, way) => {
    await sql`delete from one_time_tokens`.execute(db)
    const [id, other] = [await createSquatter(set), await createSquatter()]
    await createToken(way, way === VICTIM ? 'sign_in' : 'phone_sign_in')
    await createToken(way, way === VICTIM ? 'verify_email' : 'verify_phone', other)
    await remove(id)
    expect(await listWaiting(way)).toEqual([way === VICTIM ? 'verify_email' : 'verify_phone'])
    await remove(other)
    expect(await listWaiting(way)).toEqual([])
  },
)

test('deleting an account keeps the transfers, join requests, codes and sign-in flows of other people', async () => {
  const friend = 'friend@else.example'
  const giver = await createSquatter()
  const { rows: tickets } = await sql<{ id: string }>`
    select id from tickets t where status = 'valid'
      and not exists (select from ticket_transfers p where p.ticket_id = t.id) order by id limit 2`.execute(
    db,
  )
  const [offered, accepted] = tickets.map((ticket) => ticket.id)
  const id = await createSquatter(sql`email = ${friend}`)
  await sql`insert into ticket_transfers (ticket_id, from_id, to_email, token_hash)
    values (${offered}, ${giver}, ${friend}, '\\x01')`.execute(db)
  await sql`insert into ticket_transfers (ticket_id, from_id, to_email, token_hash, status, to_id, settled_at, old_secret)
    select ${accepted}, ${giver}, ${friend}, '\\x02', 'accepted', ${id}, now(), secret from tickets where id = ${accepted}`.execute(
    db,
  )
  await sql`insert into invite_requests (full_name, email, occupation) values ('Friend', ${friend}, 'DJ')`.execute(
    db,
  )
  await sql`insert into invitations (code, created_by, status, sent_to) values ('FR1END00', ${giver}, 'pending', ${friend})`.execute(
    db,
  )
  await sql`insert into sign_in_flows (state_hash, provider, redirect_to, payload, expires_at)
    values ('\\x09', 'google', '/', jsonb_build_object('proof', jsonb_build_object('email', ${friend}::text)), now() + interval '9 minutes')`.execute(
    db,
  )
  await remove(id)
  const { rows } = await sql`select
    (select array_agg(status || ' ' || to_email order by status) from ticket_transfers where from_id = ${giver}) as offers,
    (select count(*) from invite_requests where email = ${friend}) as requests,
    (select count(*) from invitations where sent_to = ${friend}) as codes,
    (select count(*) from sign_in_flows where payload->'proof'->>'email' = ${friend}) as flows`.execute(db)
  // The deleted person accepted one transfer, so its address is erased. The pending transfer keeps the address, which
  // belongs to another person.
  expect(rows).toEqual([{ offers: ['accepted ', `pending ${friend}`], requests: 1, codes: 1, flows: 1 }])
})

test("deleting a throw-away account with another person's name changes no guest list and no join request", async () => {
  const event = await db.selectFrom('events').select('id').executeTakeFirstOrThrow()
  const names = ['Mara Voss', 'the house', 'Nobody Here']
  for (const [n, name] of names.entries()) {
    await sql`insert into guests (event_id, name, guest_of) values (${event.id}, ${`Guest ${n}`}, ${name})`.execute(
      db,
    )
    await sql`insert into invite_requests (full_name, email, occupation, vouched_by)
      values ('Ann', ${`ann${n}@else.example`}, 'DJ', ${name})`.execute(db)
  }
  for (const fullName of names) await remove(await createSquatter(undefined, { fullName }))
  const { rows } = await sql`select
    (select array_agg(guest_of order by name) from guests where name like 'Guest _') as guests,
    (select array_agg(vouched_by order by email) from invite_requests where email like 'ann_@else.example') as vouched`.execute(
    db,
  )
  expect(rows).toEqual([{ guests: names, vouched: names }])
})

test('sends the email about the deletion only to a verified address', async () => {
  const signUpAndLeave = async (email: string, confirmed: boolean) => {
    const response = await fetch(`${app.address}/api/v1/auth/sign-up`, {
      method: 'POST',
      headers: {
        origin: app.address,
        'content-type': 'application/json',
        'x-forwarded-for': app.someAddress(),
      },
      body: JSON.stringify({ fullName: 'Short Stay', email, password: 'slow techno at noon' }),
    })
    expect(response.status).toBe(200)
    if (confirmed) await sql`update accounts set email_verified_at = now() where email = ${email}`.execute(db)
    const cookie = response.headers
      .getSetCookie()
      .map((header) => header.split(';')[0])
      .join('; ')
    const removal = await createApiCaller(app, cookie)('POST', 'account/removal', {
      password: 'slow techno at noon',
    })
    expect(removal).toMatchObject({ status: 200 })
  }
  await signUpAndLeave('unproven@short.example', false)
  await signUpAndLeave('proven@short.example', true)
  const listNotified = async () =>
    (await emails.list()).filter(({ subject }) => subject === 'Your account is deleted').map(({ to }) => to)
  await expect.poll(listNotified, { timeout: 10_000 }).toContain('proven@short.example')
  expect(await listNotified()).not.toContain('unproven@short.example')
})
