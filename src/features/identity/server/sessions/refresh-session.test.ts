import { expect, test } from 'vitest'
import { NO_AUTH_FILE } from '~/platform/config/auth-file'
import { sealRefreshToken } from '../tokens/refresh-token'
import { startIdentity } from '../testing'
import { refreshSession } from './refresh-session'
import { insertSession } from './sessions'

const { database, harness } = await startIdentity()
const { db } = database
const { secret } = harness
const start = new Date('2026-03-01T20:00:00Z')
const context = {
  db,
  secret,
  ip: '192.0.2.1',
  live: { publish: () => undefined },
  config: { auth: NO_AUTH_FILE },
}

let people = 0
/** Starts a session; returns a function that refreshes it with its nth token, this many seconds later. */
async function startSession() {
  people += 1
  const { id: userId } = await db
    .insertInto('accounts')
    .values({ phone: `+49300000000${people}`, phone_verified_at: start })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sessionId = await insertSession(db, {
    userId,
    ip: null,
    userAgent: null,
    now: start,
    methods: ['password'],
  })
  const tokenAt = (counter: number) => sealRefreshToken({ sessionId, counter }, secret)
  const refresh = async (counter: number, seconds: number) => {
    const now = new Date(start.getTime() + seconds * 1000)
    const outcome = await refreshSession(context, { token: tokenAt(counter), now })
    return typeof outcome === 'string' ? outcome : outcome.refreshToken
  }
  return { refresh, tokenAt }
}

test('for ten seconds, a replaced refresh token returns the newest one, even after several refreshes', async () => {
  const { refresh, tokenAt } = await startSession()
  for (const counter of [0, 1, 2]) expect(await refresh(counter, counter)).toBe(tokenAt(counter + 1))
  expect(await refresh(0, 10)).toBe(tokenAt(3))
  expect(await refresh(2, 11)).toBe(tokenAt(3))
})

test('a refresh token that was replaced long ago ends the session, even right after another refresh', async () => {
  const { refresh, tokenAt } = await startSession()
  await refresh(0, 0)
  expect(await refresh(1, 3600)).toBe(tokenAt(2))
  expect(await refresh(0, 3601)).toBe('reused')
  expect(await refresh(2, 3602)).toBe('unknown')
})

test('further refreshes do not extend the ten seconds of an older refresh token', async () => {
  const { refresh, tokenAt } = await startSession()
  for (const counter of [0, 1, 2]) await refresh(counter, counter * 6)
  expect(await refresh(1, 13)).toBe(tokenAt(3))
  expect(await refresh(0, 13)).toBe('reused')
})

test('a session stores when its last ten refresh tokens were replaced', async () => {
  const { refresh, tokenAt } = await startSession()
  for (let counter = 0; counter < 11; counter += 1) await refresh(counter, 0)
  expect(await refresh(1, 1)).toBe(tokenAt(11))
  expect(await refresh(0, 1)).toBe('reused')
})
