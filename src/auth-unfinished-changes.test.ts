import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, personEmail, personId } from '~/database/seed/people'
import { createPostman, tokenIn } from '~/platform/mail/testing-mails'
import { startTestApp } from '~/testing'
import { createAuthClient } from '~/testing-auth-client'
import { startTextSink } from '~/testing-texts'

// What somebody began in a session that was not theirs, after its owner noticed.
let texts: Awaited<ReturnType<typeof startTextSink>>
let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  texts = await startTextSink()
  app = await startTestApp({ auth: { sms: texts.sms, confirmEmail: false } })
})
afterAll(async () => {
  await app.stop()
  await texts.stop()
})

const newClient = () => createAuthClient(app.address, { ip: app.someAddress() }).client

async function signIn(email: string, password: string) {
  const client = newClient()
  const { error } = await client.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

type Client = ReturnType<typeof newClient>

const waysOut: [string, (owner: Client) => Promise<{ error: unknown }>][] = [
  ['a new password', (owner) => owner.updateUser({ password: 'what nobody else knows' })],
  ['signing out everywhere else', (owner) => owner.signOut({ scope: 'others' })],
  ['signing out everywhere', (owner) => owner.signOut({ scope: 'global' })],
]

test.each(waysOut)('A-08 a number that a thief was about to add is given up with %s', async (name, leave) => {
  const phone = `+4917098765${10 + waysOut.findIndex(([one]) => one === name)}`
  const key = ['mara', 'juno', 'temi'][waysOut.findIndex(([one]) => one === name)] ?? ''
  const thief = await signIn(personEmail(key), DEMO_PASSWORD)
  const owner = await signIn(personEmail(key), DEMO_PASSWORD)
  expect((await thief.updateUser({ phone })).error).toBeNull()
  const token = /^\d{6}/.exec((await texts.next(phone)).text)?.[0] ?? ''
  expect((await leave(owner)).error).toBeNull()
  const { data, error } = await newClient().verifyOtp({ phone, token, type: 'phone_change' })
  expect(error).toMatchObject({ code: 'otp_expired' })
  expect(data.session).toBeNull()
})

test.each(waysOut)(
  'A-08 so is an address that needs no yes of the one there is, with %s',
  async (name, leave) => {
    const postman = createPostman(app.dataDir)
    const n = waysOut.findIndex(([one]) => one === name)
    const [email, taken] = [`ada${n}@lind.example`, `thief${n}@evil.example`]
    const owner = newClient()
    expect((await owner.signUp({ email, password: 'a long password' })).error).toBeNull()
    const thief = await signIn(email, 'a long password')
    expect((await thief.updateUser({ email: taken })).error).toBeNull()
    const mail = await postman.next(taken)
    expect((await leave(owner)).error).toBeNull()
    const { error } = await newClient().verifyOtp({ token_hash: tokenIn(mail), type: 'email_change' })
    expect(error).toMatchObject({ code: 'otp_expired' })
  },
)

test('A-08 an address that both ends must confirm waits on', async () => {
  const owner = await signIn(personEmail('owen'), DEMO_PASSWORD)
  expect((await owner.updateUser({ email: 'owen@new.example' })).error).toBeNull()
  expect((await owner.updateUser({ password: 'what nobody else knows' })).error).toBeNull()
  expect((await owner.getUser()).data.user?.new_email).toBe('owen@new.example')
})

test('A-08 whoever is suspended changes no number either', async () => {
  const phone = '+491709876520'
  const person = await signIn(personEmail('sofia'), DEMO_PASSWORD)
  expect((await person.updateUser({ phone })).error).toBeNull()
  const token = /^\d{6}/.exec((await texts.next(phone)).text)?.[0] ?? ''
  const sofia = app.db.updateTable('accounts').where('id', '=', personId('sofia'))
  await sofia.set({ suspended_until: new Date(Date.now() + 3_600_000) }).execute()
  const { error } = await newClient().verifyOtp({ phone, token, type: 'phone_change' })
  expect(error).toMatchObject({ code: 'user_banned' })
  await sofia.set({ suspended_until: null }).execute()
  const account = app.db.selectFrom('accounts').select('phone').where('id', '=', personId('sofia'))
  expect(await account.executeTakeFirst()).toEqual({ phone: null })
})
