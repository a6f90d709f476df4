import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '../support/app'
import { createAuthClient } from '../support/auth-client'
import { signIn } from '../support/factors'

const app = await startTestApp()
const { address, db } = app
afterAll(app.stop)

/** The most user metadata that the service accepts. */
const FULL = { notes: 'x'.repeat(16_000 - JSON.stringify({ notes: '' }).length) }

async function rename(key: string, fullName: string) {
  const answer = await fetch(`${address}/api/v1/account/name`, {
    method: 'PUT',
    headers: {
      cookie: await app.signIn(key),
      origin: address,
      'x-forwarded-for': app.someAddress(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ fullName }),
  })
  return { status: answer.status, body: await answer.json() }
}

test('A-09 a person with full user metadata can still change their name, in the settings and in the app', async () => {
  const id = getPersonId('nova')
  const keep = { ...FULL, full_name: 'Nova Before' }
  await sql`update accounts set user_metadata = ${JSON.stringify(keep)}::jsonb where id = ${id}`.execute(db)
  expect(await rename('nova', 'Nova Reyes-Lindqvist')).toMatchObject({
    status: 200,
    body: { fullName: 'Nova Reyes-Lindqvist' },
  })
  const { client } = await signIn(app, 'nova')
  const renamed = await client.updateUser({ data: { full_name: 'Nova Reyes' } })
  expect(renamed.error).toBeNull()
  expect(renamed.data.user?.user_metadata).toEqual({ ...FULL, full_name: 'Nova Reyes' })
  expect((await client.updateUser({ data: { theme: 'dark' } })).error).toMatchObject({
    code: 'validation_failed',
    message: 'data is too large',
  })
  const room = await client.updateUser({ data: { notes: null, theme: 'dark' } })
  expect(room.data.user?.user_metadata).toEqual({ theme: 'dark', full_name: 'Nova Reyes' })
})

test('A-08 user metadata above the limit may become smaller, but not larger', async () => {
  const keep = { ...FULL, more: 'y'.repeat(5000) }
  await sql`update accounts set user_metadata = ${JSON.stringify(keep)}::jsonb where id = ${getPersonId('temi')}`.execute(
    db,
  )
  const { client } = await signIn(app, 'temi')
  expect((await client.updateUser({ data: { more: 'y'.repeat(5001) } })).error).toMatchObject({
    message: 'data is too large',
  })
  const { data } = await client.updateUser({ data: { more: 'less' } })
  expect(data.user?.user_metadata).toMatchObject({ ...FULL, more: 'less' })
})

test('A-09 a changed name is no longer in the user metadata', async () => {
  const { client } = createAuthClient(address, { ip: app.someAddress() })
  const { data } = await client.signInWithPassword({
    email: getPersonEmail('juno'),
    password: 'slipped-halves',
  })
  expect(await rename('juno', 'Juno Another')).toMatchObject({ status: 200 })
  const { user_metadata: kept } = await db
    .selectFrom('accounts')
    .select('user_metadata')
    .where('id', '=', data.user?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(kept).not.toHaveProperty('full_name')
  expect((await client.getUser()).data.user?.user_metadata['full_name']).toBe('Juno Another')
})
