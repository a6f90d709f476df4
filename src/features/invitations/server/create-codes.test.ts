import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createCodes } from './create-codes'
import { createRandomCode } from './create-codes'
import { addPerson, now } from './testing'

let db: Database
let drop: () => Promise<void>
let hanna: string
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  hanna = await addPerson(db, 'Hanna Wolff', 'admin')
})
afterAll(() => drop())

const make = (draws: string[], sentTo: (string | null)[]) =>
  db
    .transaction()
    .execute((trx) =>
      createCodes(trx, { createdBy: hanna, note: null, createdAt: now, expiresAt: null, sentTo }, () =>
        draws.length > 1 ? (draws.shift() ?? '') : (draws[0] ?? ''),
      ),
    )

test('draws another code if one is taken', async () => {
  await make(['TAKEN001'], [null])
  const made = await make(
    ['TAKEN001', 'TAKEN001', 'FREE0001', 'FREE0001', 'FREE0002'],
    ['a@x.example', 'b@x.example'],
  )
  expect(made.map(({ code, address }) => [code, address])).toEqual([
    ['FREE0001', 'a@x.example'],
    ['FREE0002', 'b@x.example'],
  ])
})

test('fails and stores nothing if every drawn code is taken', async () => {
  await expect(make(['FREE0009', 'TAKEN001'], [null, null])).rejects.toThrow('No unused code found')
  expect(await db.selectFrom('invitations').select('id').where('code', '=', 'FREE0009').execute()).toEqual([])
})

test('AD-09 every character is about equally likely at every position', () => {
  const draws = Array.from({ length: 18_000 }, createRandomCode)
  for (let place = 0; place < 8; place += 1) {
    const counts = new Map<string, number>()
    for (const code of draws) counts.set(code.charAt(place), (counts.get(code.charAt(place)) ?? 0) + 1)
    expect(counts.size).toBe(36)
    // Each character is expected 500 times at each position; a deviation of 160 is seven standard deviations.
    for (const [sign, count] of counts) expect(Math.abs(count - 500), `${sign} at ${place}`).toBeLessThan(160)
  }
})
