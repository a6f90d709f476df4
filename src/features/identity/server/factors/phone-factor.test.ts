import { expect, test } from 'vitest'
import { createLimits } from '~/platform/limits/limits'
import type { TextMessage } from '../email-and-sms/sms'
import { markVerified, startIdentity } from '../testing'
import { createFactorChallenge } from './challenge-factor'
import { enrollFactor } from './enroll-factor'
import { findHolder, type Holder } from '../sessions/lock-account'
import { verifyFactor } from './verify-factor'

const { database, harness } = await startIdentity()

let count = 0
/** A person with a browser, whose text messages are recorded. Sending one fails while `isDown`. */
async function createPerson({ limits = harness.limits } = {}) {
  count += 1
  const browser = harness.createBrowser()
  const email = `person-${count}@example.com`
  await browser.call((client) =>
    client.signUp({ fullName: 'Ada Example', email, password: 'slow techno at noon' }),
  )
  await markVerified(database.db, email)
  const sent: TextMessage[] = []
  const provider = { isDown: false }
  const sms = {
    isOn: true,
    send: async (message: TextMessage) => {
      if (provider.isDown) throw new Error('the provider is down')
      sent.push(message)
      return 'id'
    },
  }
  const context = async () => ({ ...(await browser.contextOf()), sms, limits })
  const holder = async (): Promise<Holder> => {
    const found = await findHolder(await context())
    if (found === undefined) throw new Error('nobody is signed in')
    return found
  }
  return { browser, context, holder, sent, provider, email }
}
type Person = Awaited<ReturnType<typeof createPerson>>

async function enroll(person: Person, phone: string) {
  const made = await enrollFactor(await person.context(), await person.holder(), { kind: 'phone', phone })
  if (typeof made === 'string') throw new Error(made)
  return made.id
}

async function ask(person: Person, factorId: string) {
  const asked = await createFactorChallenge(await person.context(), await person.holder(), {
    factorId,
    channel: 'sms',
  })
  if (typeof asked === 'string') throw new Error(asked)
  return asked.challengeId
}

const answer = async (person: Person, factorId: string, challengeId: string, code: string) =>
  verifyFactor(await person.context(), await person.holder(), { factorId, challengeId, proof: { code } })

const codeIn = (person: Person) => person.sent.at(-1)?.text.slice(0, 6) ?? ''

test('A-08 sends a phone a six-digit code that works once, and that phones fill in only on our pages', async () => {
  const person = await createPerson()
  const factorId = await enroll(person, '+4930123456')
  const challengeId = await ask(person, factorId)
  expect(person.sent).toEqual([
    {
      to: '+4930123456',
      channel: 'sms',
      code: codeIn(person),
      text: expect.stringMatching(
        /^(\d{6}) is your Back to Back code\. It works for 5 minutes\.\n\n@b2b\.example #\1$/,
      ),
    },
  ])
  const code = codeIn(person)
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await answer(person, factorId, challengeId, wrong)).toEqual({ kind: 'phone', problem: 'wrong' })
  expect(await answer(person, factorId, challengeId, code)).toMatchObject({ kind: 'phone' })
  expect(await person.holder()).toMatchObject({ assurance: 'aal2', hasSecondFactor: true })
  expect(await answer(person, factorId, challengeId, code)).toEqual({ kind: 'phone', problem: 'over' })
  // The code is invalid for another challenge.
  expect(await answer(person, factorId, await ask(person, factorId), code)).toMatchObject({
    problem: 'wrong',
  })
  expect(harness.queue.filter(({ name }) => name === 'identity.sign_in_method_changed')).toMatchObject([
    { payload: { what: 'factor_added', ip: '192.0.2.1' } },
  ])
  const rows = await database.db.selectFrom('auth_challenges').select('secret_hash').execute()
  for (const { secret_hash } of rows) expect(secret_hash).toHaveLength(32)
})

test('A-08 refuses a number that is already a factor, and refuses phones without a message provider', async () => {
  const person = await createPerson()
  const factorId = await enroll(person, '+4930123457')
  await answer(person, factorId, await ask(person, factorId), codeIn(person))
  const context = await person.context()
  const again = { kind: 'phone', phone: '+4930123457' } as const
  expect(await enrollFactor(context, await person.holder(), again)).toBe('phone_taken')
  const mute = { ...context, sms: { ...context.sms, isOn: false } }
  expect(await enrollFactor(mute, await person.holder(), { kind: 'phone', phone: '+4930123458' })).toBe(
    'no_text_messages',
  )
  expect(await createFactorChallenge(mute, await person.holder(), { factorId, channel: 'sms' })).toBe(
    'not_sent',
  )
})

test('A-08 a failing provider is reported immediately, and the next message may be sent after a minute', async () => {
  const person = await createPerson({ limits: createLimits() })
  const factorId = await enroll(person, '+4930123459')
  person.provider.isDown = true
  const ask = async () =>
    createFactorChallenge(await person.context(), await person.holder(), { factorId, channel: 'whatsapp' })
  expect(await ask()).toBe('not_sent')
  person.provider.isDown = false
  await expect(ask()).rejects.toMatchObject({ status: 429, data: { retryAfterSeconds: expect.any(Number) } })
  expect(person.sent).toEqual([])
})

test('A-08 notifies about added, removed and replaced methods; codes expire after five minutes', async () => {
  const person = await createPerson()
  const factorId = await enroll(person, '+4930123460')
  const late = await ask(person, factorId)
  const code = codeIn(person)
  harness.clock.now = new Date(harness.clock.now.getTime() + 5 * 60_000 + 1)
  expect(await answer(person, factorId, late, code)).toMatchObject({ problem: 'over' })
  await answer(person, factorId, await ask(person, factorId), codeIn(person))
  harness.queue.splice(0)
  await person.browser.call((client) => client.recoveryCodes.renew())
  await person.browser.call((client) => client.factors.rename({ factorId, name: 'Work phone' }))
  const { factors } = await person.browser.call((client) => client.factors.list())
  expect(factors).toMatchObject([{ id: factorId, kind: 'phone', name: 'Work phone', phone: '+49 ··· 460' }])
  await person.browser.call((client) => client.factors.remove({ factorId }))
  expect(harness.queue.map(({ payload }) => payload)).toMatchObject([
    { what: 'recovery_codes_renewed' },
    { what: 'factor_removed' },
  ])
})
