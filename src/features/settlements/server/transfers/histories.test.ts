import { expect, test } from 'vitest'
import { assert, asyncProperty, check } from '~tests/support/fast-check'
import { createTestDatabase } from '~tests/support/database'
import { isLongRun } from '~tests/support/long-run'
import { randomRuns } from '~tests/support/random-runs'
import { playHistory } from './testing-histories'
import { type Ground, openGround } from './testing-history-event'
import { createTestProvider } from './testing-provider'
import { history } from './testing-steps'

const HISTORIES = randomRuns(isLongRun ? 10_000 : 40)
/** Jobs look at all events, and checks at all rows, so that a database gets slower with each history. */
const PER_DATABASE = 50

/** Runs a test with a ground that is replaced by a new one from time to time. */
async function withGround<T>(run: (getGround: () => Promise<Ground>) => Promise<T>): Promise<T> {
  let current: { ground: Ground; drop: () => Promise<void> } | undefined
  let uses = 0
  const getGround = async () => {
    if (current === undefined || uses % PER_DATABASE === 0) {
      await current?.drop()
      const { db, drop } = await createTestDatabase()
      current = { ground: await openGround(db), drop }
    }
    uses += 1
    return current.ground
  }
  try {
    return await run(getGround)
  } finally {
    await current?.drop()
  }
}

test(
  `no one is paid twice, too much or without evidence, over ${HISTORIES} random histories of an event’s money`,
  { timeout: isLongRun ? 7_200_000 : 120_000 },
  () =>
    withGround(async (getGround) => {
      const seen = new Set<string>()
      const property = asyncProperty(history, async (moves) => {
        for (const situation of await playHistory(await getGround(), moves)) seen.add(situation)
      })
      const t = performance.now()
      await assert(property, { numRuns: HISTORIES })
      console.log((performance.now() - t) / HISTORIES, [...seen].sort())
    }),
)
