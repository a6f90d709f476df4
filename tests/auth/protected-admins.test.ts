import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { personId } from '~/database/seed/people'
import { untilBlocked } from '../support/lock-waits'
import { createMover, PASSWORD } from '../support/admin-program'
import { startTestApp } from '../support/app'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)
const { admin, auditEntriesOf, newUser, signIn } = await createMover(app)
const refused = { error: { code: 'not_admin', status: 403 } }

test('A-08 a program cannot remove a passkey or factor of an admin', async () => {
  const userId = personId('admin')
  const { id: passkeyId } = await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      friendly_name: 'A laptop',
      credential_id: 'of the admin',
      public_key: Buffer.from([0]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('auth_factors')
    .values({ user_id: userId, kind: 'phone', phone: '+447700900111' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await admin.passkey.deletePasskey({ userId, passkeyId })).toMatchObject(refused)
  expect(await admin.mfa.deleteFactor({ userId, id })).toMatchObject(refused)
  for (const table of ['passkeys', 'auth_factors'] as const)
    expect(await db.selectFrom(table).select('user_id').execute()).toEqual([{ user_id: userId }])
  expect(await auditEntriesOf(userId)).toEqual([])
})

test('A-08 a program cannot change an account that becomes an admin at the same moment', async () => {
  const email = 'rises@sand.example'
  const userId = await newUser(email)
  let changing: ReturnType<typeof admin.updateUserById> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)
    await trx.insertInto('user_roles').values({ user_id: userId, role: 'admin' }).execute()
    changing = admin.updateUserById(userId, { password: 'of whoever found the token' })
    await untilBlocked(db)
  })
  expect(await changing).toMatchObject(refused)
  expect((await signIn(email, PASSWORD)).error).toBeNull()
})
