import { traverseContractProcedures } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from './app'
import { personId } from './database/seed/people'
import { newId } from './lib/ids'
import type { Access } from './platform/rpc/access'
import type { CallMeta } from './platform/rpc/contract'
import { startTestApp } from './testing'
import { eventCalls, type EventCall, notOfOneEvent, type Relation, rowsToCome } from './testing-event-calls'

// R-07 over HTTP: every role with every relation to an event with every call about one, against a table written by hand
// (testing-event-calls.ts). A call that is neither in the table nor named as none about one event fails here.
const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)

const roles = { customer: 'customer', member: 'temi', moderator: 'moderator', admin: 'admin' } as const
type Role = keyof typeof roles
const everyRole = Object.keys(roles) as Role[]
const relations = ['none', 'organizer', 'host', 'manager', 'door'] as const

const access = new Map<string, Access | undefined>()
traverseContractProcedures(
  { router: { events: calls.events, ticketing: calls.ticketing }, path: [] },
  ({ contract, path }) => {
    const meta: CallMeta = contract['~orpc'].meta
    access.set(path.join('.'), meta.access)
  },
)

/** An event of Jonas' for each role and relation, on sale, with nobody else around; and the rows that calls about it name. */
const events = new Map<string, string>()
const eventFor = (role: Role, relation: (typeof relations)[number]) => events.get(`${role} ${relation}`) ?? ''

async function insertEvent(organizerId: string): Promise<string> {
  const id = newId()
  await sql`
    insert into events (id, title, event_type, event_date, ends_at, timezone, event_status, location, venue_name, organizer_id)
    values (${id}, 'Whose night', 'club_night', now() + interval '30 days', now() + interval '31 days', 'UTC', 'published', 'Leeds',
      'Carriage Works', ${organizerId})`.execute(db)
  await sql`insert into ticket_types (event_id, name, price_cents, quantity_total) values (${id}, 'General', 1600, 100)`.execute(
    db,
  )
  return id
}

beforeAll(async () => {
  for (const role of everyRole)
    for (const relation of relations) {
      const person = personId(roles[role])
      const id = await insertEvent(relation === 'organizer' ? person : personId('jonas'))
      events.set(`${role} ${relation}`, id)
      if (relation === 'host') await sql`update events set dj_id = ${person} where id = ${id}`.execute(db)
      if (relation === 'manager' || relation === 'door')
        await sql`insert into event_people (event_id, person_id, relation) values (${id}, ${person}, ${relation})`.execute(
          db,
        )
    }
  await insertEvent(personId('ilse'))
})

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
  eventId: string,
  { method, path, body }: EventCall,
): Promise<Answer> {
  const answer = await fetch(`${address}/api/v1/${path.replaceAll('{event}', eventId)}`, {
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
  expect(answer.status, `not understood: ${text}`).not.toBe(400)
  if (answer.status === 401) return 'signs in'
  if (answer.status === 403) return 'forbidden'
  // Not what else may not be found, such as the person whom one wants to add.
  if (answer.status === 404 && text.includes('Event not found')) return 'not found'
  return 'may'
}

/** The members' area is open to whoever is signed in, as it is delivered. */
function expected(name: string, role: Role | null, relation: Relation | 'none'): Answer {
  const policy = access.get(name)
  if (role === null) return 'signs in'
  if (policy === 'member' && role === 'customer') return 'forbidden'
  return relation !== 'none' && eventCalls[name]?.may.includes(relation) ? 'may' : 'not found'
}

describe.each(Object.entries(eventCalls))('%s', (name, call) => {
  test('a visitor signs in first; whoever organizes another night finds none', async () => {
    expect(await answerTo(null, eventFor('member', 'none'), call)).toBe(expected(name, null, 'none'))
    expect(await answerTo('ilse', eventFor('member', 'none'), call)).toBe(expected(name, 'member', 'none'))
  })

  test.each(everyRole)('%s, in every relation', async (role) => {
    const answers: Record<string, Answer> = {}
    const wanted: Record<string, Answer> = {}
    for (const relation of relations) {
      answers[relation] = await answerTo(roles[role], eventFor(role, relation), call)
      wanted[relation] = expected(name, role, relation)
    }
    expect(answers).toEqual(wanted)
  })
})

test('every call about events and tickets is in the table, or named as one that is about no event of one’s own', () => {
  const known = [...Object.keys(eventCalls), ...notOfOneEvent, ...rowsToCome]
  expect(
    [...access.keys()].filter((name) => !known.includes(name)),
    'not thought about',
  ).toEqual([])
  expect(
    known.filter((name) => !access.has(name)),
    'no such call',
  ).toEqual([])
  expect(new Set(known).size, 'named twice').toBe(known.length)
})
