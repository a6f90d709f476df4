import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { refusalOf } from '~/platform/rpc/testing-refusal'
import { checkZone } from './check-zone'
import { insertDraft, insertMember, openDesk, someNight } from './testing'

const desk = await openDesk()
const ilse = await insertMember(desk.db)

// Names that ICU knows and PostgreSQL does not: one night with them stopped what counts the sales of all.
test('neither a new night nor a saved one gets a zone that the database does not know', async () => {
  const id = await insertDraft(desk, ilse)
  for (const timezone of ['AET', 'US/Pacific-New', 'VST']) {
    const created = desk.as(ilse).create({ ...someNight, timezone, clientKey: newId() })
    expect(await refusalOf(created), timezone).toMatchObject({ status: 400 })
    const saved = desk.as(ilse).save({ id, version: 1, changes: { timezone } })
    expect(await refusalOf(saved), timezone).toMatchObject({ status: 400 })
    expect(await refusalOf(checkZone(desk.db, timezone, 'timezone')), timezone).toMatchObject({
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
