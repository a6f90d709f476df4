import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'

// Permissions for check-in over HTTP: every person with every call, against a table written by hand. Site roles give
// no permission: only the event's own people can check people in, except the host, who only reads sales.
const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)

const people = {
  'a visitor': null,
  'a customer': 'customer',
  'another DJ': 'kestrel',
  'a moderator': 'moderator',
  'an admin': 'admin',
  'the host': 'mara',
  'the organizer': 'jonas',
  'a manager': 'sofia',
  'check-in staff': 'owen',
} as const
type Person = keyof typeof people
const workers = new Set<Person>(['the organizer', 'a manager', 'check-in staff'])

const eventId = newId()
const calls = {
  open: { method: 'GET', path: '' },
  changes: { method: 'GET', path: '/changes?since=' },
  scan: { method: 'POST', path: '/scans' },
  duplicates: { method: 'GET', path: '/duplicates' },
  seen: { method: 'POST', path: '/duplicates/seen' },
} as const
type Call = keyof typeof calls
const bodies: Partial<Record<Call, () => unknown>> = {
  scan: () => ({
    device: crypto.randomUUID(),
    scans: [{ nonce: crypto.randomUUID(), kind: 'code', code: 'B2B1', ageMs: 0 }],
  }),
  seen: () => ({ nonces: [crypto.randomUUID()] }),
}

beforeAll(async () => {
  await sql`insert into events (id, title, event_type, event_date, event_status, location, venue_name, organizer_id, dj_id)
    values (${eventId}, 'Dust & Diamonds', 'club_night', now(), 'published', 'Leeds', 'Carriage Works', ${getPersonId('jonas')}, ${getPersonId('mara')})`.execute(
    db,
  )
  await sql`insert into event_people (event_id, person_id, relation)
    values (${eventId}, ${getPersonId('sofia')}, 'manager'), (${eventId}, ${getPersonId('owen')}, 'check_in')`.execute(
    db,
  )
})

const cookies = new Map<string, string>()
async function ask(person: Person, call: Call, id = eventId): Promise<{ status: number; text: string }> {
  const key = people[person]
  if (key !== null && !cookies.has(key)) cookies.set(key, await signIn(key))
  const { method, path } = calls[call]
  const body = bodies[call]?.()
  const answer = await fetch(`${address}/api/v1/events/${id}/check-in${path}`, {
    method,
    headers: {
      origin: address,
      'content-type': 'application/json',
      'x-forwarded-for': someAddress(),
      cookie: key === null ? '' : (cookies.get(key) ?? ''),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

const cells = (Object.keys(people) as Person[]).flatMap((person) =>
  (Object.keys(calls) as Call[]).map((call) => [person, call] as const),
)
test.each(cells)(
  'R-07 only the organizer, managers and check-in staff can check people in: %s calls checkIn.%s',
  async (person, call) => {
    const expected = people[person] === null ? 401 : workers.has(person) ? 200 : 404
    const { status, text } = await ask(person, call)
    expect(status).toBe(expected)
    if (expected === 200) return
    expect(text).not.toContain('Dust & Diamonds')
    // The refusal is the same as for an event that doesn't exist.
    if (expected === 404) expect(text).toBe((await ask(person, call, newId())).text)
  },
)
