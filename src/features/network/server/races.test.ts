import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { randomRuns } from '~tests/support/random-runs'
import { createNetwork, insertMember } from './testing'

const ROUNDS = randomRuns(20)
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

type Calls = ReturnType<ReturnType<typeof createNetwork>['as']>
interface Round {
  ann: string
  bob: string
  asAnn: Calls
  asBob: Calls
}

async function forRounds(race: (round: Round) => Promise<void>): Promise<void> {
  for (let n = 0; n < ROUNDS; n += 1) {
    const network = createNetwork(db)
    const [ann, bob] = [await insertMember(db), await insertMember(db)]
    await race({ ann, bob, asAnn: network.as(ann), asBob: network.as(bob) })
  }
}

async function statusesBetween({ ann, bob }: Round): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`
    select status from connections where user_id in (${ann}, ${bob}) and connected_user_id in (${ann}, ${bob})`.execute(
    db,
  )
  return rows.map(({ status }) => status)
}

const countSucceeded = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

test('two simultaneous requests between two people connect them, in one row', async () => {
  await forRounds(async (round) => {
    const results = await Promise.allSettled([
      round.asAnn.request({ id: round.bob }),
      round.asBob.request({ id: round.ann }),
    ])
    expect(countSucceeded(results)).toBe(2)
    expect(await statusesBetween(round)).toEqual(['accepted'])
    const { rows } = await sql`
      select kind from notifications where user_id in (${round.ann}, ${round.bob}) and settled_at is null`.execute(
      db,
    )
    expect(rows).toEqual([{ kind: 'connection_accepted' }])
  })
})

test('when a request is accepted and withdrawn at the same time, one call succeeds and the other fails', async () => {
  await forRounds(async (round) => {
    const { connectionId } = await round.asAnn.request({ id: round.bob })
    const id = connectionId ?? ''
    const results = await Promise.allSettled([round.asBob.accept({ id }), round.asAnn.withdraw({ id })])
    expect(countSucceeded(results)).toBe(1)
    const isAccepted = results[0]?.status === 'fulfilled'
    expect(await statusesBetween(round)).toEqual(isAccepted ? ['accepted'] : [])
  })
})

test('when a request is accepted and declined at the same time in two windows, one call succeeds', async () => {
  await forRounds(async (round) => {
    const { connectionId } = await round.asAnn.request({ id: round.bob })
    const id = connectionId ?? ''
    const results = await Promise.allSettled([round.asBob.accept({ id }), round.asBob.decline({ id })])
    expect(countSucceeded(results)).toBe(1)
    expect(await statusesBetween(round)).toEqual([
      results[0]?.status === 'fulfilled' ? 'accepted' : 'declined',
    ])
  })
})

test('after a simultaneous block and request, no request remains', async () => {
  await forRounds(async (round) => {
    const results = await Promise.allSettled([
      round.asAnn.block({ id: round.bob }),
      round.asBob.request({ id: round.ann }),
    ])
    expect(results[0]?.status).toBe('fulfilled')
    expect(await statusesBetween(round)).toEqual([])
    const { rows } = await sql`
      select kind from notifications where user_id = ${round.ann} and settled_at is null`.execute(db)
    expect(rows).toEqual([])
  })
})

test('after a simultaneous block and accept, no connection remains', async () => {
  await forRounds(async (round) => {
    const { connectionId } = await round.asBob.request({ id: round.ann })
    const results = await Promise.allSettled([
      round.asBob.block({ id: round.ann }),
      round.asAnn.accept({ id: connectionId ?? '' }),
    ])
    expect(results[0]?.status).toBe('fulfilled')
    expect(await statusesBetween(round)).toEqual([])
  })
})

test('the second of two simultaneous blocks finds no person to block', async () => {
  await forRounds(async (round) => {
    const results = await Promise.allSettled([
      round.asAnn.block({ id: round.bob }),
      round.asBob.block({ id: round.ann }),
    ])
    expect(countSucceeded(results)).toBe(1)
  })
})
