import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { findToken } from '../tokens/one-time-tokens'
import { issueToken } from '../tokens/issue-token'
import { deleteEndedSessions } from './delete-ended-sessions'
import { endSession, insertSession } from './sessions'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const DAY = 24 * 60 * 60 * 1000
const now = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY)

test('deletes only sessions and links that ended more than thirty days ago', async () => {
  const userId = newId()
  await db.insertInto('accounts').values({ id: userId, email: 'mara@voss.example' }).execute()
  const open = (at: Date) =>
    insertSession(db, { userId, ip: '192.0.2.1', userAgent: 'a browser', now: at, methods: ['password'] })
  const alive = await open(daysAgo(29))
  const justEnded = await open(daysAgo(100))
  await endSession(db, justEnded, daysAgo(29))
  await endSession(db, await open(daysAgo(40)), daysAgo(31))
  // This session expired after thirty days, without being ended.
  await open(daysAgo(61))
  const token = { secret: 'of the tests', userId, sentTo: 'mara@voss.example' }
  const old = await issueToken(db, { ...token, purpose: 'recover', now: daysAgo(31) })
  const young = await issueToken(db, { ...token, purpose: 'verify_email', now: daysAgo(30) })

  expect(await deleteEndedSessions(db, now)).toEqual({ sessions: 2, tokens: 1 })
  const left = await db.selectFrom('sessions').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual([alive, justEnded].toSorted())
  expect(await findToken(db, old.token, ['recover'])).toBeUndefined()
  expect(await findToken(db, young.token, ['verify_email'])).toBeDefined()
  expect(await deleteEndedSessions(db, now)).toEqual({ sessions: 0, tokens: 0 })
})

test('deletes provider flows and their codes an hour after they expire', async () => {
  const userId = newId()
  await db.insertInto('accounts').values({ id: userId, email: 'juno@voss.example' }).execute()
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000)
  const names = ['old', 'young'] as const
  await db
    .insertInto('sign_in_flows')
    .values(
      names.map((provider) => ({
        state_hash: Buffer.from(provider),
        provider,
        redirect_to: 'https://b2b.example',
        expires_at: hoursAgo(provider === 'old' ? 1.1 : 0.9),
      })),
    )
    .execute()
  await db
    .insertInto('auth_codes')
    .values(
      names.map((name) => ({
        code_hash: Buffer.from(name),
        user_id: userId,
        code_challenge: 'x',
        code_challenge_method: 's256',
        amr_method: 'oauth',
        expires_at: hoursAgo(name === 'old' ? 1.1 : 0.9),
      })),
    )
    .execute()
  await deleteEndedSessions(db, now)
  expect(await db.selectFrom('sign_in_flows').select('provider').execute()).toEqual([{ provider: 'young' }])
  const codes = await db.selectFrom('auth_codes').select('code_hash').execute()
  expect(codes.map((row) => row.code_hash.toString())).toEqual(['young'])
})
