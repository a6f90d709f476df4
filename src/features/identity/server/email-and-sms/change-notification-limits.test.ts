import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { changeTexts } from './account-change-email'
import type { SignInMethodChange } from './notify-of-change'
import {
  resetLimits,
  later,
  listen,
  emails,
  messages,
  noon,
  provider,
  runLater,
  setReach,
  resetState,
  tell,
} from './testing-change-notifications'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
  await listen(database.db)
})
afterAll(() => database.drop())
beforeEach(resetState)

test('A-08 the first notification of a kind is sent immediately; later ones in the hour are combined into one at its end', async () => {
  // The limits measure the rest of the hour with the system clock.
  vi.useFakeTimers({ now: noon(), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await setReach({ email: 'ida@sand.example', email_verified_at: new Date(), phone: null })
  for (let i = 0; i < 20; i += 1) await tell({ kind: 'recovery_codes_renewed' })
  expect(emails).toHaveLength(1)
  // Many changes of one kind don't delay a notification of another kind.
  await tell({ kind: 'passkey_added' })
  expect(emails).toHaveLength(2)
  expect([...later.values()].map(({ startAfter }) => startAfter.getTime() - noon().getTime())).toEqual([
    3_600_000,
  ])
  await runLater()
  expect(emails.map(({ subject }) => subject)).toEqual(
    (['recovery_codes_renewed', 'passkey_added', 'recovery_codes_renewed'] as const).map(
      (kind) => changeTexts[kind].subject,
    ),
  )
  await runLater()
  expect(emails).toHaveLength(3)
})

test("A-08 an email about several changes names none of them: the first may be the owner's, the second a thief's", async () => {
  await setReach({ email: 'ida@sand.example', email_verified_at: new Date(), phone: null })
  for (const name of ['GitHub', 'Google', 'Label'])
    await tell({ kind: 'identity_linked', elsewhere: `${name} (ida@sand.example)` })
  await runLater()
  const [first, rest] = emails.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(first).toContain('GitHub (ida@sand.example) was linked to your account on Sat 21 Nov')
  expect(rest).toContain(
    'An external account was linked to yours, perhaps more than once, since Sat 21 Nov, 12:00 UTC',
  )
  expect(rest).toContain('https://b2b.example/dashboard/settings#linked')
  for (const ofOne of ['GitHub', 'Google', 'Label', '203.0.113.9', 'undefined'])
    expect(emails[1]?.html + (rest ?? '')).not.toContain(ofOne)
  expect(emails).toHaveLength(2)
})

test('A-08 a text message about several changes names none of them, like the email', async () => {
  await setReach({ email: null, email_verified_at: null, phone: '+447700900777' })
  for (const name of ['GitHub', 'Google']) await tell({ kind: 'identity_linked', elsewhere: name })
  await runLater()
  expect(messages[1]?.text).toMatch(
    /: An external account was linked to yours, perhaps more than once, since Sat 21 Nov.* UTC\. Not you\?/,
  )
  await setReach({ email: 'ida@sand.example', email_verified_at: new Date(), phone: null })
})

test('A-08 after one recipient could not be notified, only that recipient is retried', async () => {
  await setReach({ email: 'ida@new.example', email_verified_at: new Date(), phone: null })
  provider.refuses = 'ida@sand.example'
  await expect(tell({ kind: 'email_changed', formerEmail: 'ida@sand.example' })).rejects.toThrow('down')
  provider.refuses = ''
  expect(emails.map(({ to }) => to)).toEqual(['ida@new.example'])
  expect([...later.values()]).toEqual([])
})

test('A-08 the first notification is sent after a short outage of the mail server', async () => {
  provider.isDown = true
  await expect(tell({ kind: 'passkey_added' })).rejects.toThrow('down')
  provider.isDown = false
  await tell({ kind: 'passkey_added' })
  expect(emails).toHaveLength(1)
})

test('A-08 sends at most six paid text messages an hour to a number and delays the rest', async () => {
  const phone = '+447700900777'
  await setReach({ email: null, email_verified_at: null, phone })
  const kinds = Object.keys(changeTexts) as SignInMethodChange[]
  expect(kinds.length).toBeGreaterThan(6)
  for (let i = 0; i < 5; i += 1) for (const kind of kinds) await tell({ kind })
  expect(messages).toHaveLength(6)
  expect(later.size).toBe(kinds.length)
  await runLater()
  expect(messages).toHaveLength(12)
})

test('A-08 notifications to an unverified email have the same limit as emails that strangers request', async () => {
  await setReach({ email: 'stranger@example.org', email_verified_at: null, phone: null })
  const kinds = Object.keys(changeTexts) as SignInMethodChange[]
  for (const kind of kinds) await tell({ kind })
  expect(emails).toHaveLength(1)
  // Control: a verified email gets a notification of each kind.
  resetLimits()
  emails.length = 0
  await setReach({ email: 'ida@sand.example', email_verified_at: new Date() })
  for (const kind of kinds) await tell({ kind })
  expect(emails).toHaveLength(kinds.length)
})
