import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { untilBlocked } from '../support/lock-waits'
import { createAdminProgram, PASSWORD } from '../support/admin-program'
import { startTestApp } from '../support/app'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)
const { admin, auditEntriesOf, newUser, signIn } = await createAdminProgram(app)
const refused = { error: { code: 'not_admin', status: 403 } }

test.each(['admin', 'moderator'] as const)(
  'A-08 a service token cannot remove a passkey or factor of the %s',
  async (key) => {
    const userId = getPersonId(key)
    const { id: passkeyId } = await db
      .insertInto('passkeys')
      .values({
        user_id: userId,
        friendly_name: 'A laptop',
        credential_id: `of the ${key}`,
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
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).toEqual([
        { user_id: userId },
      ])
    expect(await auditEntriesOf(userId)).toEqual([])
  },
)

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

test.each(['admin', 'moderator'] as const)(
  'A-08 a service token cannot change or sign in to the account of the %s',
  async (key) => {
    const [userId, email] = [getPersonId(key), getPersonEmail(key)]
    const before = await db.selectFrom('accounts').selectAll().where('id', '=', userId).execute()
    for (const type of ['magiclink', 'recovery'] as const)
      expect(await admin.generateLink({ type, email })).toMatchObject(refused)
    for (const type of ['email_change_current', 'email_change_new'] as const)
      expect(await admin.generateLink({ type, email, newEmail: 'thief@sand.example' })).toMatchObject(refused)
    expect(await admin.generateLink({ type: 'signup', email, password: PASSWORD })).toMatchObject(refused)
    expect(await admin.inviteUserByEmail(email)).toMatchObject(refused)
    for (const change of [
      { password: PASSWORD },
      { email: 'thief@sand.example', email_confirm: true },
      { phone: '+447700900555', phone_confirm: true },
      { ban_duration: '24h' },
    ])
      expect(await admin.updateUserById(userId, change)).toMatchObject(refused)
    expect(await admin.deleteUser(userId)).toMatchObject(refused)
    expect(await db.selectFrom('accounts').selectAll().where('id', '=', userId).execute()).toEqual(before)
    expect(await auditEntriesOf(userId)).toEqual([])
  },
)
