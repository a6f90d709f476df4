import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { refusalOf } from '~tests/support/refusal'
import { eventsCalls } from '../calls'
import { insertMember, openTestDashboard } from '../dashboard/testing'
import { insertEvent } from '../testing'

const dashboard = await openTestDashboard()
const { db } = dashboard
const ilse = await insertMember(db, { name: 'Ilse Brandt' })
const juno = await insertMember(db, { name: 'Juno Okafor', isDj: true })
const owen = await insertMember(db, { name: 'Owen Faulk' })
const kit = await insertMember(db, { name: 'Kit Marlowe' })
const stranger = await insertMember(db, { name: 'Nova Reyes' })
// Fifteen days after the test clock, 2026-11-21.
const id = await insertEvent(
  db,
  { event_date: '2026-12-06T23:00:00Z', organizer_id: ilse.id, dj_id: juno.id },
  [
    {
      name: 'Early Bird',
      price_cents: 1200,
      quantity_total: 100,
      quantity_sold: 100,
      revenue_cents: 120_000,
      sort_order: 0,
    },
    {
      name: 'General Admission',
      quantity_total: 400,
      quantity_sold: 258,
      revenue_cents: 412_800,
      sort_order: 1,
    },
    {
      name: 'Crew Table',
      quantity_total: 106,
      quantity_sold: 44,
      revenue_cents: 112_000,
      access_code: 'CREW88',
      sort_order: 2,
    },
  ],
)
await sql`insert into event_people (event_id, person_id, relation) values (${id}, ${owen.id}, 'manager'), (${id}, ${kit.id}, 'check_in')`.execute(
  db,
)
await sql`
  insert into ticket_sales (ticket_type_id, day, tickets, cents)
  select t.id, d.day, d.tickets, d.tickets * t.price_cents
  from ticket_types t cross join (values (date '2026-11-18', 3), (date '2026-11-20', 5)) d(day, tickets)
  where t.event_id = ${id} and t.name <> 'Crew Table'`.execute(db)
await sql`
  insert into event_traffic (event_id, day, source, views, tickets) values
    (${id}, '2026-11-18', 'chat', 1204, 161), (${id}, '2026-11-19', 'chat', 0, 40), (${id}, '2026-11-19', 'profile', 978, 104),
    (${id}, '2026-11-20', 'direct', 1730, 49), (${id}, '2026-11-20', 'waitlist', 0, 47), (${id}, '2026-11-18', 'given', 0, 1),
    (${id}, '2026-11-20', 'unknown', 0, 2), (${id}, '2026-11-20', 'given', 0, -1), (${id}, '2026-11-20', 'home', 0, 0)`.execute(
  db,
)
await sql`
  insert into check_in_quarters (event_id, quarter, tickets, guests) values
    (${id}, '2026-12-06 22:45Z', 12, 0), (${id}, '2026-12-06 23:00Z', 29, 4), (${id}, '2026-12-06 23:15Z', 0, 0)`.execute(
  db,
)

const createNumbersClient = (caller: Caller) =>
  createRouterClient(eventsCalls, { context: dashboard.createContext(caller) }).numbers
const read = (caller: Caller) => createNumbersClient(caller).get({ id })

describe('ME-02 sales figures', () => {
  test('shows all figures to the organizer and the host', async () => {
    const numbers = await read(ilse)
    expect(numbers).toMatchObject({
      revenueCents: 644_800,
      sold: 402,
      total: 606,
      salesPercent: 66,
      views: 3912,
      conversionPerMille: 103,
      daysToGo: 15,
      perDayToSellOut: 14,
      today: '2026-11-21',
      checkIns: { tickets: 41, guests: 4, expected: 402 },
    })
    expect(numbers.event).toMatchObject({ canEdit: true, canSeeRefunds: true })
    expect(numbers.days).toEqual([
      { day: '2026-11-18', tickets: 6, cents: 3 * 1200 + 3 * 1600 },
      { day: '2026-11-20', tickets: 10, cents: 5 * 1200 + 5 * 1600 },
    ])
    expect(
      numbers.types.map(({ name, sold, revenueCents, isHidden }) => [name, sold, revenueCents, isHidden]),
    ).toEqual([
      ['Early Bird', 100, 120_000, false],
      ['General Admission', 258, 412_800, false],
      ['Crew Table', 44, 112_000, true],
    ])
    expect(numbers.sources.map(({ label, views, tickets }) => [label, views, tickets])).toEqual([
      ['Chat rooms', 1204, 201],
      ['Juno Okafor’s profile', 978, 104],
      ['Direct link', 1730, 49],
      ['Waitlist', 0, 47],
      ['Unknown', 0, 2],
    ])
    expect(numbers.checkIns.quarters).toHaveLength(2)
    const asHost = await read(juno)
    expect(asHost).toEqual({ ...numbers, event: { ...numbers.event, canEdit: false, canSeeRefunds: false } })
  })

  test('shows a manager the counts without revenue', async () => {
    const numbers = await read(owen)
    expect(numbers).toMatchObject({ sold: 402, revenueCents: null })
    expect([
      ...numbers.days.map(({ cents }) => cents),
      ...numbers.types.map(({ revenueCents }) => revenueCents),
    ]).toEqual([null, null, null, null, null])
  })

  test('hides the event from check-in staff and strangers', async () => {
    for (const caller of [kit, stranger]) expect((await refusalOf(read(caller))).status).toBe(404)
    for (const nonsense of ['nonsense', '01a1fbc7-c116-7397-8898-08f42a369173'])
      expect((await refusalOf(createNumbersClient(ilse).get({ id: nonsense }))).status).toBe(404)
  })

  test('returns zeros without a sale, and no remaining days once the event has begun', async () => {
    const empty = await insertEvent(dashboard.db, {
      event_date: '2026-11-20T21:00:00Z',
      organizer_id: ilse.id,
    })
    expect(await createNumbersClient(ilse).get({ id: empty })).toMatchObject({
      revenueCents: 0,
      salesPercent: 0,
      conversionPerMille: null,
      daysToGo: null,
      perDayToSellOut: null,
      days: [],
      sources: [],
    })
  })
})
