import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app'

const app = await startTestApp({ STAFF_TWO_STEP: 'required' })
afterAll(app.stop)

async function read(cookie: string, path: string) {
  const answer = await fetch(`${app.address}${path}`, { headers: { cookie } })
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  const body: Record<string, unknown> = isJson ? await answer.json() : {}
  return { status: answer.status, code: body['code'], message: body['message'], body }
}

const passSecondStep = (cookie: string) =>
  app.db
    .updateTable('sessions')
    .set({ assurance: 'aal2' })
    .where('id', '=', /session=([0-9a-f-]{36})/.exec(cookie)?.[1] ?? '')
    .execute()

test.each([
  ['admin', '/api/v1/admin/settings', '/admin'],
  ['moderator', '/api/v1/moderation/counts', '/dashboard'],
] as const)(
  'A-08 %s has a staff role only in a session with two-step verification',
  async (person, path, homePath) => {
    const cookie = await app.signIn(person)
    expect(await read(cookie, path)).toMatchObject({
      status: 403,
      code: 'TWO_STEP_NEEDED',
      message: expect.stringContaining('Turn it on in your settings'),
    })
    const { body } = await read(cookie, '/api/v1/me')
    expect(body).toMatchObject({ roles: expect.arrayContaining(['user']), needsTwoStep: true, homePath })
    expect(body['roles']).not.toContain(person)
    expect((await read(cookie, '/api/v1/account')).status).toBe(200)

    await passSecondStep(cookie)
    expect((await read(cookie, path)).status).toBe(200)
    expect((await read(cookie, '/api/v1/me')).body).toMatchObject({
      roles: expect.arrayContaining([person]),
      needsTwoStep: false,
    })
  },
)

test('A-08 files for admins need two-step verification too', async () => {
  const cookie = await app.signIn('admin')
  expect(await read(cookie, '/admin/audit.csv')).toMatchObject({ status: 403, code: 'TWO_STEP_NEEDED' })
  await passSecondStep(cookie)
  expect((await read(cookie, '/admin/audit.csv')).status).toBe(200)
})

test('A-08 a moderator finds and reads rooms that moderators closed only after two-step verification', async () => {
  const { rows } = await sql<{ id: string }>`
    update chat_rooms r set is_active = false, closed_by_moderator = true
    where r.id = (select o.id from chat_rooms o where o.room_type <> 'private' and not exists (
      select from chat_room_members m join accounts a on a.id = m.user_id
      where m.room_id = o.id and a.email like 'moderator@%') limit 1)
    returning r.id`.execute(app.db)
  const cookie = await app.signIn('moderator')
  const room = `/api/v1/chat/rooms/${rows[0]?.id}`
  for (const path of [room, `${room}/messages`, `${room}/members`])
    expect((await read(cookie, path)).status, path).toBe(404)
  await passSecondStep(cookie)
  for (const path of [room, `${room}/messages`, `${room}/members`])
    expect((await read(cookie, path)).status, path).toBe(200)
})

test('A-08 people without a staff role need no two-step verification', async () => {
  const cookie = await app.signIn('temi')
  expect((await read(cookie, '/api/v1/me')).body).toMatchObject({ needsTwoStep: false })
})

test('A-08 the security page of the admin panel says whether staff need two-step verification', async () => {
  const cookie = await app.signIn('admin')
  await passSecondStep(cookie)
  expect((await read(cookie, '/api/v1/admin/security/counts')).body).toMatchObject({
    requiresStaffTwoStep: true,
  })
})
