import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { refusalOf } from '~tests/support/refusal'
import { checkZone } from './check-zone'
import { insertDraft, insertMember, openTestDashboard, someEvent } from './testing'

const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db)

// ICU knows these names but PostgreSQL does not: one event with such a zone stopped the sales counts of all events.
test('refuses a zone that the database does not know, for a new event and a saved one', async () => {
  const id = await insertDraft(dashboard, ilse)
  for (const timezone of ['AET', 'US/Pacific-New', 'VST']) {
    const created = dashboard.as(ilse).create({ ...someEvent, timezone, clientKey: newId() })
    expect(await refusalOf(created), timezone).toMatchObject({ status: 400 })
    const saved = dashboard.as(ilse).save({ id, version: 1, changes: { timezone } })
    expect(await refusalOf(saved), timezone).toMatchObject({ status: 400 })
    await expect(checkZone(dashboard.db, timezone, 'timezone'), timezone).rejects.toMatchObject({
      code: 'INVALID',
      data: { fields: [{ path: 'timezone', message: 'Choose a time zone from the list.' }] },
    })
  }
})

test('takes the time zone of the place when none is given, in summer and winter', async () => {
  const { timezone: _, ...withoutZone } = someEvent
  const create = (more: object) => dashboard.as(ilse).create({ ...withoutZone, clientKey: newId(), ...more })
  const createAndGetStart = async (more: object) => {
    const { id } = await create(more)
    const { event_date, timezone } = await dashboard.db
      .selectFrom('events')
      .select(['event_date', 'timezone'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [timezone, event_date.toISOString()]
  }
  // Daylight saving time starts in Berlin on 28 March 2027.
  const before = { location: 'Berlin', date: '2027-03-27' }
  expect(await createAndGetStart(before)).toEqual(['Europe/Berlin', '2027-03-27T22:00:00.000Z'])
  const after = { location: '', venueName: 'Tiefgang, Berlin', date: '2027-03-28' }
  expect(await createAndGetStart(after)).toEqual(['Europe/Berlin', '2027-03-28T21:00:00.000Z'])
  expect(await refusalOf(create({ location: 'Hill Farm' }))).toMatchObject({
    status: 422,
    data: {
      fields: [
        {
          path: 'timezone',
          message: 'The time zone of this place is not known. Choose one, such as Europe/Berlin.',
        },
      ],
    },
  })
})

test('the database knows every time zone that a browser offers', async () => {
  const { rows } = await sql<{ name: string }>`select lower(name) as name from pg_timezone_names`.execute(
    dashboard.db,
  )
  const known = new Set(rows.map(({ name }) => name))
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(zone.toLowerCase()))).toEqual([])
})
