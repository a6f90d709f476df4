import { sql } from 'kysely'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonEmail, getPersonId } from '~demo/people'
import { createRandom } from '~/design/flyer/title-random'
import { createMailbox } from '~/platform/email/mailbox'
import { startTestApp } from '~tests/support/app'
import { createApiCaller } from '../testing'
import { deleteExpiredArchives } from './jobs'
import { makeExport } from './make-export'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)
const emails = createMailbox(app.dataDir)
const mara = getPersonId('mara')
let cookie = ''
let callApi: ReturnType<typeof createApiCaller>
beforeAll(async () => {
  cookie = await app.signIn('mara')
  callApi = createApiCaller(app, cookie)
})

const download = (as: string) =>
  fetch(`${app.address}/account/data.json`, {
    headers: { cookie: as, 'x-forwarded-for': app.someAddress() },
  })
const hours = (count: number) => sql`${count} * interval '1 hour'`
const later = async (count: number) =>
  void (await sql`update data_exports set requested_at = requested_at - ${hours(count)}, ready_at = ready_at - ${hours(count)},
    expires_at = expires_at - ${hours(count)} where user_id = ${mara}`.execute(db))
const waitUntilReady = () =>
  expect
    .poll(async () => (await callApi('GET', 'account/export')).body['state'], { timeout: 20_000 })
    .toBe('ready')

test('without a request there is no archive to download', async () => {
  expect((await callApi('GET', 'account/export')).body).toEqual({
    state: 'none',
    requestedAt: null,
    expiresAt: null,
    bytes: null,
    href: null,
    nextRequestAt: null,
    emailedTo: getPersonEmail('mara'),
  })
  expect((await download(cookie)).status).toBe(404)
})

test('requires reauthentication for a request in an old session', async () => {
  const left = createApiCaller(app, await app.signIn('mara'))
  await sql`update sessions set amr = '[{"method": "password", "timestamp": 1700000000}]' where user_id = ${mara}`.execute(
    db,
  )
  expect(await left('POST', 'account/export')).toMatchObject({
    status: 403,
    code: 'REAUTHENTICATION_REQUIRED',
  })
  cookie = await app.signIn('mara')
  callApi = createApiCaller(app, cookie)
  expect((await left('GET', 'account/export')).body).toMatchObject({ state: 'none' })
})

test('makes one archive for two simultaneous requests, and allows the next request a day later', async () => {
  const responses = await Promise.all([callApi('POST', 'account/export'), callApi('POST', 'account/export')])
  expect(responses.map(({ status }) => status).toSorted((first, two) => first - two)).toEqual([200, 409])
  expect(responses.find(({ status }) => status === 200)?.body).toMatchObject({ state: 'waiting', href: null })
  const refused = responses.find(({ status }) => status === 409)
  expect(refused).toMatchObject({
    code: 'ALREADY_REQUESTED',
    message: 'You can request one archive a day. Download the last one, or try again later.',
  })
  const wait = new Date(String(refused?.body.data?.['nextRequestAt'])).getTime() - Date.now()
  expect(wait).toBeGreaterThan(23.9 * 3_600_000)
  expect(wait).toBeLessThanOrEqual(24 * 3_600_000)
  await waitUntilReady()
})

test('A-08 requires reauthentication to download a ready archive in an old session', async () => {
  const left = await app.signIn('mara')
  await sql`update sessions set amr = '[{"method": "password", "timestamp": 1700000000}]'
    where id = (select id from sessions where user_id = ${mara} order by created_at desc limit 1)`.execute(db)
  const asLeft = createApiCaller(app, left)
  expect(await asLeft('GET', 'account/export/link')).toMatchObject({
    status: 403,
    code: 'REAUTHENTICATION_REQUIRED',
  })
  const refused = await download(left)
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'REAUTHENTICATION_REQUIRED' }])
  expect((await asLeft('POST', 'account/proof', { password: DEMO_PASSWORD })).status).toBe(200)
  expect((await asLeft('GET', 'account/export/link')).body).toEqual({ href: '/account/data.json' })
  const taken = await download(left)
  expect(taken.status).toBe(200)
  await taken.text()
})

test('only the owner can download the archive, as one file', async () => {
  const { body } = await callApi('GET', 'account/export')
  expect(body).toMatchObject({ state: 'ready', href: '/account/data.json' })
  expect(new Date(String(body['expiresAt'])).getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  const response = await download(cookie)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="back-to-back-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  const text = await response.text()
  expect(Buffer.byteLength(text)).toBe(body['bytes'])
  expect(JSON.parse(text)).toMatchObject({
    id: mara,
    parts: { account: [{ email: getPersonEmail('mara') }] },
  })
  expect((await download('')).status).toBe(401)
  expect((await download(await app.signIn('juno'))).status).toBe(404)
})

test('sends an email that links to the settings and contains none of the data', async () => {
  const listReady = async () =>
    (await emails.list()).filter(({ subject }) => subject === 'Your data is ready')
  await expect.poll(async () => (await listReady()).length, { timeout: 10_000 }).toBe(1)
  const [emailMessage] = await listReady()
  expect(emailMessage?.to).toBe(getPersonEmail('mara'))
  expect(emailMessage?.text).toContain('/dashboard/settings#data')
  expect(emailMessage?.text).not.toContain('data.json')
  expect(emailMessage?.attachments).toEqual([])
})

test('the download decodes characters that are split between two slices', async () => {
  // Random characters of three bytes each are hardly compressible, so some slices end inside a character.
  const random = createRandom(1)
  const letters = Array.from({ length: 300_000 }, () =>
    String.fromCodePoint(0x4e00 + Math.floor(random() * 20_000)),
  )
  const { gzipSync } = await import('node:zlib')
  const text = JSON.stringify(letters.join(''))
  const { rows } = await sql<{
    archive: Buffer
  }>`select archive from data_exports where user_id = ${mara}`.execute(db)
  const archive = rows[0]?.archive ?? Buffer.alloc(0)
  expect(JSON.parse(gunzipSync(archive).toString())).toMatchObject({ id: mara })
  const packed = gzipSync(text)
  expect(packed.length).toBeGreaterThan(512 * 1024)
  await sql`update data_exports set archive = ${packed} where user_id = ${mara}`.execute(db)
  expect((await (await download(cookie)).text()) === text).toBe(true)
})

test('deletes the archive after seven days, and the page says that it expired', async () => {
  await later(7 * 24)
  expect((await callApi('GET', 'account/export')).body).toMatchObject({
    state: 'expired',
    href: null,
    bytes: null,
    nextRequestAt: null,
  })
  expect((await download(cookie)).status).toBe(404)
  await deleteExpiredArchives(db, new Date())
  const { rows } =
    await sql`select from data_exports where user_id = ${mara} and archive is null and bytes is null`.execute(
      db,
    )
  expect(rows).toHaveLength(1)
  expect((await callApi('GET', 'account/export')).body).toMatchObject({ state: 'expired' })
})

test('replaces the old archive with a new one', async () => {
  expect((await callApi('POST', 'account/export')).body).toMatchObject({ state: 'waiting' })
  await waitUntilReady()
  expect((await download(cookie)).status).toBe(200)
})

test('makes no archive for a request that a newer one replaced, or for a deleted account', async () => {
  const now = new Date()
  const notified: string[] = []
  const onMade = async () => void notified.push('made')
  const requestedAt = new Date(now.getTime() - 60_000)
  expect(await makeExport(db, { userId: mara, requestedAt, now, onMade })).toBe(false)
  expect(await makeExport(db, { userId: getPersonId('temi'), requestedAt, now, onMade })).toBe(false)
  expect(notified).toEqual([])
})
