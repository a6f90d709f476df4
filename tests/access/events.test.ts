import { traverseContractProcedures } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '~/feature-registry'
import { getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import type { Access } from '~/platform/rpc/access'
import type { CallMeta } from '~/platform/rpc/contract'
import { startTestApp } from '../support/app'
import { isLongRun } from '../support/long-run'
import { eventAddresses, eventCalls, type EventCall, notOfOneEvent, type Relation } from './event-calls'

// R-07 over HTTP: roles in relations to an event with every call about it, against a table written by hand
// (event-calls.ts). A call that is neither there nor listed as not about one event fails here.
const { db, address, raw, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)

const roles = { customer: 'customer', member: 'temi', moderator: 'moderator', admin: 'admin' } as const
type Role = keyof typeof roles
const everyRole = Object.keys(roles) as Role[]
const relations = ['none', 'organizer', 'host', 'manager', 'check_in', 'line_up', 'asked'] as const

const access = new Map<string, Access | undefined>()
traverseContractProcedures(
  {
    router: {
      events: calls.events,
      orders: calls.orders,
      tickets: calls.tickets,
      checkIn: calls.checkIn,
    },
    path: [],
  },
  ({ contract, path }) => {
    const meta: CallMeta = contract['~orpc'].meta
    access.set(path.join('.'), meta.access)
  },
)

/** Ids of an event and of one row of each kind, by their placeholder in a path. */
type EventIds = Record<'event' | 'type' | 'promo' | 'order' | 'ticket' | 'guest' | 'dispute', string>

/**
 * One event on sale for each role and relation, organized by Jonas unless the relation is `organizer`. Each person has
 * every relation to some event, so the case `none` also checks that relations to other events don't count.
 */
const events = new Map<string, EventIds>()
function eventFor(role: Role, relation: (typeof relations)[number]): EventIds {
  const event = events.get(`${role} ${relation}`)
  if (!event) throw new Error(`No event was made for ${role} ${relation}`)
  return event
}

async function insertEvent(organizerId: string): Promise<EventIds> {
  const [id, type, promo, guest] = [newId(), newId(), newId(), newId()]
  await sql`
    insert into events (id, title, event_type, event_date, ends_at, timezone, event_status, location, venue_name, organizer_id)
    values (${id}, 'Whose night', 'club_night', now() + interval '30 days', now() + interval '31 days', 'UTC', 'published', 'Leeds',
      'Carriage Works', ${organizerId})`.execute(db)
  await sql`insert into ticket_types (id, event_id, name, price_cents, quantity_total) values (${type}, ${id}, 'General', 1600, 100)`.execute(
    db,
  )
  await sql`insert into promo_codes (id, event_id, code, percent) values (${promo}, ${id}, 'EARLY', 10)`.execute(
    db,
  )
  await sql`insert into guests (id, event_id, name, arrived, arrived_at) values (${guest}, ${id}, 'Ravi', 1, now())`.execute(
    db,
  )
  const given = await sql<{ order: string }>`
    select order_id as order from give_tickets(${id}, ${type}, 1, 'Nadia', 'nadia@nowhere.example', null)`.execute(
    db,
  )
  const order = given.rows[0]?.order ?? ''
  await sql`update orders set promo_code_id = ${promo} where id = ${order}`.execute(db)
  const tickets = await sql<{ id: string }>`
    update tickets set checked_in_at = now() where order_id = ${order} returning id`.execute(db)
  const dispute = `dp_${newId()}`
  await sql`
    with paid as (
      insert into payments (order_id, provider, provider_reference, amount_cents, status, provider_payment_id)
      values (${order}, 'stripe', ${`b2b_${dispute}`}, 1760, 'approved', ${`pi_${dispute}`}) returning id)
    insert into disputes (id, payment_id, amount_cents, reason, status, opened_at)
    select ${dispute}, id, 1760, 'fraudulent', 'open', now() from paid`.execute(db)
  return { event: id, type, promo, order, ticket: tickets.rows[0]?.id ?? '', guest, dispute }
}

beforeAll(async () => {
  for (const role of everyRole)
    for (const relation of relations) {
      const person = getPersonId(roles[role])
      const event = await insertEvent(relation === 'organizer' ? person : getPersonId('jonas'))
      const id = event.event
      events.set(`${role} ${relation}`, event)
      if (relation === 'host') await sql`update events set dj_id = ${person} where id = ${id}`.execute(db)
      if (relation === 'line_up' || relation === 'asked') await insertSlots(id, person, relation)
      if (relation === 'manager' || relation === 'check_in')
        await sql`insert into event_people (event_id, person_id, relation) values (${id}, ${person}, ${relation})`.execute(
          db,
        )
    }
  await insertEvent(getPersonId('ilse'))
})

/** Inserts a line-up slot in which the person plays, or is asked to play. */
async function insertSlots(eventId: string, person: string, relation: 'line_up' | 'asked'): Promise<void> {
  const [djId, askedId] = relation === 'line_up' ? [person, null] : [null, person]
  await sql`insert into line_up_slots (event_id, dj_id, requested_id, name) values (${eventId}, ${djId}, ${askedId}, 'Mara')`.execute(
    db,
  )
}

const cookies = new Map<string, Promise<string>>()
function cookieOf(key: string | null): Promise<string> {
  if (key === null) return Promise.resolve('')
  const known = cookies.get(key) ?? signIn(key)
  cookies.set(key, known)
  return known
}

type Answer = 'may' | 'signs in' | 'forbidden' | 'not found'

async function answerTo(
  key: string | null,
  event: EventIds,
  { method, path, body, gone }: EventCall,
): Promise<Answer> {
  const full = path.startsWith('/') ? path : `/api/v1/${path}`
  const named = Object.entries(event).reduce((so, [name, id]) => so.replaceAll(`{${name}}`, id), full)
  const answer = await fetch(address + named, {
    method,
    headers: {
      origin: address,
      'content-type': 'application/json',
      'x-forwarded-for': someAddress(),
      cookie: await cookieOf(key),
    },
    ...(method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(answer.status, text).toBeLessThan(500)
  expect(answer.status, `the request is malformed: ${text}`).not.toBe(400)
  if (answer.status === 401) return 'signs in'
  if (answer.status === 403) return 'forbidden'
  // Only a message about the event counts. A message about another missing row, such as the person to add, means that
  // the call was allowed.
  if (answer.status === 404 && text.includes(gone)) return 'not found'
  return 'may'
}

/** By default the members' area is open to everyone who is signed in. */
function expected(name: string, call: EventCall, role: Role | null, relation: Relation | 'none'): Answer {
  if (role === null) return 'signs in'
  if (access.get(name) === 'member' && role === 'customer') return 'forbidden'
  if (role === 'admin' && call.admins) return 'may'
  return relation !== 'none' && call.may.includes(relation) ? 'may' : 'not found'
}

const tableRows = Object.entries({ ...eventCalls, ...eventAddresses })

/**
 * Returns every relation for members. For other roles, the long run tests all relations too; a normal run tests
 * `none` and one other relation, which changes from call to call, so that several calls together test each role in
 * each relation.
 */
function listRelations(role: Role, callIndex: number): readonly (typeof relations)[number][] {
  if (isLongRun || role === 'member') return relations
  const [none, ...others] = relations
  const other = others[(callIndex + everyRole.indexOf(role)) % others.length]
  return other ? [none, other] : [none]
}

describe.each(tableRows.map(([name, call], index) => ({ name, call, index })))(
  '$name',
  ({ name, call, index }) => {
    test('a visitor must sign in, and the organizer of another event gets "not found"', async () => {
      expect(await answerTo(null, eventFor('member', 'none'), call)).toBe(expected(name, call, null, 'none'))
      expect(await answerTo('ilse', eventFor('member', 'none'), call)).toBe(
        expected(name, call, 'member', 'none'),
      )
    })

    test.each(everyRole)('%s gets the expected response for each relation to the event', async (role) => {
      const answers: Record<string, Answer> = {}
      const wanted: Record<string, Answer> = {}
      for (const relation of listRelations(role, index)) {
        answers[relation] = await answerTo(roles[role], eventFor(role, relation), call)
        wanted[relation] = expected(name, call, role, relation)
      }
      expect(answers).toEqual(wanted)
    })
  },
)

test('every call is in the table of event calls, or in the list of calls about no single event', () => {
  const known = [...Object.keys(eventCalls), ...notOfOneEvent]
  expect(
    [...access.keys()].filter((name) => !known.includes(name)),
    'missing from the table',
  ).toEqual([])
  expect(
    known.filter((name) => !access.has(name)),
    'no such call',
  ).toEqual([])
  expect(new Set(known).size, 'listed twice').toBe(known.length)
})

test('every URL about one event outside the API is in the table', () => {
  const paths = Object.values(eventAddresses).map(({ path }) => path.replace('{event}', newId()))
  const about = raw.filter(({ path, access: who }) => path.source.includes('events') && who !== 'public')
  expect(about.length).toBeGreaterThan(0)
  expect(
    about.filter(({ path }) => !paths.some((one) => path.test(one))).map(({ path }) => path.source),
  ).toEqual([])
  expect(paths.filter((one) => !about.some(({ path }) => path.test(one)))).toEqual([])
})
