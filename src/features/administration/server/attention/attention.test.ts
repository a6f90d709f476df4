import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '~tests/support/app'
import { sumByCurrency } from '~/lib/amounts'
import type { Currency } from '~/lib/currency'
import { createJobs } from '~/platform/jobs/jobs'
import { createLog } from '~/platform/log/log'
import type { Trends } from '../../contract-attention'
import { emailJobNames } from './email-jobs'

const { db, address, signIn, stop } = await startTestApp()
afterAll(stop)
let cookie = ''
beforeAll(async () => {
  cookie = await signIn('admin')
})

async function callApi(path: string, method = 'GET') {
  const response = await fetch(`${address}/api/v1/admin/${path}`, {
    method,
    headers: { cookie, origin: address },
  })
  return { status: response.status, body: await response.json() }
}

async function failJob(name: string, data: object): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, completed_on, output, policy, singleton_key)
    values (${name}, ${JSON.stringify(data)}::jsonb, 'failed', now(), '{"message": "Error: 550 no such mailbox"}', 'short',
      gen_random_uuid()::text)
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

const getId = async (email: string) =>
  (await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

async function createPayment(set: { processing_since?: Date; status?: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    update payments set processing_since = ${set.processing_since ?? null}, status = coalesce(${set.status ?? null}, status),
      settled_at = now()
    where id = (select id from payments p where status = 'approved' and not exists (
      select from refunds r where r.payment_id = p.id) limit 1) returning id`.execute(db)
  return rows[0]?.id ?? ''
}

test('AD-03 counts open requests, reports, payments, refunds and failed emails', async () => {
  const { body } = await callApi('attention')
  const [open] = (
    await sql<{ requests: number; people: number; messages: number }>`
      select (select count(*) from invite_requests where status = 'pending') as requests,
        (select count(*) from moderation_cases where decided_at is null and message_id is null) as people,
        (select count(*) from moderation_cases where decided_at is null and message_id is not null) as messages`.execute(
      db,
    )
  ).rows
  expect(body.inviteRequests.count).toBe(open?.requests)
  expect(body.reports).toEqual({
    count: (open?.people ?? 0) + (open?.messages ?? 0),
    people: open?.people,
    messages: open?.messages,
  })
  expect(body).toMatchObject({
    payments: { count: 0 },
    refunds: { count: 0, amounts: [] },
    emails: { count: 0, newest: null },
  })
})

test('a failed email is listed with its recipient and can be retried once', async () => {
  const userId = await getId('owen@backtoback.example')
  const id = await failJob('identity.verify_email', { userId })
  expect((await callApi('attention')).body.emails).toEqual({
    count: 1,
    newest: { to: 'owen@backtoback.example', about: 'verifying an email address' },
  })
  expect((await callApi('failures')).body.emails).toMatchObject([
    { id, to: 'owen@backtoback.example', reason: 'Error: 550 no such mailbox' },
  ])
  expect((await callApi(`failures/emails/${id}`, 'POST')).status).toBe(200)
  const again = await callApi(`failures/emails/${id}`, 'POST')
  expect([again.status, again.body.code]).toEqual([409, 'ALREADY_RESOLVED'])
  const audit = await db.selectFrom('audit_log').selectAll().where('action', '=', 'emails.retry').execute()
  expect(audit).toMatchObject([
    { subject_type: 'job', subject_id: id, actor_id: await getId('admin@backtoback.example') },
  ])
  await expect
    .poll(async () => (await sql`select state from pgboss.job where id = ${id}::uuid`.execute(db)).rows, {
      timeout: 10_000,
    })
    .toEqual([{ state: 'completed' }])
})

test('only failed emails are listed and can be retried; unknown ids are refused', async () => {
  const id = await failJob('members.remove_media', { key: 'x' })
  expect((await callApi('failures')).body.emails).toEqual([])
  expect((await callApi(`failures/emails/${id}`, 'POST')).status).toBe(409)
  for (const nonsense of ['x', '018cc251-0000-7000-8000-00000000dead'])
    for (const kind of ['emails', 'refunds'])
      expect((await callApi(`failures/${kind}/${nonsense}`, 'POST')).status, `${kind} ${nonsense}`).toBe(409)
})

test('an email with a code shows its address even without an account', async () => {
  const id = await failJob('invitations.email_code', {
    invitationId: crypto.randomUUID(),
    to: 'new@there.example',
  })
  expect((await callApi('failures')).body.emails).toMatchObject([
    { id, to: 'new@there.example', about: 'an invitation' },
  ])
  await sql`delete from pgboss.job where id = ${id}::uuid`.execute(db)
})

test('a job with an unusable payload is listed without an address', async () => {
  const id = await failJob('notifications.email', { id: 'no id at all' })
  expect((await callApi('failures')).body.emails).toMatchObject([{ id, to: null, about: 'a notification' }])
  await sql`delete from pgboss.job where id = ${id}::uuid`.execute(db)
})

test('an email to a deleted account is still listed', async () => {
  const id = await failJob('tickets.confirmed', { orderId: '018cc251-0000-7000-8000-00000000dead' })
  expect((await callApi('failures')).body.emails).toMatchObject([{ id, to: null, about: 'tickets' }])
  await sql`delete from pgboss.job where id = ${id}::uuid`.execute(db)
})

test('a failed refund can be retried once, with its amount in the audit log', async () => {
  const payment = await createPayment({})
  const { rows } = await sql<{ id: string }>`
    insert into refunds (payment_id, amount_cents, reason, status, attempts, last_error, settled_at)
    select id, amount_cents, 'for a test', 'failed', 18, 'account closed', now() from payments where id = ${payment}
    returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  const { body } = await callApi('failures')
  expect(body.refunds).toMatchObject([{ id, attempts: 18, reason: 'account closed' }])
  expect((await callApi('attention')).body.refunds).toEqual({
    count: 1,
    amounts: [{ currency: body.refunds[0].currency, cents: body.refunds[0].amountCents }],
  })
  const responses = await Promise.all([1, 2, 3].map(() => callApi(`failures/refunds/${id}`, 'POST')))
  expect(responses.map(({ status }) => status).toSorted((first, other) => first - other)).toEqual([
    200, 409, 409,
  ])
  const audit = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'money.retry_refund')
    .execute()
  expect(audit).toMatchObject([
    { subject_id: id, details: { cents: body.refunds[0].amountCents, currency: body.refunds[0].currency } },
  ])
})

test('a payment counts as waiting after two minutes', async () => {
  const id = await createPayment({ processing_since: new Date(Date.now() - 60_000) })
  expect((await callApi('attention')).body.payments.count).toBe(0)
  await sql`update payments set processing_since = now() - interval '3 minutes' where id = ${id}`.execute(db)
  expect((await callApi('attention')).body.payments.count).toBe(1)
  expect((await callApi('failures')).body.payments).toMatchObject([{ id }])
})

test('returns 30 days up to today in the reader’s zone, with sums of confirmed orders only', async () => {
  const { body } = await callApi('trends?timezone=Pacific/Kiritimati')
  const days: Trends['days'] = body.days
  expect(days).toHaveLength(30)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date())
  expect(days.at(-1)?.day).toBe(today)
  expect(new Set(days.map(({ day }) => day)).size).toBe(30)
  const sums = (
    await sql<{ currency: Currency; tickets: number; cents: number }>`
      select currency, sum(total_cents)::bigint as cents,
        sum((select sum(quantity) from order_items where order_id = orders.id))::bigint as tickets
      from orders where status = 'confirmed'
        and confirmed_at >= ((now() at time zone 'Pacific/Kiritimati')::date - 29)::timestamp at time zone 'Pacific/Kiritimati'
      group by currency order by count(*) desc, currency`.execute(db)
  ).rows
  const sum = (rows: readonly { tickets: number }[]) =>
    rows.reduce((total, { tickets }) => total + tickets, 0)
  expect(sum(days)).toBe(sum(sums))
  expect(sum(sums)).toBeGreaterThan(0)
  expect(sumByCurrency(days.flatMap(({ paid }) => paid))).toEqual(
    sums.map(({ currency, cents }) => ({ currency, cents })),
  )
  expect((await callApi('trends?timezone=Nowhere/Land')).status).toBe(200)
})

test('a new sign-up counts for today', async () => {
  const before = (await callApi('trends')).body.days.at(-1).signUps
  const id = crypto.randomUUID()
  await sql`insert into accounts (id, email) values (${id}, 'new@here.example')`.execute(db)
  await sql`insert into profiles (id, full_name, email) values (${id}, 'New', 'new@here.example')`.execute(db)
  expect((await callApi('trends')).body.days.at(-1).signUps).toBe(before + 1)
})

test('a process that does not run the job queue can count and list failed jobs', async () => {
  const id = await failJob('identity.recover', { email: 'somebody@here.example' })
  const jobs = createJobs({ url: 'postgres://nowhere', log: createLog({ level: 'silent' }) })
  expect(await jobs.countFailed(db, ['identity.recover'])).toBe(1)
  expect(await jobs.listFailed(db, ['identity.verify_email'], 5)).toEqual([])
  expect(await jobs.listFailed(db, ['identity.recover'], 5)).toMatchObject([
    { id, payload: { email: 'somebody@here.example' } },
  ])
})

test('AD-03 admins can see and retry every failed job, except those of four known kinds', async () => {
  const { rows } = await sql<{
    name: string
  }>`select name from pgboss.queue where name not like '\\_\\_%'`.execute(db)
  const others = rows.map(({ name }) => name).filter((name) => !emailJobNames.includes(name))
  expect(others.toSorted()).toEqual([
    'account.make_export',
    // Only servers of an earlier version enqueue this job. It sends nothing itself: it enqueues the emails as jobs of
    // their own.
    'identity.password_changed',
    'identity.phone_code',
    'members.remove_media',
  ])
})
