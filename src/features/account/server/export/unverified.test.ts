import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createMailbox } from '~/platform/email/mailbox'
import { startTestApp } from '~tests/support/app'
import { createApiCaller } from '../testing'
import { exportReadyJob } from './jobs'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)
const emails = createMailbox(app.dataDir)
const email = 'asker@else.example'
const password = 'slow techno at noon'

async function post(path: string, body: object) {
  const headers = {
    origin: app.address,
    'content-type': 'application/json',
    'x-forwarded-for': app.someAddress(),
  }
  const response = await fetch(`${app.address}/api/v1/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
}

test("doesn't export another person's join request to an account with an unverified email", async () => {
  await sql`insert into invite_requests (full_name, email, occupation, about) values ('Asker', ${email}, 'DJ', 'private words')`.execute(
    db,
  )
  const cookie = await post('auth/sign-up', { fullName: 'Thief', email, password })
  const callApi = createApiCaller(app, cookie)
  const archive = async () => {
    expect((await callApi('POST', 'account/export')).status).toBe(200)
    await expect
      .poll(async () => (await callApi('GET', 'account/export')).body['state'], { timeout: 20_000 })
      .toBe('ready')
    const response = await fetch(`${app.address}/account/data.json`, {
      headers: { cookie, 'x-forwarded-for': app.someAddress() },
    })
    return response.text()
  }
  const text = await archive()
  expect(text).not.toContain('private words')
  expect(JSON.parse(text)).toMatchObject({ parts: { requestsToJoin: [] } })
  // An unverified address must not receive email about archives that its owner never requested.
  expect((await callApi('GET', 'account/export')).body).toMatchObject({ emailedTo: null })

  // Waits for the email job of the first archive: if it ran later, it would find a verified address.
  await vi.waitUntil(async () => {
    const { rows } =
      await sql`select from pgboss.job where name = ${exportReadyJob} and state < 'completed'`.execute(db)
    return rows.length === 0
  })
  await sql`update accounts set email_verified_at = now() where email = ${email}`.execute(db)
  await sql`delete from data_exports`.execute(db)
  expect(JSON.parse(await archive())).toMatchObject({
    parts: { requestsToJoin: [{ email, about: 'private words' }] },
  })
  expect((await callApi('GET', 'account/export')).body).toMatchObject({ emailedTo: email })
  const listReady = async () =>
    (await emails.list()).filter(({ subject }) => subject === 'Your data is ready')
  await expect.poll(async () => (await listReady()).length, { timeout: 10_000 }).toBe(1)
})
