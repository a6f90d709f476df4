import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonId } from '~demo/people'
import { findColumnsContaining } from '~/features/account/server/testing'
import { createTestSettings } from '~/features/settings/server/testing'
import { newId } from '~/lib/ids'
import type { Jobs } from '~/platform/jobs/jobs'
import type { EmailMessage } from '~/platform/email/email'
import { startTestApp } from '~tests/support/app'
import { registerAdministrationJobs, suspendedJob } from './jobs'
import { createUsersCaller } from './users/testing'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)
let callApi: ReturnType<typeof createUsersCaller>
let cookie = ''

/** The number of accounts with a phone number and no email, such as `Ana 1`, +447700900001. */
const MANY = 30
beforeAll(async () => {
  cookie = await app.signIn('admin')
  callApi = createUsersCaller(app, cookie)
  await sql`
    with made as (
      insert into accounts (phone) select '+447700900' || lpad(n::text, 3, '0') from generate_series(1, ${MANY}) n returning id, phone
    ), named as (
      insert into profiles (id, full_name, email) select id, 'Ana ' || right(phone, 3)::int, null from made
    )
    insert into user_roles (user_id, role) select id, 'customer' from made`.execute(db)
})

const getId = async (phone: string) =>
  (await db.selectFrom('accounts').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()).id

interface Page {
  users: { id: string; email: string | null; phone: string | null }[]
  nextCursor: string | null
}
const listPage = async (query: Record<string, string>) =>
  (await callApi('GET', `users?${new URLSearchParams(query)}`)).body as unknown as Page

test('AD-05 lists the phone only for accounts without an email, and finds them by name', async () => {
  const found = await listPage({ q: 'ana 17' })
  expect(found.users).toMatchObject([{ fullName: 'Ana 17', email: null, phone: '+447700900017' }])
  await sql`update accounts set phone = '+447700900999' where id = ${getPersonId('mara')}`.execute(db)
  expect((await listPage({ q: 'mara@backtoback' })).users).toMatchObject([{ phone: null }])
  const id = await getId('+447700900017')
  expect((await callApi('GET', `users/${id}`)).body).toMatchObject({ email: null, phone: '+447700900017' })
})

test.each(['asc', 'desc'])(
  'AD-05 sorted by address %s, lists each account once across pages',
  async (direction) => {
    const seen: { id: string; email: string | null }[] = []
    let after: string | null = ''
    while (after !== null) {
      const { users, nextCursor }: Page = await listPage({
        sort: 'email',
        direction,
        ...(after && { after }),
      })
      seen.push(...users)
      after = nextCursor
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n from profiles`.execute(db)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(rows[0]?.n)
    expect(seen).toHaveLength(rows[0]?.n ?? 0)
    const emails = seen.map(({ email }) => email ?? '')
    expect(direction === 'asc' ? emails : emails.toReversed()).toEqual(emails.toSorted())
  },
)

test('AD-05 the export has the phone where there is no email', async () => {
  const response = await fetch(`${app.address}/admin/users.csv?q=ana+17`, {
    headers: { cookie, 'x-forwarded-for': app.someAddress() },
  })
  const [head, line] = (await response.text()).trim().split('\r\n')
  expect(head).toContain('Email,Phone,Roles')
  expect(line).toContain('447700900017,customer')
})

test('a suspension is emailed to accounts with an email, and says where to appeal', async () => {
  const until = new Date(Date.now() + 86_400_000)
  const id = await getId('+447700900018')
  const sent: EmailMessage[] = []
  const handlers = new Map<string, (payload: object) => Promise<void>>()
  registerAdministrationJobs({
    db,
    jobs: {
      work: (name: string, handler: (payload: object) => Promise<void>) => handlers.set(name, handler),
    } as unknown as Pick<Jobs, 'work'>,
    mailer: { send: async (message) => void sent.push(message) },
    settings: createTestSettings({ contactAddress: 'help@b2b.example' }),
    config: { mailFrom: 'Back to Back <hello@b2b.example>' },
  })
  for (const userId of [id, getPersonId('temi')]) {
    await sql`update accounts set suspended_until = ${until}, suspended_reason = 'Spam' where id = ${userId}`.execute(
      db,
    )
    await handlers.get(suspendedJob)?.({ userId, until: until.toISOString() })
  }
  expect(sent.map(({ to }) => to)).toEqual(['temi@backtoback.example'])
  expect(sent[0]?.text.replaceAll(/\s+/g, ' ')).toContain('To appeal, write to help@b2b.example.')
})

test('AD-08 deleting a phone-only account removes the number everywhere', async () => {
  const [phone, next, second] = ['+447700900019', '+447700800019', '+447700700019']
  const id = await getId(phone)
  await sql`update accounts set phone_verified_at = now(), new_phone = ${next} where id = ${id}`.execute(db)
  await sql`insert into auth_factors (user_id, kind, phone, status) values (${id}, 'phone', ${second}, 'verified')`.execute(
    db,
  )
  await sql`insert into one_time_tokens (token_hash, user_id, purpose, sent_to, expires_at)
    values ('\\x00', ${id}, 'phone_change', ${next}, now() + interval '1 hour')`.execute(db)
  // Adds text messages that are waiting to be sent, or that the provider rejected.
  await sql`insert into pgboss.job (name, data, output, policy, singleton_key, state, start_after)
    select 'identity.recover', data, output, 'short', gen_random_uuid()::text, state::pgboss.job_state, now() + interval '1 day' from (values
      (jsonb_build_object('phone', ${phone}::text), null, 'created'),
      (jsonb_build_object('phone', ${next}::text, 'userId', ${id}::text), null, 'created'),
      (jsonb_build_object('to', ${second}::text), null, 'created'),
      (jsonb_build_object('id', ${newId()}::text), jsonb_build_object('message', ${`No route to ${phone}`}::text), 'failed')
    ) jobs (data, output, state)`.execute(db)
  await sql`insert into invitations (code, created_by, status, sent_to) values ('PH0NEPH0', ${getPersonId('sofia')}, 'pending', 'a@b.example')`.execute(
    db,
  )
  for (const number of [phone, next, second]) expect(await findColumnsContaining(db, number)).not.toEqual([])
  expect(await callApi('POST', `users/${id}/remove`, { password: DEMO_PASSWORD })).toMatchObject({
    status: 200,
  })
  for (const number of [phone, next, second])
    expect(await findColumnsContaining(db, number), number).toEqual([])
  // Invitations sent to other addresses are not deleted with an account that has no email.
  const { rows } =
    await sql`select from invitations where code = 'PH0NEPH0' and sent_to = 'a@b.example'`.execute(db)
  expect(rows).toHaveLength(1)
})
