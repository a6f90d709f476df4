import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { DemoSignIn } from './people'
import { seedDemo } from './seed-demo'

const now = new Date('2026-11-21T02:00:00Z')
const hashPassword = async (password: string): Promise<string> => `hash of ${password}`

let db: Database
let drop: () => Promise<void>
let signIns: DemoSignIn[]

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  signIns = await seedDemo(db, { now, hashPassword })
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

test('suspended people have an address to appeal to', async () => {
  const address = { key: 'contact_address', value: 'hello@backtoback.example' }
  expect(await db.selectFrom('settings').select(['key', 'value']).execute()).toEqual([address])
})

describe('accounts', () => {
  test('an admin, a moderator, six DJs, four other members and two customers can sign in', () => {
    const roles = Object.groupBy(signIns, ({ role }) => role)
    const counts = Object.entries(roles).map(([role, people]) => `${people.length} ${role}`)
    expect(counts.toSorted()).toEqual(['1 admin', '1 moderator', '10 user', '2 customer'])
    expect(signIns.map(({ email }) => email)).toContain('admin@backtoback.example')
  })

  test('every account has the hash of the printed password, a profile and a role', async () => {
    const hashes = await column('select distinct password_hash as value from accounts')
    expect(hashes).toEqual([await hashPassword(signIns[0]?.password ?? '')])
    expect(await count('accounts')).toBe(14)
    expect(
      await count(
        'accounts a join profiles p using (id, email) where exists (select from user_roles where user_id = p.id)',
      ),
    ).toBe(14)
  })

  test('D-03 each genre chip has one sample DJ, with the rating and bookings that Discover shows', async () => {
    const cards = await sql<{ genre: string; bookings: number; rating: string }>`
      select p.genre, (select count(*) from bookings where dj_id = p.id and status = 'completed') as bookings,
        (select round(avg(rating), 1)::text from reviews where subject_id = p.id and published_at <= ${now}) as rating
      from profiles p where is_dj and is_public order by bookings desc`.execute(db)
    expect(cards.rows).toEqual([
      { genre: 'Techno', bookings: 214, rating: '4.9' },
      { genre: 'Progressive House', bookings: 189, rating: '4.9' },
      { genre: 'House', bookings: 176, rating: '4.8' },
      { genre: 'Hard House', bookings: 132, rating: '4.7' },
      { genre: 'Trance', bookings: 121, rating: '4.6' },
      { genre: 'Deep House', bookings: 98, rating: '5.0' },
    ])
  })
})

describe('removable sample data', () => {
  test.each(['profiles', 'events', 'chat_rooms', 'invitations', 'invite_requests'])(
    'every row of %s is marked as sample data',
    async (table) => {
      expect(await count(`${table} where is_sample`)).toBeGreaterThan(0)
      expect(await count(`${table} where not is_sample`)).toBe(0)
    },
  )
})

describe('events', () => {
  const seen = `events where is_public and event_status = 'published'`

  test('the demo has 30 public events in the next three months and 10 past ones, each with a line-up', async () => {
    const at = `'${now.toISOString()}'::timestamptz`
    expect(await count(`${seen} and event_date > ${at} and event_date < ${at} + interval '3 months'`)).toBe(
      30,
    )
    expect(await count(`${seen} and event_date < ${at} - interval '1 day'`)).toBe(10)
    expect(await count(`events e where not exists (select from line_up_slots where event_id = e.id)`)).toBe(0)
    expect(await count(`events where ends_at < event_date + interval '1 hour'`)).toBe(0)
  })

  test('the demo has events tonight and this weekend', async () => {
    expect(
      await count(`${seen} and event_date between '2026-11-21 02:00Z' and '2026-11-22 06:00Z'`),
    ).toBeGreaterThan(2)
    expect(
      await count(`${seen} and event_date between '2026-11-22 00:00Z' and '2026-11-23 00:00Z'`),
    ).toBeGreaterThan(0)
  })

  test('event times are local times of the venue', async () => {
    const local = await column(
      `select distinct to_char(event_date at time zone timezone, 'HH24:MI') as value from events
       where title in ('Low Ceiling', 'Concrete Sunrise', 'Borrowed Amplifier') order by 1`,
    )
    expect(local).toEqual(['06:00', '21:00', '23:30'])
  })

  test('the demo has a sold-out, a nearly sold-out, a free and a door-only event', async () => {
    const left = await sql<{ title: string; left: number; price: number }>`
      select title, sum(quantity_total - quantity_sold - quantity_held) as left, max(price_cents) as price
      from events e join ticket_types t on t.event_id = e.id
      where event_date > ${now} and is_public and event_status = 'published' group by title order by 2`.execute(
      db,
    )
    expect(left.rows.filter((row) => row.left === 0).map((row) => row.title)).toEqual([
      'Dancing in the Dark Matter',
    ])
    expect(left.rows[1]).toMatchObject({ title: 'Low Ceiling', left: 9 })
    expect(left.rows.filter((row) => row.price === 0).map((row) => row.title)).toEqual(['Office Hours'])
    expect(
      await column(`select title as value from ${seen} and ticket_price is not null and tickets_available > 0
        and not exists (select from ticket_types where event_id = events.id)`),
    ).toEqual(['Paper Planes'])
  })
})

describe('order accounting', () => {
  test('each stock counter equals the seats of confirmed orders and the number of valid tickets', async () => {
    expect(
      await count(`ticket_types t where quantity_sold <> (
        select coalesce(sum(quantity), 0) from order_items i join orders o on o.id = i.order_id
        where i.ticket_type_id = t.id and o.status = 'confirmed')`),
    ).toBe(0)
    expect(
      await count(`ticket_types t where quantity_sold <> (
        select count(*) from tickets where ticket_type_id = t.id and status = 'valid')`),
    ).toBe(0)
    expect(await count('tickets')).toBeGreaterThan(5000)
  })

  test('each order equals the sum of its items, and is paid and refunded to the cent', async () => {
    expect(
      await count(`orders o where subtotal_cents <> (
        select coalesce(sum(quantity * unit_cents - discount_cents), -1) from order_items where order_id = o.id)`),
    ).toBe(0)
    expect(
      await count(`orders o where status in ('confirmed', 'refunded') and total_cents <> (
        select coalesce(sum(amount_cents), 0) from payments where order_id = o.id and status = 'approved')`),
    ).toBe(0)
    expect(
      await count(`orders o where status = 'refunded' and total_cents <> (
        select coalesce(sum(r.amount_cents), 0) from payments p join refunds r on r.payment_id = p.id
        where p.order_id = o.id and r.status = 'done')`),
    ).toBe(0)
    expect(
      await count(
        `orders where status not in ('confirmed', 'refunded') and id in (select order_id from tickets)`,
      ),
    ).toBe(0)
  })

  test('order numbers of real orders continue after those of the demo', async () => {
    const [last] = await column(`select max(right(order_number, 5)) as value from orders`)
    const [next] = await column<number>(`select nextval('order_numbers') as value`)
    expect(next).toBe(Number(last) + 1)
  })

  test('C-02 C-03 a customer has upcoming tickets, used tickets and one that was never scanned', async () => {
    const mine = `tickets t join events e on e.id = t.event_id join profiles p on p.id = t.customer_id
      where p.email = 'customer@backtoback.example' and t.status = 'valid'`
    expect(await count(`${mine} and e.event_date > '${now.toISOString()}'`)).toBe(8)
    expect(await count(`${mine} and t.checked_in_at is not null`)).toBe(3)
    expect(await count(`${mine} and e.event_date < '${now.toISOString()}' and t.checked_in_at is null`)).toBe(
      1,
    )
  })

  test('no row is dated after now', async () => {
    for (const [table, at] of [
      ['orders', 'greatest(created_at, confirmed_at, ended_at)'],
      ['tickets', 'greatest(created_at, checked_in_at)'],
      ['booking_steps', 'created_at'],
      ['reviews', 'published_at'],
      ['chat_messages', 'created_at'],
      ['moderation_reports', 'created_at'],
      ['audit_log', 'created_at'],
      ['events', 'greatest(created_at, published_at, status_changed_at)'],
      ['event_people', 'created_at'],
      ['guests', 'greatest(created_at, arrived_at)'],
      ['check_ins', 'greatest(scanned_at, received_at, seen_at)'],
      ['waitlist_entries', 'created_at'],
      ['ticket_transfers', 'greatest(created_at, settled_at)'],
      ['holder_messages', 'created_at'],
      ['refunds', 'greatest(created_at, settled_at)'],
      ['promo_codes', 'created_at'],
      ['event_traffic', 'day'],
      ['invitations', 'greatest(created_at, used_at)'],
    ])
      expect([table, await count(`${table} where ${at} > '${now.toISOString()}'`)]).toEqual([table, 0])
  })
})

describe('states', () => {
  test.each([
    ['orders', ['cancelled', 'confirmed', 'expired', 'refunded']],
    ['connections', ['accepted', 'declined', 'pending']],
    ['bookings', ['cancelled', 'completed', 'confirmed', 'pending']],
    ['invitations', ['expired', 'pending', 'revoked', 'used']],
    ['tickets', ['refunded', 'valid']],
    ['payments', ['abandoned', 'approved', 'declined']],
  ])('the demo has rows of %s in every state', async (table, states) => {
    expect(await column(`select distinct status as value from ${table} order by 1`)).toEqual(states)
  })

  test("bookings: the last history entry matches the booking's status and terms", async () => {
    expect(
      await count(`bookings b where b.steps <> (select count(*) from booking_steps s where s.booking_id = b.id)
        or b.steps <> (select max(position) from booking_steps s where s.booking_id = b.id)
        or b.fee_cents <> (select (terms ->> 'fee_cents')::integer from booking_steps s
          where s.booking_id = b.id and terms ? 'deal' order by position desc limit 1)`),
    ).toBe(0)
    const paid = await count("transfers where reason = 'deposit' and status = 'done'")
    expect(paid).toBeGreaterThan(0)
    expect(await count("bookings where status = 'confirmed' and deposit_cents > 0")).toBeGreaterThan(paid)
    expect(
      await count(
        `bookings where status = 'pending' and (awaiting_id is null or answer_by <= '${now.toISOString()}')`,
      ),
    ).toBe(0)
  })

  test('reviews of the last two weeks appear only once both sides wrote one, and a DJ can still write one', async () => {
    expect(await count('reviews where published_at is null')).toBeGreaterThan(0)
    expect(
      await count(`reviews r join bookings b on b.id = r.booking_id where published_at is null
        and (b.ends_at <= '${now.toISOString()}'::timestamptz - interval '14 days' or b.status <> 'completed')`),
    ).toBe(0)
    expect(
      await count('reviews r join bookings b on b.id = r.booking_id where r.author_id = b.dj_id'),
    ).toBeGreaterThan(100)
  })

  test('organizers who sell tickets can be paid, and one without an account waits for a waiver', async () => {
    const isPaid = `exists (select from ticket_types t where t.event_id = e.id and t.price_cents > 0)`
    const cannotBePaid = `not exists (select from payees p where p.user_id = e.organizer_id and p.status = 'connected')`
    expect(
      await count(
        `events e where event_status in ('published', 'postponed') and ends_at > '${now.toISOString()}' and ${isPaid} and ${cannotBePaid}`,
      ),
    ).toBe(0)
    expect(
      await column(
        `select title as value from events e join payee_waivers w on w.event_id = e.id
         where e.event_status = 'draft' and w.decided_at is null and ${isPaid} and ${cannotBePaid}`,
      ),
    ).toEqual(['Cellar Door'])
  })

  test('bookings: there is one of each kind of deal, and deposits that are paid or due', async () => {
    const kinds = `select distinct deal ->> 'kind' as value from bookings order by value`
    expect(await column(kinds)).toEqual(['flat', 'guarantee', 'percentage', 'split'])
    expect(
      await count(`bookings b where b.deal <> (select terms -> 'deal' from booking_steps s
        where s.booking_id = b.id and terms ? 'deal' order by position desc limit 1)`),
    ).toBe(0)
    const paid = await count("transfers where reason = 'deposit' and status = 'done'")
    expect(paid).toBeGreaterThan(0)
    expect(await count("bookings where status = 'confirmed' and deposit_cents > 0")).toBeGreaterThan(paid)
  })

  test('settlements: one is accepted by one side, one is questioned, one is paid', async () => {
    const accepted = `settlement_acceptances a join events e on e.id = a.event_id order by value`
    expect(await column(`select e.title as value from ${accepted}`)).toEqual([
      'Basement Weather',
      'Endless Encore',
      'Endless Encore',
      'Left on Red',
    ])
    expect(await count('settlement_questions where resolution is null')).toBe(1)
    const sent =
      "transfers r join ledger_transactions t on t.source = 'transfer:' || r.id where r.status = 'done'"
    expect(await count(sent)).toBe(await count(`${sent} and t.posted_at = r.created_at`))
    expect(
      await column(`select sum(x.amount)::text as value from ledger_entries x join settlements s on s.event_id = x.event_id
        where x.account in ('organizer', 'payable')`),
    ).toEqual(['0'])
  })

  test('a pending invitation has not expired', async () => {
    const at = now.toISOString()
    expect(await count(`invitations where status = 'pending' and expires_at < '${at}'`)).toBe(0)
    expect(await count(`invitations where status = 'expired' and expires_at > '${at}'`)).toBe(0)
  })
})
