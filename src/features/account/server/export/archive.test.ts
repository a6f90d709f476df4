import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '~tests/support/app'
import { omittedData } from './omitted-data'
import { describeParts } from './testing-parts'
import { parts } from './archive-parts'
import { writeArchive } from './write-archive'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)

type Row = Record<string, unknown>
interface Archive {
  format: string
  version: number
  id: string
  about: Record<string, string>
  omitted: { description: string; reason: string }[]
  parts: Record<string, Row[]>
}

async function readArchive(key: string): Promise<{ text: string; archive: Archive }> {
  const text = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      let all = ''
      for await (const piece of writeArchive(trx, { userId: getPersonId(key), madeAt: new Date() }))
        all += piece
      return all
    })
  return { text, archive: JSON.parse(text) }
}

beforeAll(async () => {
  const mara = getPersonId('mara')
  // Adds kinds of data that no person in the demo has.
  await sql`update accounts set user_metadata = '{"source": "by an app"}' where id = ${mara}`.execute(db)
  await sql`insert into identities (user_id, provider, provider_id, identity_data) values (${mara}, 'github', '4711', '{"login": "maravoss"}')`.execute(
    db,
  )
  await sql`insert into auth_factors (user_id, kind, status, friendly_name, secret_sealed) values (${mara}, 'totp', 'verified', 'My phone', '\\x5ea1ed5ec2e7')`.execute(
    db,
  )
  await sql`insert into passkeys (user_id, friendly_name, credential_id, public_key) values (${mara}, 'Laptop', 'credential-of-mara', '\\x00')`.execute(
    db,
  )
})

test('exports every column that refers to a person, or states why it is left out', async () => {
  const { rows } = await sql<{ key: string }>`
    select k.table_name || '.' || k.column_name as key
    from information_schema.referential_constraints r
    join information_schema.key_column_usage k on k.constraint_schema = r.constraint_schema and k.constraint_name = r.constraint_name
    join information_schema.table_constraints u
      on u.constraint_schema = r.unique_constraint_schema and u.constraint_name = r.unique_constraint_name
    where r.constraint_schema = 'public' and u.table_name in ('accounts', 'profiles') order by 1`.execute(db)
  const known = [...parts.flatMap(({ covers }) => covers), ...omittedData.flatMap(({ columns }) => columns)]
  expect(known.toSorted()).toEqual(rows.map(({ key }) => key))
  for (const { reason } of omittedData) expect(reason).toMatch(/\w.{20,}\.$/)
})

test('the archive has the documented format; removing or redefining a field needs a new version', async () => {
  const { rows } = await sql<{ id: string }>`select id from accounts limit 1`.execute(db)
  const fields = await describeParts(db, rows[0]?.id ?? '')
  await expect(fields).toMatchFileSnapshot('../../../../../docs/data-export.md')
})

test('writes all data about a person as one JSON object', async () => {
  const { archive } = await readArchive('mara')
  expect(archive).toMatchObject({ format: 'back-to-back/person', version: 1, id: getPersonId('mara') })
  expect(Object.keys(archive.parts)).toEqual(parts.map(({ name }) => name))
  expect(Object.keys(archive.about)).toEqual(Object.keys(archive.parts))
  expect(archive.omitted).toHaveLength(omittedData.length)
  for (const { description, reason } of archive.omitted) expect(`${description}. ${reason}`).not.toMatch(/_/)
  expect(archive.parts['account']).toMatchObject([
    {
      email: getPersonEmail('mara'),
      hasPassword: true,
      hasSecondFactor: true,
      metadata: { source: 'by an app' },
    },
  ])
  expect(archive.parts['linkedIdentities']).toMatchObject([
    { provider: 'github', data: { login: 'maravoss' } },
  ])
  expect(archive.parts['secondFactors']).toMatchObject([{ kind: 'totp', name: 'My phone' }])
  expect(archive.parts['passkeys']).toMatchObject([{ name: 'Laptop' }])
  const countRows = async (table: string, column: string) =>
    (
      await sql<{
        n: number
      }>`select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} = ${getPersonId('mara')}`.execute(
        db,
      )
    ).rows[0]?.n ?? 0
  const expectCounts = async (list: [part: string, table: string, column: string][]) => {
    for (const [part, table, column] of list) {
      const count = await countRows(table, column)
      expect(archive.parts[part], part).toHaveLength(count)
      expect(count, part).toBeGreaterThan(0)
    }
  }
  await expectCounts([
    ['messages', 'chat_messages', 'user_id'],
    ['rooms', 'chat_room_members', 'user_id'],
    ['roles', 'user_roles', 'user_id'],
    ['bookings', 'bookings', 'dj_id'],
  ])
  // Times are ISO 8601 in UTC.
  const [message] = archive.parts['messages'] ?? []
  expect(message?.['sentAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00$/)
})

test('the payments of a booking are in the archive of its client, not of its DJ', async () => {
  const [booking] = (
    await sql<{ id: string; number: string }>`
    select id, booking_number as number from bookings where dj_id = ${getPersonId('mara')} and client_id = ${getPersonId('sofia')} limit 1`.execute(
      db,
    )
  ).rows
  await sql`
    with paid as (
      insert into payments (booking_id, event_id, purpose, provider, provider_reference, status, amount_cents, method)
      select ${booking?.id}, (select id from events limit 1), 'deposit', 'sandbox', 'sbx_export', 'returned', 3000, 'Visa ending 0042' returning id
    )
    insert into refunds (payment_id, amount_cents, reason) select id, 3000, 'booking_cancelled' from paid`.execute(
    db,
  )
  const findBooking = (archive: Archive) =>
    archive.parts['bookings']?.find(({ number }) => number === booking?.number)
  const sofia = await readArchive('sofia')
  expect(findBooking(sofia.archive)?.['payments']).toMatchObject([
    {
      purpose: 'deposit',
      provider: 'sandbox',
      reference: 'sbx_export',
      status: 'returned',
      amountCents: 3000,
      method: 'Visa ending 0042',
      refunds: [{ amountCents: 3000, status: 'requested', reason: 'booking_cancelled' }],
    },
  ])
  const mara = await readArchive('mara')
  expect(findBooking(mara.archive)).toMatchObject({ payments: [] })
  expect(mara.text).not.toContain('sbx_export')
})

test.each(['mara', 'jonas', 'sofia', 'owen', 'customer', 'moderator', 'admin'])(
  "leaves secrets and other people's private data out of the archive of %s",
  async (key) => {
    const { text } = await readArchive(key)
    const me = getPersonId(key)
    const { rows } = await sql<{ what: string; secret: string }>`
      select 'password' as what, password_hash as secret from accounts where password_hash is not null
      union all select 'ticket', secret::text from tickets where customer_id = ${me}
      union all select 'ticket passed on', old_secret::text from ticket_transfers where old_secret is not null
      union all select 'token', encode(token_hash, 'hex') from one_time_tokens
      union all select 'factor', encode(secret_sealed, 'hex') from auth_factors where secret_sealed is not null
      union all select 'credential', credential_id from passkeys
      union all select 'address of another', email from accounts where email is not null and id <> ${me}
      union all select 'phone of another', phone from profiles where phone is not null and id <> ${me}
      union all (select 'message of another', content from chat_messages where user_id <> ${me} and length(content) > 30
        and content not in (select content from chat_messages where user_id = ${me}) order by id desc limit 500)
      union all select distinct 'word of another about a booking', s.message from booking_steps s
        where s.actor_id <> ${me} and length(s.message) > 20
        and s.message not in (select message from booking_steps where actor_id = ${me} and message is not null)`.execute(
      db,
    )
    expect(rows.length).toBeGreaterThan(10)
    const found = rows.filter(({ secret }) => text.includes(JSON.stringify(secret).slice(1, -1)))
    expect(found).toEqual([])
  },
)

test('exports a list that is longer than one batch completely and in order', async () => {
  const many = 450
  await sql`insert into profile_view_days (profile_id, viewed_on, views)
    select ${getPersonId('kestrel')}, date '2020-01-01' + n, n from generate_series(1, ${many}) n`.execute(db)
  const { archive } = await readArchive('kestrel')
  const days = (archive.parts['profileSeen'] ?? []).filter(({ day }) => String(day) < '2022-01-01')
  expect(days.map(({ views }) => views)).toEqual(Array.from({ length: many }, (_, index) => index + 1))
})

test('exports the newest 1,000 messages of a webhook, oldest first', async () => {
  await sql`
    with endpoint as (
      insert into webhook_endpoints (user_id, url, secret_sealed, kinds)
      values (${getPersonId('kestrel')}, 'https://hooks.example', '\\x00', '{order.confirmed}') returning id
    )
    insert into webhook_deliveries (endpoint_id, kind, payload, created_at)
    select id, 'order.confirmed', jsonb_build_object('number', n), timestamptz '2026-12-01Z' + n * interval '1 second'
    from endpoint, generate_series(1, 1001) n`.execute(db)
  const { archive } = await readArchive('kestrel')
  const [webhook] = archive.parts['webhooks'] as { messages: { content: { number: number } }[] }[]
  expect(webhook?.messages.map(({ content }) => content.number)).toEqual(
    Array.from({ length: 1000 }, (_, index) => index + 2),
  )
})
