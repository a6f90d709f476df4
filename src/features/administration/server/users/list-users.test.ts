import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { startTestApp } from '~tests/support/app'
import { createUsersCaller } from './testing'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)
let callApi: ReturnType<typeof createUsersCaller>
let cookie = ''
// The number of accounts: more than a search samples and more than a page of the export, which are both 500.
const MANY = 600

interface Page {
  users: { id: string; fullName: string; email: string; djName: string | null; roles: string[] }[]
  from: number
  nextCursor: string | null
  previousCursor: string | null
}
async function listPage(query: Record<string, string> = {}): Promise<Page> {
  const { status, body } = await callApi('GET', `users?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body as unknown as Page
}

beforeAll(async () => {
  cookie = await app.signIn('admin')
  callApi = createUsersCaller(app, cookie)
  await sql`
    with made as (
      insert into accounts (email, created_at)
      select 'guest' || n || '@crowd.example', timestamptz '2020-01-01' + (n / 7) * interval '1 hour' from generate_series(1, ${MANY}) n
      returning id, email, created_at
    )
    insert into profiles (id, full_name, email, created_at)
    select id, 'Guest ' || substr(email, 6, position('@' in email) - 6), email, created_at from made`.execute(
    db,
  )
  await sql`insert into user_roles (user_id, role) select id, 'customer' from profiles where email like '%@crowd.example'`.execute(
    db,
  )
  await sql`analyze`.execute(db)
})

describe('AD-05 account list', () => {
  test.each([
    ['joined', 'desc', sql`created_at desc, id desc`],
    ['joined', 'asc', sql`created_at, id`],
    ['name', 'asc', sql`lower(full_name) collate "C", id`],
    ['email', 'desc', sql`email collate "C" desc, id desc`],
  ] as const)(
    'sorted by %s %s, paging forward and back shows each account exactly once',
    async (sort, direction, order) => {
      const { rows } = await sql<{ id: string }>`select id from profiles order by ${order}`.execute(db)
      const expected = rows.map(({ id }) => id)
      const query = { sort, direction, filter: 'all' }
      const seen: string[] = []
      let current = await listPage(query)
      expect(current.previousCursor).toBeNull()
      for (;;) {
        expect(current.from).toBe(seen.length + 1)
        seen.push(...current.users.map(({ id }) => id))
        if (current.nextCursor === null) break
        current = await listPage({ ...query, after: current.nextCursor })
      }
      expect(seen).toEqual(expected)
      let back = current
      while (back.previousCursor !== null) {
        const { from } = back
        back = await listPage({ ...query, before: back.previousCursor })
        expect(back.from).toBe(from - 25)
        expect(back.users.map(({ id }) => id)).toEqual(
          expected.slice(back.from - 1, back.from - 1 + back.users.length),
        )
      }
      expect(back.from).toBe(1)
      expect(back.users).toHaveLength(25)
    },
  )

  test('finds accounts by email, name and DJ name, ignoring case', async () => {
    const dj = await db
      .selectFrom('profiles')
      .selectAll()
      .where('dj_name', 'is not', null)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const queries = [
      (dj.email ?? 'nothing').toUpperCase(),
      dj.full_name.toLowerCase(),
      dj.dj_name ?? 'nothing',
      dj.full_name.split(' ').toReversed().join('  '),
    ]
    for (const q of queries)
      expect(
        (await listPage({ q })).users.map(({ id }) => id),
        q,
      ).toEqual([dj.id])
    expect((await listPage({ q: dj.location ?? 'London' })).users.map(({ id }) => id)).not.toContain(dj.id)
    for (const q of ['nobody-like-this', '%', '_', '\\', '"'])
      expect((await listPage({ q })).users, q).toEqual([])
    // Words too short for a trigram, both common and rare.
    for (const q of ['g', 'gu', 'guest', '77', 'crowd.example guest 599', '@b']) {
      const patterns = q.split(' ').map((word) => `%${word}%`)
      const { rows } = await sql<{ id: string }>`
        select id from profiles where account_text(email, full_name, dj_name) like all(${patterns}::text[])
        order by created_at desc, id desc limit 25`.execute(db)
      expect(
        (await listPage({ q })).users.map(({ id }) => id),
        q,
      ).toEqual(rows.map(({ id }) => id))
    }
  })

  test('finds a full email address on any page, and not similar addresses', async () => {
    await sql`with made as (
        insert into accounts (email, created_at) select 'zephyrine@' || n || '.example', timestamptz '2001-01-01'
        from unnest(array['one', 'two']) n returning id, email, created_at)
      insert into profiles (id, full_name, email, created_at)
      select id, 'Seldom Seen', email, created_at from made`.execute(db)
    for (const q of ['zephyrine@two', 'ine@two.exam', 'seldom zephyrine@two.example', 'e@two.example'])
      expect(
        (await listPage({ q })).users.map(({ email }) => email),
        q,
      ).toEqual(['zephyrine@two.example'])
    expect((await listPage({ q: 'zephyrine@' })).users).toHaveLength(2)
    expect((await listPage({ q: 'zephyrine@three' })).users).toEqual([])
    await sql`delete from accounts where email like 'zephyrine@%'`.execute(db)
  })

  test('each filter’s count matches its list', async () => {
    await sql`update accounts set suspended_until = now() + interval '1 day' where email like 'guest4%'`.execute(
      db,
    )
    const { body: counts } = await createUsersCaller(app, cookie)('GET', 'users/counts')
    for (const filter of ['all', 'admin', 'moderator', 'user', 'customer', 'unverified', 'suspended']) {
      let shown = 0
      let after: string | undefined
      do {
        const page = await listPage({ filter, sort: 'name', direction: 'asc', ...(after ? { after } : {}) })
        shown += page.users.length
        after = page.nextCursor ?? undefined
      } while (after !== undefined)
      expect([filter, shown]).toEqual([filter, counts[filter]])
    }
    const both = await listPage({ filter: 'suspended', q: 'guest 432' })
    expect(both.users.map(({ fullName }) => fullName)).toEqual(['Guest 432'])
  })

  test('an invalid or outdated cursor returns the first page', async () => {
    const first = await listPage()
    const other = await listPage({ sort: 'name', direction: 'asc' })
    for (const after of [
      'x',
      'W10',
      other.nextCursor ?? '',
      Buffer.from('["a\\u0000","x",1]').toString('base64url'),
    ])
      expect((await listPage({ after })).users, after).toEqual(first.users)
  })
})

describe('one account', () => {
  test('the page of an account has its figures and lists', async () => {
    const juno = getPersonId('juno')
    const { body } = await callApi('GET', `users/${juno}`)
    const { rows } = await sql<Record<string, number>>`select
      (select count(*) from bookings where ${juno} in (client_id, dj_id)) as bookings,
      (select count(*) from connections where status = 'accepted' and ${juno} in (user_id, connected_user_id)) as connections,
      (select count(*) from moderation_cases where person_id = ${juno}) as reports`.execute(db)
    expect(body).toMatchObject({
      id: juno,
      email: getPersonEmail('juno'),
      isYou: false,
      isLastAdmin: false,
      memberTypes: expect.arrayContaining(['DJ']),
      bookings: rows[0]?.['bookings'],
      connections: rows[0]?.['connections'],
      reportsAgainst: rows[0]?.['reports'],
    })
    let seen = 0
    let after = ''
    for (;;) {
      const { body: list } = await callApi('GET', `users/${juno}/bookings${after}`)
      const { bookings, nextCursor } = list as unknown as {
        bookings: { startsAt: string }[]
        nextCursor: string | null
      }
      seen += bookings.length
      expect(bookings.map(({ startsAt }) => startsAt)).toEqual(
        bookings
          .map(({ startsAt }) => startsAt)
          .toSorted()
          .toReversed(),
      )
      if (nextCursor === null) break
      after = `?after=${nextCursor}`
    }
    expect(seen).toBe(rows[0]?.['bookings'])
    const { body: reports } = await callApi('GET', `users/${juno}/reports`)
    expect(reports).toHaveLength(rows[0]?.['reports'] ?? 0)
  })

  test('the page of an account lists its paid orders', async () => {
    const customer = getPersonId('customer')
    const [bought] = (
      await sql<{ count: number; paid: number }>`
        select count(*) as count, count(*) filter (where confirmed_at is not null) as paid
        from orders where customer_id = ${customer}`.execute(db)
    ).rows
    const { body } = await callApi('GET', `users/${customer}/orders`)
    expect(body['orders']).toHaveLength(Math.min(25, bought?.count ?? 0))
    expect((await callApi('GET', `users/${customer}`)).body['orders']).toMatchObject({ count: bought?.paid })
  })

  test('the total of one account excludes refunds, and its orders show them', async () => {
    const { rows } = await sql<{ person: string; order: string; currency: string; cents: number }>`
      select o.customer_id as person, (array_agg(o.id order by o.total_cents))[1] as order, o.currency,
        sum(o.total_cents) as cents
      from orders o where o.status = 'confirmed' and o.total_cents > 100 and exists (
        select from orders r where r.customer_id = o.customer_id and r.status = 'refunded' and r.total_cents > 0)
      group by 1, 3 order by count(*), 1, 3 limit 1`.execute(db)
    const [buyer] = rows
    if (!buyer) throw new Error('no one in the demo has a paid and a refunded order')
    const readTotal = async () => (await callApi('GET', `users/${buyer.person}`)).body['orders']
    const toTotal = (cents: number) => ({
      totals: expect.arrayContaining([{ currency: buyer.currency, cents }]),
    })
    expect(await readTotal()).toMatchObject(toTotal(buyer.cents))
    await sql`
      insert into refunds (payment_id, amount_cents, reason)
      select id, 100, 'for a test' from payments where order_id = ${buyer.order} and status = 'approved'`.execute(
      db,
    )
    expect(await readTotal()).toMatchObject(toTotal(buyer.cents - 100))
    const { body } = await callApi('GET', `users/${buyer.person}/orders`)
    expect(body['orders']).toContainEqual(
      expect.objectContaining({ id: buyer.order, refundedCents: 100, status: 'confirmed' }),
    )
  })

  test('an unknown account has no lists', async () => {
    for (const path of ['', '/orders', '/bookings', '/reports', '/sessions'])
      for (const id of ['nobody', '0198c000-0000-7000-8000-000000000000'])
        expect(await callApi('GET', `users/${id}${path}`), path).toMatchObject({
          status: 404,
          message: 'This account no longer exists.',
        })
  })
})

describe('export', () => {
  const fetchCsv = (query: string, callerCookie = cookie) =>
    fetch(`${app.address}/admin/users.csv?${query}`, {
      headers: { cookie: callerCookie, 'x-forwarded-for': app.someAddress() },
    })

  test('the CSV export has all accounts in list order, and the audit log has no search text', async () => {
    await sql`update profiles set full_name = '=1+1' where email = 'guest5@crowd.example'`.execute(db)
    const response = await fetchCsv('q=crowd&filter=customer&sort=email&direction=asc')
    expect(response.headers.get('content-disposition')).toMatch(/filename="users-\d{4}-\d\d-\d\d\.csv"/)
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines[0]).toContain('Name,DJ name,Email,Phone,Roles')
    expect(lines).toHaveLength(MANY + 1)
    expect(lines.find((line) => line.includes('guest5@'))).toMatch(
      /^'=1\+1,,guest5@crowd\.example,,customer,no,2020/,
    )
    const emails = lines.slice(1).map((line) => line.split(',')[2] ?? '')
    expect(emails).toEqual(emails.toSorted())
    const written = await db
      .selectFrom('audit_log')
      .select(['details', 'subject_id'])
      .where('action', '=', 'users.export')
      .execute()
    expect(written).toEqual([{ details: { filter: 'customer' }, subject_id: 'users' }])
  })

  test('the CSV export is for admins only', async () => {
    expect((await fetchCsv('', '')).status).toBe(401)
    for (const key of ['moderator', 'sofia', 'customer'])
      expect((await fetchCsv('', await app.signIn(key))).status).toBe(403)
    expect((await fetchCsv('filter=nonsense')).status).toBe(400)
  })
})

test('a cursor with out-of-range or mistyped values returns the first page', async () => {
  const first = await listPage()
  const id = getPersonId('admin')
  for (const place of [
    [Number.MAX_SAFE_INTEGER, id, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, id, 1_000_000_001],
    ['a', id, 1],
    [1, 'x', 1],
    [1, id, 0],
  ]) {
    const after = Buffer.from(JSON.stringify(place)).toString('base64url')
    expect(await listPage({ after }), after).toEqual(first)
  }
})
