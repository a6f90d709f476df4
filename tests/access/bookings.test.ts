import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'

// Permissions for bookings over HTTP: every person with every call in every state, against a table written by hand.
const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)

const people = {
  'a visitor': null,
  'a customer': 'customer',
  'another DJ': 'kestrel',
  'a moderator': 'moderator',
  'an admin': 'admin',
  'the client': 'sofia',
  'the DJ': 'temi',
} as const
type Person = keyof typeof people
const sides = new Set<Person>(['the client', 'the DJ'])

const states = {
  'waiting for the DJ': { status: 'pending', awaiting: 'temi' },
  'waiting for the client': { status: 'pending', awaiting: 'sofia' },
  agreed: { status: 'confirmed', awaiting: null },
  played: { status: 'completed', awaiting: null },
  'called off': { status: 'cancelled', awaiting: null },
} as const
type State = keyof typeof states

const calls = ['get', 'calendarFile', 'offer', 'accept', 'decline', 'cancel', 'review'] as const
type Call = (typeof calls)[number]
const isRead = (call: Call) => call === 'get' || call === 'calendarFile'

/** The calls that each person can make in each state, without reads: both sides can always read. */
const allowed: Record<State, Partial<Record<Person, readonly Call[]>>> = {
  'waiting for the DJ': { 'the DJ': ['offer', 'accept', 'decline', 'cancel'], 'the client': ['cancel'] },
  'waiting for the client': { 'the client': ['offer', 'accept', 'decline', 'cancel'], 'the DJ': ['cancel'] },
  agreed: { 'the client': ['cancel'], 'the DJ': ['cancel'] },
  played: { 'the client': ['review'], 'the DJ': ['review'] },
  'called off': {},
}

function expected(state: State, person: Person, call: Call): number {
  if (people[person] === null) return 401
  if (!sides.has(person)) return 404
  return isRead(call) || allowed[state][person]?.includes(call) ? 200 : 409
}

const cells = Object.keys(states).flatMap((state) =>
  Object.keys(people).flatMap((person) =>
    calls.map((call) => [state as State, person as Person, call] as const),
  ),
)

const HOUR = 3_600_000
// The time is read once. The bookings are placed relative to it, so no two overlap, which the database would refuse.
const now = Date.now()
let count = 0

async function book(state: State): Promise<{ id: string; terms: { startsAt: string } }> {
  count += 1
  const { status, awaiting } = states[state]
  const id = newId()
  const noon = new Date(now).setUTCHours(12, 0, 0, 0)
  // Bookings are at noon, so that none falls on the previous day or in another month.
  const from = status === 'completed' ? now - 26 * HOUR - count * 1000 : noon + (100 + count) * 24 * HOUR
  const startsAt = new Date(from)
  const endsAt = new Date(from + (status === 'completed' ? 500 : 2 * HOUR))
  await sql`
    insert into bookings (id, client_id, dj_id, event_date, ends_at, event_type, location, status, awaiting_id, answer_by,
      completed_at, fee_cents)
    values (${id}, ${getPersonId('sofia')}, ${getPersonId('temi')}, ${startsAt}, ${endsAt}, 'Club Night', 'Loom Hall', ${status},
      ${awaiting && getPersonId(awaiting)}, ${awaiting && startsAt}, ${status === 'completed' ? endsAt : null}, 90000)`.execute(
    db,
  )
  await sql`insert into booking_steps (booking_id, position, kind, actor_id)
    values (${id}, 1, 'request', ${getPersonId('sofia')})`.execute(db)
  const terms = {
    eventType: 'Club Night',
    location: 'Loom Hall',
    timezone: 'Europe/London',
    startsAt: new Date(from + HOUR).toISOString(),
    endsAt: new Date(from + 2 * HOUR).toISOString(),
    feeCents: 95_000,
    depositCents: null,
    hospitality: '',
    technical: '',
  }
  return { id, terms }
}

const cookies = new Map<string, Promise<string>>()
function cookieOf(person: Person): Promise<string> {
  const key = people[person]
  if (key === null) return Promise.resolve('')
  const known = cookies.get(key) ?? signIn(key)
  cookies.set(key, known)
  return known
}

async function attempt(
  state: State,
  person: Person,
  call: Call,
): Promise<{ status: number; text: string; id: string }> {
  const { id, terms } = await book(state)
  const more = {
    offer: { terms },
    accept: {},
    decline: {},
    cancel: { reason: 'Because' },
    review: {},
    get: {},
    calendarFile: {},
  }
  const body = call === 'review' ? { rating: 4, body: '' } : { steps: 1, ...more[call] }
  const paths = {
    get: '',
    calendarFile: '/calendar',
    offer: '/offers',
    accept: '/accept',
    decline: '/decline',
    cancel: '/cancel',
    review: '/review',
  }
  const answer = await fetch(`${address}/api/v1/bookings/${id}${paths[call]}`, {
    method: isRead(call) ? 'GET' : 'POST',
    headers: {
      origin: address,
      'content-type': 'application/json',
      'x-forwarded-for': someAddress(),
      cookie: await cookieOf(person),
    },
    ...(isRead(call) ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text(), id }
}

describe('bookings', () => {
  // This test comes first, because later tests fill the first page of the list.
  test('a booking is in the list and calendar of its two sides only', async () => {
    const { id, terms } = await book('agreed')
    const month = terms.startsAt.slice(0, 7)
    for (const person of ['the DJ', 'another DJ', 'a moderator', 'an admin', 'a customer'] as const)
      for (const path of [
        'bookings?period=ahead&status=confirmed&limit=50',
        'bookings/counts',
        `bookings/calendar?month=${month}`,
      ]) {
        const headers = { cookie: await cookieOf(person), 'x-forwarded-for': someAddress() }
        const answer = await fetch(`${address}/api/v1/${path}`, { headers })
        expect(answer.status, path).toBe(200)
        const isTheirs = person === 'the DJ' && !path.endsWith('counts')
        expect((await answer.text()).includes(id), `${path} of ${person}`).toBe(isTheirs)
      }
  })

  test.each(cells)(
    'for a booking that is %s, %s gets the expected result of %s',
    async (state, person, call) => {
      const { status, text, id } = await attempt(state, person, call)
      expect(status).toBe(expected(state, person, call))
      const { rows } = await sql<{ steps: number; written: number; notified: number }>`
      select steps, (select count(*) from reviews r where r.booking_id = b.id) as written,
        (select count(*) from notifications n where n.subject_id = b.id) as notified
      from bookings b where id = ${id}`.execute(db)
      const isDone = status === 200 && !isRead(call)
      expect(rows[0]).toEqual({
        steps: isDone && call !== 'review' ? 2 : 1,
        written: isDone && call === 'review' ? 1 : 0,
        notified: isDone && call !== 'review' ? 1 : 0,
      })
      if (status !== 200) expect(text).not.toMatch(/Loom Hall|90000|Sofia/)
    },
  )
})
