import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLimits } from '~/platform/limits/limits'
import { createTestDatabase } from '~tests/support/database'
import { codeIn } from '~tests/support/stored-emails'
import { requestPasswordReset } from '../passwords/reset-password'
import { redeemLinkOrCode } from '../sign-in/redeem-link-or-code'
import { sendSignInCode } from '../sign-in/send-sign-in-code'
import { signInWithPassword } from '../sign-in/sign-in-with-password'
import { createIdentityHarness, markVerified, tokenIn } from '../testing'

const database = await createTestDatabase()
afterAll(database.drop)
// Removes the wait between two emails. All other limits are those of production.
const points = { email_sign_in_minute_to: 1000, email_recover_minute_to: 1000 }
const realLimits = createLimits(undefined, { points })
const harness = createIdentityHarness(database.db, { realLimits })
const context = await harness.createBrowser().contextOf()
const password = 'slow techno at noon'
const refused = { code: 'TOO_MANY_REQUESTS' }

let networks = 0
let email = ''
beforeEach(async () => {
  networks += 1
  email = `ada@travels${networks}.example`
  await harness
    .createBrowser()
    .call((client) => client.signUp({ fullName: 'Ada Lind', email, password: 'slow techno at noon' }))
  await markVerified(database.db, email)
  await harness.runJobs()
  harness.emails.length = 0
})

/** Returns an address in a network that no one has used before. */
function newNetwork(): string {
  networks += 1
  return `198.51.${100 + Math.floor(networks / 250)}.${networks % 250}`
}

const at = (ip: string) => ({ ...context, ip, requestHeaders: new Headers({ 'user-agent': 'curl/8.5' }) })
const send = (ip: string, to = email) =>
  sendSignInCode(at(ip), { destination: { email: to }, sendsNoAccountEmail: true })
const reset = (ip: string) => requestPasswordReset(at(ip), { email })
const signIn = (ip: string, typed = password) => signInWithPassword(at(ip), { email, password: typed })

async function enter(ip: string, proof: { code: string } | { token: string }) {
  const { outcome } = await redeemLinkOrCode(at(ip), {
    proof: 'code' in proof ? { email, code: proof.code } : proof,
    purposes: ['sign_in', 'recover'],
    starts: 'session',
    isBrowser: false,
  })
  return outcome
}

async function newestEmail() {
  await harness.runJobs()
  const message = harness.emails.at(-1)
  if (message === undefined) throw new Error('no email')
  return message
}

const notThis = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const attempt = (step: Promise<unknown>) => step.catch(() => undefined)

/**
 * Uses up the owner's daily emails, by requests for plus-tagged variants of the address, and the password guesses.
 */
async function lockOut() {
  const [local, domain] = email.split('@')
  for (let n = 1; n <= 34; n += 1) await attempt(send(newNetwork(), `${local}+${n}@${domain}`))
  for (let n = 1; n <= 100; n += 1) await attempt(signIn(newNetwork(), `guess ${n}`))
  await expect(signIn(newNetwork())).rejects.toMatchObject(refused)
}

/** Uses up the hourly emails of the exact address, except the owner's reserve. */
async function requestAll() {
  for (let n = 1; n <= 5; n += 1) await send(newNetwork()).then(newestEmail)
}

test('strangers who request codes for plus-tagged addresses and guess passwords do not stop the owner from getting a code by email', async () => {
  await lockOut()
  const ip = newNetwork()
  await send(ip)
  expect(await enter(ip, { code: codeIn(await newestEmail()) })).toBe('session')
}, 120_000)

test('the owner gets a code while strangers request codes for the exact address and guess them', async () => {
  await requestAll()
  const strangers = [newNetwork(), newNetwork()]
  for (const stranger of strangers) {
    await send(stranger)
    const code = codeIn(await newestEmail())
    for (let n = 0; n < 12; n += 1) await attempt(enter(stranger, { code: notThis(code) }))
  }
  const ip = newNetwork()
  await send(ip)
  const code = codeIn(await newestEmail())
  for (let n = 0; n < 60; n += 1) await attempt(enter(newNetwork(), { code: notThis(code) }))
  await expect(enter(newNetwork(), { code })).rejects.toMatchObject(refused)
  expect(await enter(ip, { code })).toBe('session')
})

test('an email that a stranger requested within the owner’s reserve has a link that signs the owner in', async () => {
  await requestAll()
  const end = { redirectTo: 'app://stranger', challenge: { value: 'a'.repeat(43), method: 's256' } } as const
  const stranger = () => sendSignInCode(at(newNetwork()), { destination: { email }, linkTarget: end })
  for (let n = 0; n < 3; n += 1) await stranger()
  await expect(stranger()).rejects.toMatchObject(refused)
  await expect(send(newNetwork())).rejects.toMatchObject(refused)
  const message = await newestEmail()
  expect(message.text).not.toContain('stranger')
  for (let n = 0; n < 20; n += 1) await attempt(enter(newNetwork(), { code: notThis(codeIn(message)) }))
  expect(await enter(newNetwork(), { token: tokenIn(message) })).toBe('session')
})

test('the owner can still set a password by email after strangers have used up the reserve of sign-in emails', async () => {
  await requestAll()
  for (let n = 0; n < 5; n += 1) await reset(newNetwork()).then(newestEmail)
  for (let n = 0; n < 3; n += 1) await send(newNetwork()).then(newestEmail)
  await expect(send(newNetwork())).rejects.toMatchObject(refused)
  await reset(newNetwork())
  const message = await newestEmail()
  expect(message.subject).toBe('Set a new password')
  expect(await enter(newNetwork(), { token: tokenIn(message) })).toBe('session')
})

test('one network gets two emails a day from the owner’s reserve, and refused requests do not use it up', async () => {
  await requestAll()
  const stranger = newNetwork()
  for (let n = 0; n < 2; n += 1) await send(stranger)
  for (let n = 0; n < 5; n += 1) await expect(send(stranger)).rejects.toMatchObject(refused)
  await reset(newNetwork())
  expect((await newestEmail()).subject).toBe('Set a new password')
})

test('an address without an account gets the same response from the reserve, and no email', async () => {
  email = `no-${email}`
  await requestAll()
  expect(harness.emails).toHaveLength(5)
  expect(await send(newNetwork())).toBe('sent')
  await newestEmail()
  expect(harness.emails).toHaveLength(5)
})

test('wrong codes from networks that requested a code have a daily limit per network and for all networks', async () => {
  const stranger = newNetwork()
  await send(stranger)
  const code = codeIn(await newestEmail())
  for (let n = 0; n < 5; n += 1) expect(await enter(stranger, { code: notThis(code) })).toBe('invalid')
  expect(await enter(stranger, { code })).toBe('invalid')
  for (let n = 0; n < 4; n += 1) await enter(stranger, { code: notThis(code) })
  await expect(enter(stranger, { code })).rejects.toMatchObject(refused)
  const day = { points: 10, seconds: 86_400 }
  await expect(
    realLimits.check('code_requesting_network', `${email} ${stranger}`, day),
  ).rejects.toMatchObject(refused)
  const consumed = await Promise.allSettled(
    Array.from({ length: 40 }, () => realLimits.consume('code_account_requested', email, day)),
  )
  expect(consumed.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
  const ip = newNetwork()
  await send(ip)
  await expect(enter(ip, { code: codeIn(await newestEmail()) })).rejects.toMatchObject(refused)
})
