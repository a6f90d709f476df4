import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'

const app = await startTestApp()
afterAll(app.stop)
const admin = await app.signIn('admin')

type Line = {
  title: string
  facts: string
  ip: string | null
  person: { name: string; email: string } | null
}

async function call(cookie: string, path: string, method: 'GET' | 'POST' = 'GET') {
  const answer = await fetch(`${app.address}${path}`, {
    method,
    headers: { cookie, origin: app.address, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  return { status: answer.status, text, body: isJson ? JSON.parse(text) : {} }
}

async function failSignIn(email: string, ip: string) {
  const answer = await fetch(`${app.address}/api/v1/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ email, password: 'not this one' }),
  })
  expect(answer.status).toBe(401)
}

const list = async (query: string): Promise<Line[]> =>
  (await call(admin, `/api/v1/admin/security?${query}`)).body.events

let temi = ''
beforeAll(async () => {
  temi = await app.signIn('temi')
  await failSignIn(getPersonEmail('temi'), '198.18.7.1')
  await failSignIn(getPersonEmail('temi'), '198.18.7.1')
  await failSignIn('stranger@sand.example', '198.18.7.2')
  await vi.waitFor(async () =>
    expect((await call(admin, '/api/v1/admin/security/counts')).body.failed).toBe(3),
  )
})

test('an admin lists security events with the person and a masked email, repeated ones as one line', async () => {
  const lines = await list('')
  const failed = lines.find(({ ip }) => ip === '198.18.7.1')
  expect(failed).toMatchObject({
    title: 'Sign-in failed',
    facts: expect.stringContaining('2 times'),
    person: { id: getPersonId('temi'), email: 't•••@backtoback.example' },
  })
  const unknown = lines.find(({ ip }) => ip === '198.18.7.2')
  expect(unknown).toMatchObject({ title: 'Sign-in failed', person: null })
  expect(JSON.stringify(lines)).not.toContain('stranger@sand.example')
})

test.each([
  ['q=198.18.7.', 2],
  ['q=198.18.7.2', 1],
  [`q=${getPersonEmail('temi')}&family=failed`, 1],
  ['q=nobody-of-this-name', 0],
  ['family=roles', 0],
  ['result=failed', 2],
  ['result=blocked', 0],
])('the filter %s finds %i security events', async (query, count) => {
  expect(await list(query)).toHaveLength(count)
})

test('pages of security events follow each other without gaps, forward and back', async () => {
  const first = await call(admin, '/api/v1/admin/security?limit=2')
  const second = await call(admin, `/api/v1/admin/security?limit=2&after=${first.body.nextCursor}`)
  expect([first.body.from, second.body.from]).toEqual([1, 3])
  const again = await call(admin, `/api/v1/admin/security?limit=2&before=${second.body.previousCursor}`)
  expect(again.body.events).toEqual(first.body.events)
})

test('the page of security events counts those of the last 24 hours', async () => {
  expect((await call(admin, '/api/v1/admin/security/counts')).body).toMatchObject({
    days: 400,
    signIns: expect.any(Number),
    failed: 3,
    blocked: 0,
    attack: null,
  })
})

test('opening one person’s security events is recorded in the audit log, once a day', async () => {
  for (let turn = 0; turn < 2; turn += 1)
    expect((await list(`personId=${getPersonId('temi')}`)).every(({ person }) => person !== null)).toBe(true)
  const seen = await app.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id'])
    .where('action', '=', 'users.view_security')
    .execute()
  expect(seen).toEqual([{ actor_id: getPersonId('admin'), subject_id: getPersonId('temi') }])
})

test('the CSV file contains the events that match the filters, and its export is in the audit log', async () => {
  const file = await call(admin, '/admin/security.csv?family=failed')
  expect(file.status).toBe(200)
  const [header, ...rows] = file.text.trim().split(/\r?\n/)
  expect(header).toContain('Time (UTC),Event,Details,Device,Network,Country,New device,Person,Email')
  expect(rows).toHaveLength(2)
  expect(file.text).toContain('198.18.7.1')
  expect((await call(admin, '/admin/security.csv?family=nothing')).status).toBe(400)
  const exported = app.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'users.export_security')
  expect(await exported.execute()).toEqual([{ actor_id: getPersonId('admin') }])
})

test.each(['/api/v1/admin/security', '/api/v1/admin/security/counts', '/admin/security.csv'])(
  'only admins can read %s',
  async (path) => {
    expect((await call('', path)).status).toBe(401)
    expect((await call(temi, path)).status).toBe(403)
    expect((await call(await app.signIn('moderator'), path)).status).toBe(403)
  },
)

test('a person reads their own activity and no one else’s, as a list and as a file', async () => {
  const { body } = await call(temi, '/api/v1/account/activity?family=failed')
  expect(body.events).toMatchObject([{ ip: '198.18.7.1', facts: expect.stringContaining('2 times') }])
  expect(body.days).toBe(90)
  const file = await call(temi, '/account/activity.csv')
  expect(file.text).toContain('198.18.7.1')
  expect(file.text).not.toContain('198.18.7.2')
  expect((await call('', '/account/activity.csv')).status).toBe(401)
})

test('“It was me” answers the alert of a new device; another person cannot answer it', async () => {
  const owner = await app.signIn('juno')
  await app.signIn('juno')
  const { alert } = (await call(owner, '/api/v1/account/activity')).body
  expect(alert).toMatchObject({ title: 'Signed in', isNewDevice: true })
  for (const answer of ['confirm', 'deny'])
    expect((await call(temi, `/api/v1/account/activity/${alert.id}/${answer}`, 'POST')).status).toBe(404)
  expect((await call(owner, `/api/v1/account/activity/${alert.id}/confirm`, 'POST')).status).toBe(200)
  expect((await call(owner, '/api/v1/account/activity')).body.alert).toBeNull()
})

test('“It wasn’t me” ends the session of that sign-in, and keeps the session that answers', async () => {
  const owner = await app.signIn('mara')
  const stranger = await app.signIn('mara')
  const { alert } = (await call(owner, '/api/v1/account/activity')).body
  expect((await call(stranger, '/api/v1/account')).status).toBe(200)
  expect((await call(owner, `/api/v1/account/activity/${alert.id}/deny`, 'POST')).status).toBe(200)
  expect((await call(stranger, '/api/v1/account')).status).toBe(401)
  expect((await call(owner, '/api/v1/account')).status).toBe(200)
  const left = await app.db
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', getPersonId('mara'))
    .execute()
  expect(left).toEqual([])
})
