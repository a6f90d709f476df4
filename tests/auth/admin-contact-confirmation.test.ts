import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { createAdminProgram, PASSWORD as password } from '../support/admin-program'
import { createAuthClient } from '../support/auth-client'
import { startTextSink } from '../support/fake-sms-provider'

const texts = await startTextSink()
const app = await startTestApp({ auth: { sms: texts.sms } })
const { address, db } = app
afterAll(async () => {
  await app.stop()
  await texts.stop()
})
const { admin, auditEntriesOf } = await createAdminProgram(app)
const newClient = () => createAuthClient(address, { ip: app.someAddress() }).client

const accountOf = (id: string) =>
  db
    .selectFrom('accounts')
    .select(['email', 'email_verified_at', 'phone', 'phone_verified_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('A-08 a program cannot mark a missing email as verified, and the account still signs in by phone', async () => {
  const phone = '+4915211110001'
  const made = await admin.createUser({ phone })
  const id = made.data.user?.id ?? ''
  const { data, error } = await admin.updateUserById(id, { email_confirm: true })
  expect(error).toBeNull()
  expect(data.user?.email_confirmed_at).toBeUndefined()
  expect(await accountOf(id)).toMatchObject({ email: null, email_verified_at: null })
  expect((await auditEntriesOf(id)).filter(([did]) => did === 'users.change')).toEqual([])

  const person = newClient()
  expect((await person.signInWithOtp({ phone })).error).toBeNull()
  const token = /^\d{6}/.exec((await texts.next(phone)).text)?.[0] ?? ''
  const entered = await person.verifyOtp({ phone, token, type: 'sms' })
  expect(entered.error).toBeNull()
  expect(entered.data.user?.id).toBe(id)
  expect(await accountOf(id)).toMatchObject({ phone })
})

test('A-08 a program cannot mark a missing phone as verified, but can if it sends the phone along', async () => {
  const made = await admin.createUser({ email: 'only@sand.example', password, email_confirm: true })
  const id = made.data.user?.id ?? ''
  expect((await admin.updateUserById(id, { phone_confirm: true })).error).toBeNull()
  expect(await accountOf(id)).toMatchObject({ phone: null, phone_verified_at: null })
  expect((await admin.updateUserById(id, { phone: '+4915211110002', phone_confirm: true })).error).toBeNull()
  expect(await accountOf(id)).toMatchObject({ phone: '+4915211110002', phone_verified_at: expect.any(Date) })
  await admin.updateUserById(id, { phone_confirm: false })
  expect(await accountOf(id)).toMatchObject({ phone: '+4915211110002', phone_verified_at: null })
})
