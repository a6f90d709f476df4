import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { seedDemo } from './seed-demo'

const now = new Date('2026-11-21T02:00:00Z')
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async (password) => `hash of ${password}` })
})
afterAll(() => drop())

async function count(query: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(`select count(*) as n from ${query}`).execute(db)
  return rows[0]?.n ?? -1
}

async function column<T = string>(query: string): Promise<T[]> {
  const { rows } = await sql.raw<{ value: T }>(query).execute(db)
  return rows.map((row) => row.value)
}

describe('organizer data', () => {
  test('the demo has a partly used and a used-up promo code, and orders with their discounts', async () => {
    const codes = await sql<{ code: string; used: number; left: number | null; off: boolean }>`
      select c.code, c.used, c.use_limit - c.used as left, bool_and(i.discount_cents > 0) as off
      from promo_codes c join orders o on o.promo_code_id = c.id and o.status = 'confirmed' join order_items i on i.order_id = o.id
      group by c.id order by c.code`.execute(db)
    expect(codes.rows).toEqual([
      { code: 'CANDLE', used: 4, left: 36, off: true },
      { code: 'CISTERN20', used: 23, left: 37, off: true },
      { code: 'CREW10', used: 12, left: null, off: true },
      { code: 'STAIRS5', used: 10, left: 0, off: true },
    ])
    expect(
      await count(`order_items i join orders o on o.id = i.order_id left join promo_codes c on c.id = o.promo_code_id
        where i.discount_cents <> case when c.id is null then 0 else discount_of(i.quantity * i.unit_cents, c.percent, c.amount_cents) end`),
    ).toBe(0)
  })

  test('the demo has tickets with an access code, complimentary tickets and a waitlist whose count is correct', async () => {
    expect(
      await column('select access_code as value from ticket_types where access_code is not null'),
    ).toEqual(['DAMPWALL'])
    expect(
      await column('select sum(t.quantity_sold)::integer as value from ticket_types t where waiting > 0'),
    ).toEqual([560])
    expect(await count('orders where is_comp and total_cents = 0')).toBe(3)
    const line =
      await column(`select p.email as value from waitlist_entries w join profiles p on p.id = w.customer_id
      join ticket_types t on t.id = w.ticket_type_id where t.waiting = 5 order by w.created_at`)
    expect(line.map((email) => email.split('@')[0])).toEqual(['customer', 'owen', 'tom', 'sofia', 'dae-jung'])
    // No ticket of this type was sold after the waitlist began.
    expect(
      await count(`waitlist_entries w join order_items i using (ticket_type_id) join orders o on o.id = i.order_id
        where o.created_at > w.created_at`),
    ).toBe(0)
  })

  test('page views cover each day of every event on sale, and ticket counts match the orders', async () => {
    expect(
      await count(`events e where is_public and event_status = 'published' and
        not exists (select from event_traffic t where t.event_id = e.id and views > 0)`),
    ).toBe(0)
    const sums = await column(`select sum(tickets)::integer as value from event_traffic union all
      select sum(quantity_sold)::integer from ticket_types`)
    expect(sums[0]).toBe(sums[1])
    expect(sums[0]).toBeGreaterThan(5000)
    expect(await count(`event_traffic where tickets > views and source <> 'given'`)).toBe(0)
    expect(await column('select distinct source as value from event_traffic order by 1')).toEqual([
      'chat',
      'direct',
      'elsewhere',
      'given',
      'home',
      'list',
      'profile',
    ])
    // Realistic: every event has at least three page views per ticket sold.
    expect(
      await count(`(select event_id from event_traffic group by 1 having sum(tickets) > sum(views) / 3) x`),
    ).toBe(0)
  })

  test('at an event with two check-in phones, each person is checked in once, and two duplicate scans are listed', async () => {
    const evening = `event_id = (select id from events where title = 'Basement Weather')`
    expect(
      await column(`select distinct entrance as value from check_ins where ${evening} order by 1`),
    ).toEqual(['Front', 'Side'])
    expect(
      await column(`select (seen_at is not null)::text as value from check_ins
        where ${evening} and outcome = 'duplicate' and shown_in and was_offline and counted = 0 order by 1`),
    ).toEqual(['false', 'true'])
    expect(
      await count(`tickets k where checked_in_at is distinct from (
        select min(scanned_at) from check_ins c where c.ticket_id = k.id and counted > 0 and undone_at is null)`),
    ).toBe(0)
    expect(
      await count(`guests g where (arrived, arrived_at) is distinct from (
        select (coalesce(sum(counted), 0)::smallint, min(scanned_at)) from check_ins c where c.guest_id = g.id and undone_at is null)`),
    ).toBe(0)
    expect(
      await count(`(select event_id, date_bin('15 minutes', scanned_at, timestamptz 'epoch') as quarter,
          sum(counted) filter (where ticket_id is not null) as tickets, sum(counted) filter (where guest_id is not null) as guests
        from check_ins where counted > 0 group by 1, 2) c full join check_in_quarters q using (event_id, quarter)
        where (coalesce(c.tickets, 0), coalesce(c.guests, 0)) is distinct from (q.tickets::bigint, q.guests::bigint)`),
    ).toBe(0)
  })

  test('the demo has a moved event, two canceled events with refunded tickets, and a draft without a venue', async () => {
    expect(
      await count(`events where event_status = 'postponed' and status_message <> '' and moved_from < event_date
        and refundable_until > '${now.toISOString()}'`),
    ).toBe(1)
    expect(
      await column(
        `select title as value from events where event_status = 'cancelled' and status_message <> '' order by 1`,
      ),
    ).toEqual(['Damp Proof', 'Tidal'])
    expect(
      await count(`orders o join events e on e.id = o.event_id where e.event_status = 'cancelled' and (
        o.status <> 'refunded' or o.ended_at < e.status_changed_at or exists (
          select from tickets k where k.order_id = o.id and (k.status = 'valid' or k.refund_id is null)))`),
    ).toBe(0)
    expect(
      await column(
        `select title as value from events where event_status = 'draft' and venue_name = '' order by 1`,
      ),
    ).toEqual(['Second Summer', 'Slow Puncture'])
  })

  test('a transferred ticket belongs to its recipient, and one with a pending transfer to its sender', async () => {
    const { rows } = await sql<{ status: string; holder: string; by: string; isOld: boolean }>`
      select x.status, p.full_name as holder, o.buyer_name as by, x.old_secret is distinct from k.secret as "isOld"
      from ticket_transfers x join tickets k on k.id = x.ticket_id join profiles p on p.id = k.customer_id
        join orders o on o.id = k.order_id order by 1`.execute(db)
    expect(rows).toEqual([
      { status: 'accepted', holder: 'Priya Raman', by: 'Tom Halloran', isOld: true },
      { status: 'pending', holder: 'Priya Raman', by: 'Priya Raman', isOld: true },
    ])
    expect(await count(`holder_messages where recipients > 50`)).toBe(1)
  })
})
