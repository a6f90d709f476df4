import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~/database/testing'
import type { Caller } from '~/platform/rpc/caller'
import { newId } from '~/lib/ids'
import { checkZone } from './check-zone'
import { createDesk, type Desk, insertDraft, insertMember, refusal, someNight } from './testing-desk'

let desk: Desk
let drop: () => Promise<void>
let ilse: Caller
beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  desk = createDesk(database.db)
  ilse = await insertMember(desk.db)
})
afterAll(() => drop())

// Names that ICU knows and PostgreSQL does not: one night with them stopped what counts the sales of all.
test('neither a new night nor a saved one gets a zone that the database does not know', async () => {
  const id = await insertDraft(desk, ilse)
  for (const timezone of ['AET', 'US/Pacific-New', 'VST']) {
    const created = desk.as(ilse).create({ ...someNight, timezone, clientKey: newId() })
    expect(await refusal(created), timezone).toMatchObject({ status: 400 })
    const saved = desk.as(ilse).save({ id, version: 1, changes: { timezone } })
    expect(await refusal(saved), timezone).toMatchObject({ status: 400 })
    expect(await refusal(checkZone(desk.db, timezone, 'timezone')), timezone).toMatchObject({
      code: 'INVALID',
      data: { fields: [{ path: 'timezone', message: 'Choose a time zone from the list.' }] },
    })
  }
})

test('every zone that a browser offers is one that the database knows', async () => {
  const { rows } = await sql<{ name: string }>`select lower(name) as name from pg_timezone_names`.execute(
    desk.db,
  )
  const known = new Set(rows.map(({ name }) => name))
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(zone.toLowerCase()))).toEqual([])
})
