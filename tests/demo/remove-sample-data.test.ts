import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_CONTACT } from '~/features/administration/server/sample-data/remove-sample'
import { DEMO_PASSWORD, getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'
import { isLongRun } from '../support/long-run'

let app: Awaited<ReturnType<typeof startTestApp>>
const started: (typeof app)[] = []
beforeEach(async () => {
  app = await startTestApp()
  started.push(app)
})
afterAll(async () => {
  for (const one of started) await one.stop()
})

const send = async (path: string, cookie: string, body?: object) => {
  const answer = await fetch(`${app.address}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      cookie,
      origin: app.address,
      'content-type': 'application/json',
      'x-forwarded-for': app.someAddress(),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const remove = (cookie: string, password = DEMO_PASSWORD) =>
  send('/admin/sample/remove', cookie, { password })
const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(app.db)).rows
const count = async (from: string) =>
  (await rows(sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`))[0]?.n

/** Signs up a person who is not sample data. */
async function someone(name: string): Promise<{ id: string; cookie: string }> {
  const answer = await fetch(`${app.address}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': app.someAddress() },
    body: JSON.stringify({
      fullName: name,
      email: `${newId()}@real.example`,
      password: 'a good long password',
    }),
  })
  expect(answer.status).toBe(200)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const [person] = await rows(sql<{ id: string }>`select id from profiles where full_name = ${name}`)
  return { id: person?.id ?? '', cookie }
}

describe('AD-04 the sample data', () => {
  test('removing the sample data leaves only the admin and the audit log', async () => {
    const admin = await app.signIn('admin')
    const before = await count('audit_log')
    expect((await send('/admin/sample', admin)).body).toMatchObject({
      people: 13,
      realTickets: 0,
      realBookings: 0,
    })
    const gone = await rows(sql<{ id: string }>`
      select id from profiles where id <> ${getPersonId('admin')} union all select id from events union all select id from chat_rooms
      union all select id from bookings union all select id from orders union all select id from invitations`)
    const events = await count('events')
    expect(await remove(admin)).toEqual({ status: 200, body: { events, people: 13 } })
    // The number of remaining rows by table: the admin with their own data, the chat clock, and rows that the demo
    // didn't create.
    const kept: Record<string, number> = {}
    const tables = await rows(sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      order by 1`)
    for (const { name } of tables) kept[name] = (await count(name)) ?? -1
    const { audit_log: written, ...others } = kept
    const notEmpty = Object.entries(others).filter(([name, n]) => n > 0 && !name.startsWith('schema_'))
    expect(Object.fromEntries(notEmpty)).toEqual({
      accounts: 1,
      chat_clock: 1,
      event_transitions: expect.any(Number),
      invitation_tree: 1,
      known_devices: 1,
      order_transitions: expect.any(Number),
      profiles: 1,
      security_events: expect.any(Number),
      sessions: 1,
      user_member_types: 1,
      user_roles: 1,
    })
    expect(written).toBe((before ?? 0) + 1)
    // No remaining row references a deleted row in an id column.
    const ids = new Set(gone.map(({ id }) => id))
    for (const { name } of tables.filter((table) => table.name !== 'audit_log')) {
      const found = await rows(
        sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`,
      )
      for (const { row } of found)
        expect(
          [...ids].filter((id) => row.includes(id)),
          name,
        ).toEqual([])
    }
    expect((await send('/admin/sample', admin)).body).toEqual({
      events: 0,
      people: 0,
      realTickets: 0,
      realBookings: 0,
    })
    expect(await count('profiles where is_sample')).toBe(0)
  })

  test('only an admin with the password removes the sample data, and a second removal does nothing', async () => {
    const [admin, moderator] = [await app.signIn('admin'), await app.signIn('moderator')]
    expect((await remove(moderator)).status).toBe(403)
    expect((await send('/admin/sample', moderator)).status).toBe(403)
    expect((await remove(admin, '')).body).toMatchObject({ code: 'PASSWORD_MISSING' })
    expect((await remove(admin, 'not the password')).body).toMatchObject({ code: 'WRONG_PASSWORD' })
    expect(await count('profiles')).toBe(14)
    const answers = await Promise.all([remove(admin), remove(admin)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ body }) => Number(body['people'])).toSorted((a, b) => a - b)).toEqual([0, 13])
    expect(await count(`audit_log where action = 'sample.remove'`)).toBe(1)
    // The removal has ended the sessions of sample accounts.
    expect((await send('/me/profile', moderator)).status).toBe(401)
    expect((await send('/me/profile', admin)).status).toBe(200)
  })

  test.runIf(isLongRun)(
    'removes the contact address of the demo, but not one that an admin has saved',
    async () => {
      const contact = () => rows(sql`select value from settings where key = 'contact_address'`)
      expect(await contact()).toEqual([{ value: DEMO_CONTACT }])
      await sql`update settings set value = '"help@real.example"' where key = 'contact_address'`.execute(
        app.db,
      )
      expect((await remove(await app.signIn('admin'))).status).toBe(200)
      expect(await contact()).toEqual([{ value: 'help@real.example' }])
    },
  )

  test.runIf(isLongRun)('keeps a sample account that has become an admin, like a real account', async () => {
    await app.db
      .insertInto('user_roles')
      .values({ user_id: getPersonId('mara'), role: 'admin' })
      .execute()
    const mara = await app.signIn('mara')
    expect((await remove(mara)).body).toMatchObject({ people: 12 })
    expect(await rows(sql`select full_name, is_sample from profiles order by 1`)).toEqual([
      { full_name: 'Hanna Wolff', is_sample: false },
      { full_name: 'Mara Voss', is_sample: false },
    ])
    expect(await count('bookings')).toBe(0)
  })
})

describe('AD-04 removing it while the site is in use', () => {
  test.runIf(isLongRun)('keeps a sample account that becomes an admin during the removal', async () => {
    const admin = await app.signIn('admin')
    let removing: ReturnType<typeof remove> | undefined
    await app.db.transaction().execute(async (trx) => {
      // Takes the same lock as a role change in the admin panel, so that the removal has to wait.
      await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)
      await trx
        .insertInto('user_roles')
        .values({ user_id: getPersonId('mara'), role: 'admin' })
        .execute()
      removing = remove(admin)
      const isWaiting = sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await rows(isWaiting)).length, { timeout: 10_000 }).toBeGreaterThan(0)
    })
    expect(await removing).toMatchObject({ status: 200, body: { people: 12 } })
    expect(await count(`user_roles where role = 'admin'`)).toBe(2)
  })

  test('completes purchases and messages that are in progress during the removal, and leaves no sample data', async () => {
    const [admin, ada] = [await app.signIn('admin'), await someone('Ada Verboven')]
    const types = await rows(sql<{ id: string; event_id: string }>`
      select t.id, event_id from ticket_types t join events e on e.id = t.event_id
      where e.event_date > now() and e.is_public and event_status = 'published' and quantity_total - quantity_sold > 50
      order by t.id limit 6`)
    const deep = await rows(
      sql<{ id: string }>`select id from chat_rooms where room_type = 'public' and is_active limit 3`,
    )
    const buy = (n: number) => {
      const type = types[n % types.length]
      return send('/orders', ada.cookie, {
        eventId: type?.event_id,
        clientKey: crypto.randomUUID(),
        items: [{ ticketTypeId: type?.id, quantity: 1 }],
      })
    }
    const join = (n: number) => send(`/chat/rooms/${deep[n % deep.length]?.id}/join`, ada.cookie, {})
    const [removed, ...others] = await Promise.all([
      remove(admin),
      ...Array.from({ length: 30 }, (_, n) => (n % 3 === 2 ? join(n) : buy(n))),
    ])
    expect(removed?.status).toBe(200)
    expect(others.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([])
    for (const table of ['events', 'ticket_types', 'orders', 'order_items', 'tickets'])
      expect(await count(table), table).toBe(0)
  })
})

describe('AD-04 the data of real people', () => {
  test('keeps profiles, rooms, messages and invitations of real people without their references to the demo', async () => {
    const [ada, bo] = [await someone('Ada Verboven'), await someone('Bo Lindqvist')]
    const { db } = app
    const mara = getPersonId('mara')
    const [own, talk, silent] = [newId(), newId(), newId()]
    const [deep] = await rows(sql<{ id: string; seq: number }>`
      select r.id, max(m.seq) as seq from chat_rooms r join chat_messages m on m.room_id = r.id
      where r.room_type = 'public' and r.is_active group by r.id order by r.id limit 1`)
    const room = deep?.id ?? ''
    await sql`insert into chat_rooms (id, name, room_type, created_by, join_by, direct_key) values
      (${own}, 'Ada’s desk', 'public', ${ada.id}, null, null),
      (${talk}, 'Conversation', 'private', ${ada.id}, 'invitation', ${`${mara}:${ada.id}`}),
      (${silent}, 'Conversation', 'private', ${bo.id}, 'invitation', ${`${mara}:${bo.id}`})`.execute(db)
    await sql`insert into chat_room_members (room_id, user_id, role) values (${own}, ${ada.id}, 'admin'), (${own}, ${mara}, 'admin'),
      (${talk}, ${ada.id}, 'member'), (${talk}, ${mara}, 'member'), (${silent}, ${bo.id}, 'member'), (${silent}, ${mara}, 'member'),
      (${room}, ${bo.id}, 'member')`.execute(db)
    await sql`insert into chat_messages (room_id, user_id, content, seq) values
      (${own}, ${ada.id}, 'Mine', 900001), (${own}, ${mara}, 'Made up', 900002), (${talk}, ${ada.id}, 'Are you real?', 900003),
      (${talk}, ${mara}, 'No', 900004), (${room}, ${bo.id}, 'Hello room', 900005), (${silent}, ${mara}, 'Hello', 900006)`.execute(
      db,
    )
    await sql`update chat_clock set seq = 900006`.execute(db)
    // Mara invited Ada, and Ada invited Sofia's friend Bo.
    await sql`insert into invitations (code, status, created_by, used_by, used_at, is_sample) values
      ('REALAAAA', 'used', ${mara}, ${ada.id}, now(), true), ('REALBBBB', 'used', ${ada.id}, ${bo.id}, now(), false),
      ('REALCCCC', 'pending', ${ada.id}, null, null, false), ('MADEDDDD', 'pending', ${mara}, null, null, false)`.execute(
      db,
    )
    // Ada's own event with a sample customer and a sample performer, and a booking of a sample DJ.
    const event = newId()
    await sql`insert into events (id, title, event_type, event_date, ends_at, timezone, event_status, location, venue_name, venue_address,
        organizer_id, dj_id)
      values (${event}, 'Ada’s night', 'club_night', now() + interval '9 days', now() + interval '10 days', 'Europe/Berlin', 'published',
        'Berlin', 'Loom', 'Loom 1', ${ada.id}, ${mara})`.execute(db)
    await sql`insert into orders (customer_id, event_id, client_key, buyer_name, subtotal_cents, fee_basis_points, fee_cents, expires_at,
        status, confirmed_at)
      values (${getPersonId('customer')}, ${event}, ${newId()}, 'Made Up', 1000, 1000, 100, now(), 'confirmed', now())`.execute(
      db,
    )
    const booked = newId()
    await sql`insert into bookings (id, client_id, dj_id, event_date, ends_at, event_type, location, status, awaiting_id, answer_by)
      values (${booked}, ${ada.id}, ${mara}, now() + interval '20 days', now() + interval '21 days', 'Club Night', 'Loom', 'pending',
        ${mara}, now() + interval '5 days')`.execute(db)
    await sql`insert into notifications (user_id, kind, actor_id, subject_id, facts)
      values (${ada.id}, 'booking_offer', null, ${booked}, '{}')`.execute(db)
    // Ada has a ticket for a demo event.
    await sql`with sold as (select id from ticket_types where quantity_sold < quantity_total
        and event_id in (select id from events where is_sample) order by id limit 1)
      , taken as (update tickets set customer_id = ${ada.id} where id in (
        select t.id from tickets t where t.status = 'valid' order by t.id limit 2) returning id)
      select * from sold, taken`.execute(db)

    const admin = await app.signIn('admin')
    expect((await send('/admin/sample', admin)).body).toMatchObject({ realTickets: 2, realBookings: 1 })
    expect((await remove(admin)).status).toBe(200)

    expect(await rows(sql`select full_name from profiles order by 1`)).toEqual(
      ['Ada Verboven', 'Bo Lindqvist', 'Hanna Wolff'].map((full_name) => ({ full_name })),
    )
    const rooms = await rows(sql<{ id: string; said: string[]; admins: string[] }>`
      select r.id, array(select content from chat_messages where room_id = r.id order by seq) as said,
        array(select p.full_name from chat_room_members m join profiles p on p.id = m.user_id
          where m.room_id = r.id and m.role = 'admin') as admins
      from chat_rooms r where not r.is_sample`)
    expect(new Map(rooms.map(({ id, said, admins }) => [id, [said, admins]]))).toEqual(
      new Map([
        [own, [['Mine'], ['Ada Verboven']]],
        [talk, [['Are you real?'], []]],
        [room, [['Hello room'], [expect.any(String)]]],
      ]),
    )
    expect(await rows(sql`select code from invitations order by 1`)).toEqual(
      ['REALAAAA', 'REALBBBB', 'REALCCCC'].map((code) => ({ code })),
    )
    expect(
      await rows(sql`select p.full_name, cardinality(t.path) as depth, t.parent_id from invitation_tree t
        join profiles p on p.id = t.id where t.left_at is null and p.full_name <> 'Hanna Wolff' order by 1`),
    ).toEqual([
      { full_name: 'Ada Verboven', depth: 1, parent_id: null },
      { full_name: 'Bo Lindqvist', depth: 2, parent_id: ada.id },
    ])
    expect(await rows(sql`select title, organizer_id, dj_id from events`)).toEqual([
      { title: 'Ada’s night', organizer_id: ada.id, dj_id: null },
    ])
    expect(await rows(sql`select customer_id, buyer_name from orders`)).toEqual([
      { customer_id: null, buyer_name: 'Made Up' },
    ])
    for (const table of ['bookings', 'tickets', 'notifications where user_id is not null'])
      expect(await count(table), table).toBe(0)
    expect((await send('/me/profile', ada.cookie)).status).toBe(200)
  })
})
