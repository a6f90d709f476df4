import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertEvent, ticketsOf } from '~tests/support/event-shop'
import { insertCaller, openShop } from '~tests/support/shop'
import { LINES_BY_ACCOUNT } from '../../rules/statement-line'
import { openBooks, postAt } from '../testing'

const { db } = await openShop()

const sumOwed = async (eventId: string) => {
  const { rows } = await sql<{ cents: number }>`select (-sum(amount))::float8 as cents from ledger_entries
    where event_id = ${eventId} and account = 'organizer'`.execute(db)
  return rows[0]?.cents
}

test('a person without events has no entries', async () => {
  const { as } = await openBooks(db)
  const { money } = as({ ...(await insertCaller(db)), roles: ['user'] })
  expect(await money.overview()).toEqual({
    balances: [{ currency: 'USD', nextPayoutCents: 0, heldCents: 0, balanceCents: 0, disputedCents: 0 }],
    dispute: { open: 0, next: null },
    events: [],
  })
  expect(await money.statement({})).toMatchObject({
    firstMonth: null,
    openingCents: 0,
    closingCents: 0,
    events: [],
  })
})

test('sales and refunds add up to the cent of the orders, without service fees', async () => {
  const { sell, shop, organizer, eventId, money } = await openBooks(db)
  const first = await sell([2, 1])
  const second = await sell([3, 0])
  await shop.as(organizer).refunds.order({ orderId: first, reason: 'Double booked' })
  const [ticket] = await ticketsOf(db, second)
  await shop.as(organizer).refunds.ticket({ ticketId: ticket?.id ?? '', reason: 'Ill' })
  const { events, ...sums } = await money.statement({})
  expect(sums).toMatchObject({ openingCents: 0, closingCents: 3200, cents: 3200 })
  expect(events).toMatchObject([
    {
      event: { id: eventId, title: 'Dust & Diamonds', status: 'published', isPast: false },
      cents: 3200,
      lines: [
        { line: 'sales', cents: 9000, entries: 2, tickets: 6, balanceCents: 9000 },
        { line: 'refunds', cents: -5800, entries: 2, tickets: 4, balanceCents: 3200 },
      ],
    },
  ])
  expect(await money.overview()).toMatchObject({
    balances: [{ currency: 'USD', nextPayoutCents: 0, heldCents: 3200, balanceCents: 3200 }],
    events: [{ id: eventId, cents: 3200, heldCents: 3200 }],
  })
})

test('a refund that the organizer pays without the provider is credited to them', async () => {
  const { sell, shop, organizer, eventId, money } = await openBooks(db)
  const orderId = await sell([1, 0])
  await shop.as(organizer).refunds.order({ orderId, reason: 'Ill' })
  const { rows } = await sql<{ id: string }>`update refunds r set status = 'failed' from payments p
    where p.id = r.payment_id and p.order_id = ${orderId} returning r.id`.execute(db)
  const refundId = rows[0]?.id ?? ''
  await shop.as(organizer).sales.payRefundAnotherWay({ eventId, refundId, otherPayment: 'Cash.' })
  const { cents, events } = await money.statement({ kind: 'refunds' })
  expect(events[0]?.lines).toMatchObject([
    { line: 'refunds', entries: 1, tickets: 1 },
    { line: 'paid_refunds', entries: 1, tickets: 0 },
  ])
  expect(cents).toBe(-1600 + 1760)
  expect((await money.statement({})).closingCents).toBe(await sumOwed(eventId))
})

test('each entry belongs to the month where its event is', async () => {
  const { as, organizer, eventId, clock, money } = await openBooks(db)
  const { eventId: late } = await insertEvent(db)
  await sql`update events set organizer_id = ${organizer.id}, timezone = 'Pacific/Auckland', title = 'Low Ceiling'
    where id = ${late}`.execute(db)
  // London is at UTC in winter, Auckland thirteen hours ahead.
  await postAt(db, eventId, { at: '2026-11-30T23:59:59Z', cents: 100 })
  await postAt(db, eventId, { at: '2026-12-01T00:00:00Z', cents: 200 })
  await postAt(db, late, { at: '2026-11-30T10:59:59Z', cents: 1000 })
  await postAt(db, late, { at: '2026-11-30T11:00:00Z', cents: 2000 })
  clock.now = new Date('2026-12-14T12:00:00Z')
  const november = await money.statement({ month: '2026-11' })
  expect(november).toMatchObject({
    firstMonth: '2026-11',
    currentMonth: '2026-12',
    openingCents: 0,
    closingCents: 1100,
    closingDay: '2026-11-30',
  })
  const december = await money.statement({})
  expect(december).toMatchObject({
    month: '2026-12',
    openingCents: 1100,
    cents: 2200,
    closingCents: 3300,
    // In Auckland it is already the 15th.
    closingDay: '2026-12-14',
  })
  expect(december.events.map(({ lines }) => lines.map(({ firstDay, cents }) => [firstDay, cents]))).toEqual([
    [['2026-12-01', 200]],
    [['2026-12-01', 2000]],
  ])
  await postAt(db, late, { at: '2026-12-31T11:00:00Z', cents: 4000 })
  expect(await money.statement({ month: '2027-01' })).toMatchObject({
    currentMonth: '2027-01',
    openingCents: 3300,
    cents: 4000,
    closingCents: 7300,
  })
  const { entries } = await as(organizer).money.entries({ month: '2026-12', event: late })
  expect(entries.map(({ cents }) => cents)).toEqual([2000])
  const all = await as(organizer).money.entries({ month: 'all', event: late })
  expect(all.entries.map(({ cents }) => cents)).toEqual([4000, 2000, 1000])
})

test('changing an event’s time zone moves no entry to another month', async () => {
  const { eventId, clock, money } = await openBooks(db)
  await postAt(db, eventId, { at: '2026-11-30T23:30:00Z', cents: 100 })
  await postAt(db, eventId, { at: '2026-12-31T23:30:00Z', cents: 200 })
  clock.now = new Date('2027-01-14T12:00:00Z')
  const read = async (month: string) => {
    const { events, openingCents, closingCents } = await money.statement({ month })
    const { entries } = await money.entries({ month })
    return {
      openingCents,
      closingCents,
      lines: events.flatMap(({ lines }) => lines.map(({ cents, firstDay }) => [cents, firstDay])),
      entries: entries.map(({ cents, day }) => [cents, day]),
    }
  }
  const november = {
    openingCents: 0,
    closingCents: 100,
    lines: [[100, '2026-11-30']],
    entries: [[100, '2026-11-30']],
  }
  const december = {
    openingCents: 100,
    closingCents: 300,
    lines: [[200, '2026-12-31']],
    entries: [[200, '2026-12-31']],
  }
  expect([await read('2026-11'), await read('2026-12')]).toEqual([november, december])
  await sql`update events set timezone = 'Pacific/Auckland' where id = ${eventId}`.execute(db)
  expect([await read('2026-11'), await read('2026-12')]).toEqual([november, december])
})

test('an entry of tomorrow, posted before the time zone was edited, is in the current month', async () => {
  const { eventId, clock, money } = await openBooks(db)
  await sql`update events set timezone = 'Pacific/Auckland' where id = ${eventId}`.execute(db)
  clock.now = new Date('2026-11-30T11:30:00Z')
  await postAt(db, eventId, { at: clock.now.toISOString(), cents: 100 })
  await sql`update events set timezone = 'Europe/London' where id = ${eventId}`.execute(db)
  expect(await money.statement({})).toMatchObject({
    month: '2026-12',
    closingCents: 100,
    closingDay: '2026-12-01',
  })
})

test('shows one currency at a time, by default that of the latest event', async () => {
  const { organizer, money } = await openBooks(db)
  const at = new Date().toISOString()
  const insertNext = async (currency: string, days: number, cents: number) => {
    const { eventId } = await insertEvent(db)
    await sql`update events set organizer_id = ${organizer.id}, currency = ${currency}, event_date = event_date + make_interval(days => ${days})
      where id = ${eventId}`.execute(db)
    await postAt(db, eventId, { at, cents })
    return eventId
  }
  const berlin = await insertNext('EUR', 1, 1800)
  const tokyo = await insertNext('JPY', 2, 5000)
  expect((await money.overview()).balances).toMatchObject([
    { currency: 'JPY', balanceCents: 5000, heldCents: 5000 },
    { currency: 'EUR', balanceCents: 1800, heldCents: 1800 },
  ])
  const event = { id: tokyo }
  expect(await money.statement({})).toMatchObject({
    currency: 'JPY',
    closingCents: 5000,
    events: [{ event }],
  })
  expect(await money.statement({ currency: 'EUR' })).toMatchObject({ currency: 'EUR', cents: 1800 })
  expect(await money.statement({ event: berlin })).toMatchObject({ currency: 'EUR', cents: 1800 })
  expect((await money.entries({ currency: 'EUR' })).entries).toMatchObject([{ currency: 'EUR', cents: 1800 }])
})

test('filters by kind and event, without balances', async () => {
  const { sell, shop, organizer, eventId, money } = await openBooks(db)
  const orderId = await sell([1, 0])
  await shop.as(organizer).refunds.order({ orderId, reason: 'Ill' })
  const { eventId: other } = await insertEvent(db)
  await sql`update events set organizer_id = ${organizer.id} where id = ${other}`.execute(db)
  await postAt(db, other, { at: new Date().toISOString(), cents: 500 })
  expect(await money.statement({ event: other })).toMatchObject({
    openingCents: null,
    closingCents: null,
    cents: 500,
    events: [{ event: { id: other }, lines: [{ balanceCents: null }] }],
  })
  expect(await money.statement({ kind: 'refunds' })).toMatchObject({
    cents: -1600,
    events: [{ event: { id: eventId } }],
  })
  expect(await money.statement({ kind: 'payouts' })).toMatchObject({ cents: 0, events: [] })
  const list = async (input: Parameters<typeof money.entries>[0]) =>
    (await money.entries(input)).entries.map(({ line, cents }) => [line, cents])
  expect(await list({})).toEqual([
    ['sales', 500],
    ['refunds', -1600],
    ['sales', 1600],
  ])
  expect(await list({ event: eventId, line: 'sales' })).toEqual([['sales', 1600]])
  expect(await list({ kind: 'refunds', line: 'sales' })).toEqual([])
})

test('lists entries 50 at a time, newest first, and finds them by order number', async () => {
  const { sell, shop, organizer, eventId, money } = await openBooks(db)
  const at = new Date().toISOString()
  for (let cents = 1; cents <= 60; cents += 1) await postAt(db, eventId, { at, cents })
  const orderId = await sell([2, 0])
  const { orderNumber } = (await shop.as(organizer).sales.orders({ eventId })).orders[0] ?? {}
  const first = await money.entries({ line: 'sales' })
  expect(first.entries).toHaveLength(50)
  expect(first.entries[0]).toMatchObject({
    line: 'sales',
    cents: 3200,
    currency: 'USD',
    tickets: 2,
    orderNumber,
    buyerName: 'Mara Voss',
    event: { id: eventId, timezone: 'Europe/London' },
  })
  const second = await money.entries({ line: 'sales', after: first.nextCursor ?? '' })
  expect(second.entries.map(({ cents }) => cents)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(second.nextCursor).toBeNull()
  const found = await money.entries({ q: ` ${orderNumber?.slice(3).toLowerCase()}\u0000 ` })
  expect(found.entries.map(({ cents }) => cents)).toEqual([3200])
  expect((await money.entries({ q: '%' })).entries).toEqual([])
  expect(orderId).not.toBe('')
})

test('another person’s event is not found, and their money never appears', async () => {
  const { sell, eventId, as } = await openBooks(db)
  await sell([1, 0])
  const manager = await insertCaller(db)
  await sql`insert into event_people (event_id, person_id, relation) values (${eventId}, ${manager.id}, 'manager')`.execute(
    db,
  )
  const { money } = as({ ...manager, roles: ['user'] })
  for (const event of [eventId, 'nothing', '0'.repeat(64)]) {
    await expect(money.statement({ event })).rejects.toMatchObject({
      status: 404,
      message: 'Event not found',
    })
    await expect(money.entries({ event })).rejects.toMatchObject({ status: 404 })
  }
  expect((await money.overview()).balances).toMatchObject([{ balanceCents: 0 }])
  expect((await money.entries({})).entries).toEqual([])
})

test.each([
  { month: '2026-13' },
  { month: '2026-12-01' },
  { kind: 'sale' },
  { after: 'nothing' },
  { q: 'x'.repeat(101) },
])('refuses %j', async (input) => {
  const { money } = await openBooks(db)
  await expect(money.entries(input as Parameters<typeof money.entries>[0])).rejects.toMatchObject({
    status: 400,
  })
})

test('every kind of transaction that can change what an organizer is owed has a line', async () => {
  const { rows } = await sql<{
    definition: string
  }>`select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'ledger_transactions'::regclass and contype = 'c' and conname like '%kind%'`.execute(db)
  const kinds = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/gu)].map(([, kind]) => kind ?? '')
  expect(kinds).toContain('sale')
  // These kinds move money between the provider and a buyer only, or between two accounts of one person.
  const others = new Set(['payment_returned', 'refund_sent', 'payout'])
  const lines = { ...LINES_BY_ACCOUNT.organizer, ...LINES_BY_ACCOUNT.payable }
  expect(kinds.filter((kind) => !(kind in lines) && !others.has(kind))).toEqual([])
})

test('an entry without a line is an error, and is not left out', async () => {
  const { eventId, money } = await openBooks(db)
  await postAt(db, eventId, { at: new Date().toISOString(), cents: 5, kind: 'payment_returned' })
  await expect(money.statement({})).rejects.toMatchObject({ status: 500 })
})
