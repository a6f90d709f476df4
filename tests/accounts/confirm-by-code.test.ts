import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createApiCaller } from '~/features/account/server/testing'
import { getPersonEmail, getPersonId } from '~demo/people'
import { codeIn, createPostman } from '../support/stored-emails'
import { startTestApp } from '../support/app'
import { startTextSink } from '../support/fake-sms-provider'

const texts = await startTextSink()
const app = await startTestApp({ auth: { sms: texts.sms } })
const { db } = app
afterAll(async () => {
  await app.stop()
  await texts.stop()
})
const post = createPostman(app.dataDir)

type Key = Parameters<typeof getPersonId>[0]

async function withoutPassword(key: Key) {
  const ask = createApiCaller(app, await app.signIn(key))
  await sql`update accounts set password_hash = null where id = ${getPersonId(key)}`.execute(db)
  return ask
}
type Ask = Awaited<ReturnType<typeof withoutPassword>>
const other = (code: string) => (code === '000000' ? '000001' : '000000')

async function emailedCode(ask: Ask, key: Key): Promise<string> {
  expect(await ask('GET', 'account')).toMatchObject({
    body: { hasPassword: false, codeDestination: { by: 'email' } },
  })
  expect((await ask('POST', 'account/code')).status).toBe(200)
  return codeIn(await post.next(getPersonEmail(key)))
}

/** Leaves the person only a phone, requests a code by text message and returns it. */
async function textedCode(ask: Ask, key: Key): Promise<string> {
  const phone = '+4915400000077'
  await sql`update accounts set email = null, email_verified_at = null, phone = ${phone}, phone_verified_at = now() where id = ${getPersonId(key)}`.execute(
    db,
  )
  expect(await ask('POST', 'account/code')).toMatchObject({ status: 200, body: { by: 'text' } })
  return /^\d{6}/.exec((await texts.next(phone)).text)?.[0] ?? ''
}

async function findUpcomingEvent(key: Key, status = 'published'): Promise<{ id: string; version: number }> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from events where organizer_id = ${getPersonId(key)} and event_status = ${status} and event_date > now()
    order by event_date desc limit 1`.execute(db)
  if (rows[0] === undefined) throw new Error(`${key} has no upcoming ${status} event`)
  return rows[0]
}
async function makeAdmin(key: Key): Promise<void> {
  await sql`insert into user_roles (user_id, role) values (${getPersonId(key)}, 'admin') on conflict do nothing`.execute(
    db,
  )
}

const acts: [
  name: string,
  key: Key,
  act: (ask: Ask, key: Key) => Promise<(password: string) => ReturnType<Ask>>,
][] = [
  [
    'an event is handed over',
    'jonas',
    async (ask, key) => {
      const { id } = await findUpcomingEvent(key, 'draft')
      return (password) =>
        ask('POST', `me/events/${id}/hand-over`, { personId: getPersonId('juno'), password })
    },
  ],
  [
    'an event is canceled',
    'sofia',
    async (ask, key) => {
      const { id, version } = await findUpcomingEvent(key)
      return (password) =>
        ask('POST', `events/${id}/cancel`, { version, statusMessage: 'The roof leaks.', password })
    },
  ],
  [
    'a person becomes an admin',
    'moderator',
    async (ask, key) => {
      await makeAdmin(key)
      return (password) => ask('PUT', `admin/users/${getPersonId('owen')}/roles/admin`, { password })
    },
  ],
  [
    'an account is deleted',
    'owen',
    async (ask) => (password) => ask('POST', `admin/users/${getPersonId('customer')}/remove`, { password }),
  ],
]

test.each(acts)(
  'A-08 for an account without a password, an emailed code confirms that %s',
  async (_name, key, prepare) => {
    const ask = await withoutPassword(key)
    const act = await prepare(ask, key)
    const code = await emailedCode(ask, key)
    expect(await act(other(code))).toMatchObject({ status: 422, code: 'WRONG_PASSWORD' })
    expect(await act(code)).toMatchObject({ status: 200 })
  },
)

test('A-08 a person who has only a phone cancels an event with a texted code', async () => {
  const ask = await withoutPassword('temi')
  const { id, version } = await findUpcomingEvent('temi')
  const code = await textedCode(ask, 'temi')
  const act = (password: string) =>
    ask('POST', `events/${id}/cancel`, { version, statusMessage: 'The roof leaks.', password })
  expect(await act(other(code))).toMatchObject({ status: 422, code: 'WRONG_PASSWORD' })
  expect(await act(code)).toMatchObject({ status: 200 })
})

test('A-08 AD-04 an emailed code removes the sample data', async () => {
  const ask = await withoutPassword('admin')
  const code = await emailedCode(ask, 'admin')
  expect(await ask('POST', 'admin/sample/remove', { password: other(code) })).toMatchObject({ status: 422 })
  expect(await ask('POST', 'admin/sample/remove', { password: code })).toMatchObject({ status: 200 })
})
