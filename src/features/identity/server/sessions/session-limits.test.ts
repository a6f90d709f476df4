import { expect, test, vi } from 'vitest'
import { startIdentity } from '../testing'
import { insertSession } from './sessions'

const { database, harness } = await startIdentity()

test('a session ends 180 days after its sign-in, however much it is used', async () => {
  const browser = harness.createBrowser()
  await browser.call((client) =>
    client.signUp({ fullName: 'Ada Lind', email: 'ada@sessions.example', password: 'slow techno at noon' }),
  )
  const start = harness.clock.now
  const headers = () => new Headers({ cookie: browser.cookie() })
  const sessionId = browser.cookie().slice('__Host-b2b_session='.length).split('.')[0] ?? ''
  const expiry = async () => {
    const row = database.db.selectFrom('sessions').select('expires_at').where('id', '=', sessionId)
    return ((await row.executeTakeFirstOrThrow()).expires_at.getTime() - start.getTime()) / 86_400_000
  }
  for (const [day, end] of [
    [29, 59],
    [58, 88],
    [87, 117],
    [116, 146],
    [145, 175],
    [170, 180],
  ] as const) {
    harness.clock.now = new Date(start.getTime() + day * 86_400_000)
    expect(await harness.resolveCaller(headers())).not.toBeNull()
    await vi.waitFor(async () => expect(await expiry()).toBe(end))
  }
  harness.clock.now = new Date(start.getTime() + 180 * 86_400_000)
  expect(await harness.resolveCaller(headers())).toBeNull()
  harness.clock.now = start
})

test('a sign-in beyond the session limit ends the least recently used session, starting with sessions without two-step verification', async () => {
  const { db } = database
  const limits = { sessionDays: 180, sessionIdleDays: 30, sessionsPerAccount: 2 }
  const { id: userId } = await db
    .insertInto('accounts')
    .values({ email: 'many@sessions.example' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const open = (minute: number, assurance: 'aal1' | 'aal2') => {
    const now = new Date(harness.clock.now.getTime() + minute * 60_000)
    return insertSession(db, {
      userId,
      ip: null,
      userAgent: null,
      now,
      methods: ['password'],
      assurance,
      limits,
    })
  }
  const live = async () => {
    const rows = db.selectFrom('sessions').select('id').where('user_id', '=', userId)
    return (await rows.where('ended_at', 'is', null).execute()).map(({ id }) => id)
  }
  const first = await open(0, 'aal2')
  await open(1, 'aal2')
  const third = await open(2, 'aal2')
  expect(await live()).not.toContain(first)
  for (let n = 3; n < 9; n += 1) await open(n, 'aal1')
  expect(await live()).toHaveLength(2)
  expect(await live()).toContain(third)
})
