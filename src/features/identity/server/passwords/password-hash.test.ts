import { expect, test } from 'vitest'
import { hashPassword, needsRehash, PasswordQueueFull, verifyPassword } from './password-hash'

test('a password is stored as an argon2id PHC string with a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword('correct horse', one)).toBe(true)
  expect(await verifyPassword('correct horse ', one)).toBe(false)
})

test('the reference implementation agrees (phc-winner-argon2, password "password", salt "somesalt")', async () => {
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', reference)).toBe(true)
  expect(await verifyPassword('passwore', reference)).toBe(false)
  expect(needsRehash(reference)).toBe(true)
  expect(needsRehash(await hashPassword('password'))).toBe(false)
})

test('a password typed with composed or decomposed characters has the same hash', async () => {
  expect(await verifyPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true)
})

test.each([null, undefined, '', 'plain', '$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA'])(
  'no password matches a stored hash of %j',
  async (stored) => {
    expect(await verifyPassword('', stored)).toBe(false)
  },
)

test('hashes two passwords at a time, queues two hundred, and refuses more until the queue has room', async () => {
  // A low-cost hash, because the length of the queue does not depend on the cost.
  const cheap = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  const answers = await Promise.allSettled(Array.from({ length: 220 }, () => verifyPassword('x', cheap)))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(220 - 202)
  expect(refused.every((answer) => answer.reason instanceof PasswordQueueFull)).toBe(true)
  expect(await verifyPassword('x', cheap)).toBe(false)
})
