import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { isChunkedResponse } from '~/platform/http/raw-routes'
import { createScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { createEventShop, transferTicket } from '~tests/support/event-shop'
import { type Buyer, insertCaller } from '~tests/support/shop'
import { insertEventWithTeam } from '~tests/support/event-organizers'
import { createAttendeesRoute } from './export-attendees'
import { insertCrowd } from './testing-crowd'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const notFound = { code: 'NOT_FOUND', message: 'Event not found' }
const insertBuyer = async (name: string): Promise<Buyer> => {
  const caller = await insertCaller(db)
  await sql`update profiles set full_name = ${name} where id = ${caller.id}`.execute(db)
  return { ...caller, fullName: name }
}

test('shows attendees to the organizer and managers, but not to the host, check-in staff, strangers or site admins', async () => {
  const shop = createEventShop(db)
  const { eventId, team } = await insertEventWithTeam(db, [{ total: 10 }])
  for (const caller of [team.organizer, team.manager]) {
    expect(await shop.as(caller).attendees.list({ eventId })).toMatchObject({ attendees: [], from: 0 })
    expect((await shop.as(caller).attendees.overview({ eventId })).canRefund).toBe(caller === team.organizer)
  }
  const admin: Caller = { ...team.stranger, roles: ['admin'] }
  for (const caller of [team.host, team.checkIn, team.stranger, admin]) {
    const own = shop.as(caller)
    for (const call of [
      () => own.attendees.list({ eventId }),
      () => own.attendees.overview({ eventId }),
      () => own.guests.list({ eventId }),
      () => own.messages.list({ eventId }),
      () => own.messages.countRecipients({ eventId }),
    ])
      await expect(call()).rejects.toMatchObject(notFound)
  }
})

test('lists bought, complimentary, transferred, checked-in and refunded tickets with holders, without prices', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 20, cents: 1600, name: 'Standard' }])
  const { eventId, team } = sale
  const [ilse, juno] = [await insertBuyer('Ilse Brandt'), await insertBuyer('Juno Okafor')]
  const order = await shop.buy(ilse, sale, [2])
  const moved = await transferTicket(db, order, juno)
  const gift = {
    eventId,
    ticketTypeId: sale.types[0] ?? '',
    quantity: 1,
    name: 'Press',
    email: 'Press@Paper.example',
  }
  await shop.as(team.manager).comps.give({ ...gift, clientKey: crypto.randomUUID() })
  const back = await shop.buy(await insertBuyer('Ada Back'), sale, [1])
  await shop.as(team.organizer).refunds.order({ orderId: back, reason: 'ill' })
  await sql`update tickets set checked_in_at = now() where id = ${moved}`.execute(db)

  const { attendees } = await shop.as(team.manager).attendees.list({ eventId })
  expect(
    attendees.map(({ name, email, status, isComp, boughtBy }) => [name, email, status, isComp, boughtBy]),
  ).toEqual(
    [
      ['Ada Back', expect.any(String), 'refunded', false, null],
      ['Press', 'press@paper.example', 'valid', true, null],
      ['Ilse Brandt', ilse.email, 'valid', false, null],
      ['Juno Okafor', juno.email, 'valid', false, 'Ilse Brandt'],
    ].map((row) => expect.arrayContaining(row)),
  )
  expect(JSON.stringify(attendees)).not.toMatch(/cents/iu)
  const find = async (input: {
    q?: string
    filter?: 'checked_in' | 'not_checked_in' | 'comp' | 'refunded'
  }) => (await shop.as(team.manager).attendees.list({ eventId, ...input })).attendees.map(({ name }) => name)
  expect(await find({ filter: 'checked_in' })).toEqual(['Juno Okafor'])
  expect(await find({ filter: 'not_checked_in' })).toEqual(['Press', 'Ilse Brandt'])
  expect(await find({ filter: 'comp' })).toEqual(['Press'])
  expect(await find({ filter: 'refunded' })).toEqual(['Ada Back'])
  expect(await find({ q: 'BRANDT ilse' })).toEqual(['Ilse Brandt'])
  expect(await find({ q: 'okafor' })).toEqual(['Juno Okafor'])
  expect(await find({ q: 'ókafor' })).toEqual(['Juno Okafor'])
  expect(await find({ q: juno.email })).toEqual(['Juno Okafor'])
  expect(await find({ q: attendees[1]?.number.toLowerCase() ?? '' })).toEqual(['Press'])
  expect(await find({ q: 'okafor', filter: 'not_checked_in' })).toEqual([])
  expect(await find({ q: '100%_\\' })).toEqual([])
  expect((await shop.as(team.manager).attendees.overview({ eventId })).counts).toEqual({
    all: 4,
    checked_in: 1,
    not_checked_in: 2,
    comp: 1,
    refunded: 1,
  })
})

test('pages in both directions, returns the position of the first row, and starts over for an unknown cursor', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 1 }])
  const other = await insertEventWithTeam(db, [{ total: 1 }])
  await insertCrowd(db, sale, 60)
  await insertCrowd(db, other, 1)
  const own = shop.as(sale.team.organizer).attendees
  const { eventId } = sale
  const first = await own.list({ eventId })
  const second = await own.list({ eventId, after: first.nextCursor ?? '' })
  const third = await own.list({ eventId, after: second.nextCursor ?? '' })
  expect([first.from, second.from, third.from]).toEqual([1, 51, 101])
  expect(third.nextCursor).toBeNull()
  const all = [...first.attendees, ...second.attendees, ...third.attendees].map(({ id }) => id)
  expect(new Set(all).size).toBe(120)
  expect(all).toEqual(all.toSorted().toReversed())
  const again = await own.list({ eventId, before: third.previousCursor ?? '' })
  expect(again).toEqual(second)
  expect(await own.list({ eventId, after: 'x' })).toEqual(first)
})

test('finds one of many attendees, and pages through the matches of a common word', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 1 }])
  await insertCrowd(db, sale, 1_200)
  const own = shop.as(sale.team.organizer).attendees
  const { eventId } = sale
  const listNames = async (q: string) => (await own.list({ eventId, q })).attendees.map(({ name }) => name)
  expect(await listNames('guest314@')).toEqual(['Guest 314', 'Guest 314'])
  expect(await listNames('unknown')).toEqual([])
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await own.list({ eventId, q: 'crowd', ...(after ? { after } : {}) })
    seen.push(...page.attendees.map(({ id }) => id))
    after = page.nextCursor ?? undefined
  } while (after)
  expect([seen.length, new Set(seen).size]).toEqual([2_400, 2_400])
  expect((await own.overview({ eventId })).counts.all).toBe(2_400)
})

test.each([60, 1_200])(
  'finds the same tickets as a full search among %i orders, with common words and numbers too',
  async (orders) => {
    const shop = createEventShop(db)
    const sale = await insertEventWithTeam(db, [{ total: 1 }])
    await insertCrowd(db, sale, orders)
    const { eventId } = sale
    // Nine of ten buyers have the same name, which also contains the number of another ticket.
    await sql`update orders set buyer_name = 'Crew 777' where event_id = ${eventId} and substr(buyer_name, 7)::int % 10 > 0`.execute(
      db,
    )
    await sql`update tickets set ticket_number = ${`TK-00AB-777${orders % 97}`} where id = (
    select t.id from tickets t join orders o on o.id = t.order_id where o.event_id = ${eventId} and buyer_name = 'Guest 30' limit 1)`.execute(
      db,
    )
    const own = shop.as(sale.team.organizer).attendees
    for (const q of ['777', 'guest', 'guest crowd', 'guest 30', 'tk-00ab-777', '00ab']) {
      const patterns = q.split(' ').map((word) => `%${word}%`)
      const { rows } = await sql<{ id: string }>`select t.id from tickets t join orders o on o.id = t.order_id
      where o.event_id = ${eventId} and (lower(buyer_name || ' ' || buyer_email || ' ' || order_number) like all (${patterns})
        or lower(ticket_number) like all (${patterns})) order by t.id desc`.execute(db)
      const seen: string[] = []
      let after: string | null = ''
      while (after !== null) {
        const page = await own.list({ eventId, q, after })
        seen.push(...page.attendees.map(({ id }) => id))
        after = page.nextCursor
      }
      expect(seen, q).toEqual(rows.map(({ id }) => id))
    }
  },
)

async function download(
  caller: Caller | null,
  eventId: string,
  search = '',
): Promise<{ status: number; text: string }> {
  const scope = createScope(
    { requestId: 'req-1', ip: '127.0.0.1', headers: new Headers() },
    { log: createLog({ level: 'silent' }), resolveCaller: async () => caller },
  )
  const response = await createAttendeesRoute({ db }).handle({
    method: 'GET',
    params: { id: eventId },
    search: new URLSearchParams(search),
    scope,
    readBody: async () => ({ bytes: Buffer.alloc(0) }),
  })
  if (!isChunkedResponse(response)) return { status: response.status, text: '' }
  let text = ''
  for await (const piece of response.pieces) text += piece
  return { status: response.status, text }
}

test('exports every matching row, escapes formulas, and records the export without the search text', async () => {
  const shop = createEventShop(db)
  const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 5 }])
  const gift = { eventId, ticketTypeId: types[0] ?? '', quantity: 2, clientKey: crypto.randomUUID() }
  await shop.as(team.organizer).comps.give({ ...gift, name: '=HYPERLINK("x")', email: 'press@paper.example' })
  const { status, text } = await download(team.manager, eventId, 'q=press&filter=comp')
  expect(status).toBe(200)
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\ufeffName,Email,Ticket,Type,Status,Complimentary,Bought by,Checked in (UTC),Order,Bought (UTC)',
  )
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")",press@paper.example,TK-`)
  expect(
    (await download(team.manager, eventId, 'filter=checked_in')).text.trimEnd().split('\r\n'),
  ).toHaveLength(1)
  expect((await download(team.manager, eventId, 'filter=everybody')).status).toBe(400)
  for (const caller of [team.host, team.checkIn, team.stranger, null])
    expect((await download(caller, eventId)).status).toBe(404)
  expect((await download(team.manager, 'x')).status).toBe(404)
  const { rows } = await sql<{ actor_id: string; details: object }>`
    select actor_id, details from audit_log where action = 'tickets.export' and subject_id = ${eventId} order by created_at`.execute(
    db,
  )
  expect(rows).toEqual([
    { actor_id: team.manager.id, details: { event: 'Dust & Diamonds', filter: 'comp' } },
    { actor_id: team.manager.id, details: { event: 'Dust & Diamonds', filter: 'checked_in' } },
  ])
})
