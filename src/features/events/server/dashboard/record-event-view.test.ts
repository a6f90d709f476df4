import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { insertEvent } from '../testing'
import { countBlocked, untilBlocked } from '~tests/support/lock-waits'
import { insertMember, openTestDashboard } from './testing'

const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db, { name: 'Ilse Brandt' })

const traffic = async (id: string) =>
  (
    await sql<{ line: string }>`
      select day || ' ' || source || ' ' || views as line from event_traffic where event_id = ${id}::uuid order by day, source`.execute(
      dashboard.db,
    )
  ).rows.map(({ line }) => line)

test('counts each visitor once in half an hour, by source, on the local day of the event', async () => {
  const id = await insertEvent(dashboard.db, { timezone: 'Australia/Melbourne', organizer_id: ilse.id })
  const kit = await insertMember(dashboard.db, { name: 'Kit Marlowe' })
  dashboard.clock.now = new Date('2026-11-21T14:30:00Z')
  await dashboard.as(null, '192.0.2.1').seen({ id, source: 'list' })
  await dashboard.as(null, '192.0.2.1').seen({ id, source: 'direct' })
  await dashboard.as(null, '192.0.2.2').seen({ id, source: 'list' })
  // A signed-in visitor is counted by account, at any IP address.
  await dashboard.as(kit, '192.0.2.1').seen({ id, source: 'chat' })
  await dashboard.as(kit, '192.0.2.3').seen({ id, source: 'chat' })
  expect(await traffic(id)).toEqual(['2026-11-22 chat 1', '2026-11-22 list 2'])
})

test('ignores the team and events that the visitor may not see', async () => {
  const host = await insertMember(dashboard.db, { name: 'Juno Okafor' })
  const checkIn = await insertMember(dashboard.db, { name: 'Tom Reed' })
  const id = await insertEvent(dashboard.db, { organizer_id: ilse.id, dj_id: host.id })
  await sql`insert into event_people (event_id, person_id, relation) values (${id}, ${checkIn.id}, 'check_in')`.execute(
    dashboard.db,
  )
  for (const person of [ilse, host, checkIn]) await dashboard.as(person).seen({ id, source: 'list' })
  expect(await traffic(id)).toEqual([])
  const draft = await insertEvent(dashboard.db, { event_status: 'draft' })
  const hidden = await insertEvent(dashboard.db, { is_public: false })
  for (const other of [draft, hidden, newId(), 'x', "' or 1=1"])
    expect(await dashboard.as(null, '192.0.2.9').seen({ id: other, source: 'list' })).toEqual({})
  const { rows } = await sql`select from event_traffic where event_id in (${draft}, ${hidden})`.execute(
    dashboard.db,
  )
  expect(rows).toEqual([])
})

test('counts every one of many concurrent views', async () => {
  const id = await insertEvent(dashboard.db, { timezone: 'UTC' })
  const looks = Array.from({ length: 40 }, (_, n) =>
    dashboard.as(null, `198.51.100.${n + 1}`).seen({ id, source: 'home' }),
  )
  await Promise.all(looks)
  expect(await traffic(id)).toEqual(['2026-11-21 home 40'])
})

test('uses one connection for concurrent views of an event', async () => {
  const id = await insertEvent(dashboard.db, { timezone: 'UTC' })
  dashboard.clock.now = new Date('2026-11-21T10:00:00Z')
  await dashboard.as(null, '203.0.113.0').seen({ id, source: 'home' })
  const looks = await dashboard.db.transaction().execute(async (trx) => {
    await sql`select from event_traffic where event_id = ${id}::uuid for update`.execute(trx)
    const started = Array.from({ length: 30 }, (_, n) =>
      dashboard.as(null, `203.0.113.${n + 1}`).seen({ id, source: 'home' }),
    )
    await untilBlocked(dashboard.db)
    // The views reach their statement without waiting for anything else, so 20 round trips give them more than enough
    // time.
    for (let turn = 0; turn < 20; turn += 1) expect(await countBlocked(dashboard.db)).toBe(1)
    return started
  })
  await Promise.all(looks)
  expect(await traffic(id)).toEqual(['2026-11-21 home 31'])
})
