import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { DEFAULT_SETTINGS } from '../rules/settings'
import { createSettingsSource } from './settings-source'

const { db, drop } = await createTestDatabase()
afterAll(drop)

let clock = 0
const heard: (() => void)[] = []
const notified: (readonly string[])[] = []
const live = {
  publishToAll: (topics: readonly string[]) => void notified.push(topics),
  signal: () => {
    for (const listener of heard) listener()
  },
  onSignal: (_name: string, listener: (payload: unknown) => void) => {
    heard.push(() => listener({}))
    return () => undefined
  },
}
const now = () => clock

beforeEach(async () => {
  heard.length = 0
  await db.deleteFrom('settings').execute()
})

const store = (value: number) =>
  db
    .insertInto('settings')
    .values({ key: 'hold_minutes', value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()

test('without stored values, every setting has its default', async () => {
  expect(await createSettingsSource({ db, live }).read()).toEqual(DEFAULT_SETTINGS)
})

test('a change takes effect immediately in processes that get the signal, and within two seconds in others', async () => {
  const here = createSettingsSource({ db, live, now })
  const there = createSettingsSource({ db, live, now })
  const deaf = createSettingsSource({ db, live: { ...live, onSignal: () => () => undefined }, now })
  const minutes = async () =>
    (await Promise.all([here, there, deaf].map((source) => source.read()))).map(
      ({ holdMinutes }) => holdMinutes,
    )
  expect(await minutes()).toEqual([10, 10, 10])
  await store(15)
  expect(await minutes()).toEqual([10, 10, 10])
  here.forget()
  expect(await minutes()).toEqual([15, 15, 10])
  clock += 2000
  expect(await minutes()).toEqual([15, 15, 15])
})

test('a change notifies every open page of every process', () => {
  const here = createSettingsSource({ db, live, now })
  createSettingsSource({ db, live, now })
  notified.length = 0
  here.forget()
  // Three messages: one directly from the changed source, and one from each source that gets the signal. This fake
  // also sends the signal back to the changed source. A real process never receives its own signal.
  expect(notified).toEqual([['settings'], ['settings'], ['settings']])
})

test('concurrent reads share one query, and a failed query is not cached', async () => {
  let reads = 0
  const counting = {
    selectFrom: (...args: Parameters<typeof db.selectFrom>) => {
      reads += 1
      if (reads === 1) throw new Error('away')
      return db.selectFrom(...args)
    },
  } as unknown as typeof db
  const source = createSettingsSource({ db: counting, live })
  await expect(source.read()).rejects.toThrow('away')
  await Promise.all([source.read(), source.read(), source.read()])
  expect(reads).toBe(2)
})
