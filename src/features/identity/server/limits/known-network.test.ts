import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { deleteEndedSessions } from '../sessions/delete-ended-sessions'
import { endSession, insertSession } from '../sessions/sessions'
import { isKnownNetwork } from './known-network'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)

test.each([
  { name: 'is signed in', seen: 20, ended: undefined, isKnown: true },
  { name: 'signed out 29 days ago', seen: 40, ended: 29, isKnown: true },
  { name: 'signed out 31 days ago', seen: 31, ended: 31, isKnown: false },
  // Sessions last thirty days without activity.
  { name: 'was last active 59 days ago, and never signed out', seen: 59, ended: undefined, isKnown: true },
  { name: 'was last active 61 days ago, and never signed out', seen: 61, ended: undefined, isKnown: false },
])(
  'the network of a person who $name is known: $isKnown, also after ended sessions are deleted',
  async ({ seen, ended, isKnown }) => {
    const userId = newId()
    await db
      .insertInto('accounts')
      .values({ id: userId, email: `${userId}@known.example` })
      .execute()
    const session = {
      userId,
      ip: '192.0.2.1',
      userAgent: null,
      now: daysAgo(seen),
      methods: ['password'] as const,
    }
    const id = await insertSession(db, session)
    if (ended !== undefined) await endSession(db, id, daysAgo(ended))
    expect(await isKnownNetwork(db, { userId, ip: '192.0.2.1', now })).toBe(isKnown)
    expect(await isKnownNetwork(db, { userId, ip: '192.0.2.2', now })).toBe(false)
    await deleteEndedSessions(db, now)
    expect(await isKnownNetwork(db, { userId, ip: '192.0.2.1', now })).toBe(isKnown)
  },
)

test('an account without a verified email or phone has no known networks', async () => {
  const userId = newId()
  const [email, phone] = [`${userId}@squat.example`, '+4930700800']
  await db.insertInto('accounts').values({ id: userId, email, phone }).execute()
  const session = {
    userId,
    ip: '192.0.2.1',
    userAgent: null,
    now: daysAgo(1),
    methods: ['password'] as const,
  }
  await insertSession(db, session)
  const ask = async () => {
    const there = { userId, ip: '192.0.2.1', now }
    return {
      email: await isKnownNetwork(db, { ...there, by: 'email' }),
      phone: await isKnownNetwork(db, { ...there, by: 'phone' }),
      // Guessing the password of such an account affects only its creator.
      password: await isKnownNetwork(db, there),
    }
  }
  expect(await ask()).toEqual({ email: false, phone: false, password: true })
  const proven = (values: object) => db.updateTable('accounts').set(values).where('id', '=', userId).execute()
  await proven({ phone_verified_at: now })
  expect(await ask()).toEqual({ email: false, phone: true, password: true })
  await proven({ email_verified_at: now, phone_verified_at: null })
  expect(await ask()).toEqual({ email: true, phone: false, password: true })
})
