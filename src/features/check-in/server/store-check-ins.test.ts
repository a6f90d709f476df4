import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { formatTicketCode } from '~/features/tickets/rules/ticket-code'
import { storeCheckIns, type CheckInRequest } from './store-check-ins'
import {
  checkInRequest,
  findCheckInFaults,
  insertGuest,
  insertEvent,
  type CheckInData,
} from '~tests/support/check-in-data'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FRONT = '00000000-0000-4000-8000-00000000000a'
const SIDE = '00000000-0000-4000-8000-00000000000b'
const get = (event: CheckInData, at = 0) =>
  event.tickets[at] ?? { id: '', secret: '', code: '', number: '', orderId: '' }
const scan = (event: CheckInData, act: Partial<CheckInRequest> = {}) =>
  checkInRequest(event, { kind: 'code', secret: get(event).secret, ...act })
const undo = (event: CheckInData, nonce: string, act: Partial<CheckInRequest> = {}) =>
  checkInRequest(event, { kind: 'undo', subject: nonce, ...act })

const by = ({ checkInStaff }: CheckInData) => ({ byId: checkInStaff.id })

async function act(event: CheckInData, ...requests: CheckInRequest[]) {
  const results = (await storeCheckIns(db, event.eventId, requests)).filter((result) => result !== undefined)
  expect(results).toHaveLength(requests.length)
  expect(await findCheckInFaults(db, event.eventId)).toEqual([])
  return results
}
async function listOutcomes(event: CheckInData, ...requests: CheckInRequest[]) {
  return (await act(event, ...requests)).map(({ outcome }) => outcome)
}
async function findCheckInTime(event: CheckInData): Promise<number | undefined> {
  const { rows } = await sql<{
    at: Date | null
  }>`select checked_in_at as at from tickets where id = ${get(event).id}`.execute(db)
  return rows[0]?.at?.getTime()
}

describe('scanning a code', () => {
  test("checks in once, and returns the name and the ticket's position in its order", async () => {
    const event = await insertEvent(db, { tickets: 3, perOrder: 3 })
    const [result] = await act(event, scan(event, { secret: get(event, 1).secret }))
    expect(result).toMatchObject({
      outcome: 'checked_in',
      counted: 1,
      ticket: {
        id: get(event, 1).id,
        number: get(event, 1).number,
        name: 'Mara Voss',
        type: 'General Admission',
        count: 3,
      },
      guest: null,
      otherEvent: null,
    })
    const places = await act(event, scan(event), scan(event, { secret: get(event, 2).secret }))
    const all = [result, ...places].map((scanned) => scanned?.ticket?.position)
    expect(new Set(all)).toEqual(new Set([1, 2, 3]))
  })

  test('a second scan returns time, entrance and staff member of the first', async () => {
    const event = await insertEvent(db)
    await act(event, scan(event, { entrance: 'Side', ageMs: 12 * MINUTE }))
    const [result] = await act(event, scan(event))
    const since = { entrance: 'Side', by: 'Owen Faulk' }
    expect(result).toMatchObject({ outcome: 'duplicate', counted: 0, since })
    expect(Date.parse(result?.since?.at ?? '')).toBeCloseTo(Date.now() - 12 * MINUTE, -4)
  })

  test('admitting anyway is stored but not counted', async () => {
    const event = await insertEvent(db)
    const scans = [scan(event), scan(event), scan(event, { admitAnyway: true })]
    expect(await listOutcomes(event, ...scans)).toEqual(['checked_in', 'duplicate', 'admitted'])
    // With a ticket that isn't checked in yet, a scan with `admitAnyway` counts like any other.
    const other = await insertEvent(db)
    expect(await listOutcomes(other, scan(other, { admitAnyway: true }))).toEqual(['checked_in'])
  })

  test('a scan sent several times under the same nonce returns the same result and counts once', async () => {
    const event = await insertEvent(db)
    const first = scan(event)
    const second = scan(event)
    const outcomes = ['checked_in', 'duplicate']
    expect(await listOutcomes(event, first, second, first, second)).toEqual([...outcomes, ...outcomes])
    expect(await listOutcomes(event, second, first)).toEqual(['duplicate', 'checked_in'])
  })

  test('a nonce of another event is unknown at this event', async () => {
    const event = await insertEvent(db)
    const other = await insertEvent(db)
    const first = scan(event)
    await act(event, first)
    expect(await listOutcomes(other, scan(other, { nonce: first.nonce }))).toEqual(['unknown'])
    expect(await listOutcomes(other, undo(other, first.nonce))).toEqual(['unknown'])
    expect(await findCheckInTime(event)).toBeDefined()
  })

  test('a ticket of another event returns that event, with its id only if it is public', async () => {
    const event = await insertEvent(db)
    const other = await insertEvent(db)
    const [result] = await act(event, scan(other, by(event)))
    expect(result).toMatchObject({
      outcome: 'wrong_event',
      ticket: null,
      otherEvent: {
        id: other.eventId,
        title: 'Dust & Diamonds',
        venueName: 'Carriage Works',
        timezone: 'Europe/London',
      },
    })
    await sql`update events set is_public = false where id = ${other.eventId}`.execute(db)
    expect((await act(event, scan(other, by(event))))[0]?.otherEvent).toMatchObject({
      id: null,
      title: 'Dust & Diamonds',
    })
    expect(
      await listOutcomes(event, checkInRequest(event, { kind: 'ticket', subject: get(other).id })),
    ).toEqual(['unknown'])
    expect(await findCheckInTime(other)).toBeUndefined()
  })

  test('a code that is not from this site is unknown', async () => {
    const event = await insertEvent(db)
    const noOne = crypto.randomUUID()
    expect(
      await listOutcomes(
        event,
        scan(event, { secret: noOne }),
        scan(event, { secret: null }),
        ...(['ticket', 'guest', 'undo'] as const).map((kind) =>
          checkInRequest(event, { kind, subject: noOne }),
        ),
        checkInRequest(event, { kind: 'ticket' }),
      ),
    ).toEqual(Array.from({ length: 6 }, () => 'unknown'))
  })

  test('refuses refunded and canceled tickets, also for a scan that an offline phone sends later', async () => {
    const event = await insertEvent(db, { tickets: 2 })
    await sql`update tickets set status = 'refunded' where id = ${get(event).id}`.execute(db)
    await sql`update tickets set status = 'cancelled' where id = ${get(event, 1).id}`.execute(db)
    const offline = { wasOffline: true, ageMs: 5 * MINUTE }
    expect(
      await listOutcomes(event, scan(event, offline), scan(event, { secret: get(event, 1).secret })),
    ).toEqual(['refunded', 'cancelled'])
  })

  test('refuses a transferred code, except for a scan from before the transfer', async () => {
    const event = await insertEvent(db)
    const old = get(event).secret
    const { rows } = await sql<{
      secret: string
    }>`update tickets set secret = gen_random_uuid() where id = ${get(event).id} returning secret`.execute(db)
    await sql`insert into ticket_transfers (ticket_id, to_email, token_hash, status, old_secret, settled_at)
      values (${get(event).id}, 'kit@nowhere.example', sha256(${old}::text::bytea), 'accepted', ${old}, now())`.execute(
      db,
    )
    expect(await listOutcomes(event, scan(event, { secret: old }))).toEqual(['transferred'])
    expect(await listOutcomes(event, scan(event, { secret: old, wasOffline: true, ageMs: MINUTE }))).toEqual([
      'checked_in',
    ])
    expect(await listOutcomes(event, scan(event, { secret: rows[0]?.secret ?? '' }))).toEqual(['duplicate'])
    expect(formatTicketCode(old)).toBe(get(event).code)
  })
})

describe('undo', () => {
  test('an undo checks the ticket out; scans refused before it stay refused until the next scan', async () => {
    const event = await insertEvent(db)
    const [first, again] = [scan(event), scan(event, { device: SIDE })]
    await act(event, first, again)
    const [result] = await act(event, undo(event, first.nonce))
    expect(result).toMatchObject({ outcome: 'undone', refusedCount: 1 })
    expect(await findCheckInTime(event)).toBeUndefined()
    expect(await listOutcomes(event, first, undo(event, first.nonce), scan(event))).toEqual([
      'undone',
      'undone',
      'checked_in',
    ])
  })

  test('an undo is possible for ten minutes, and always for organizers and managers', async () => {
    const event = await insertEvent(db)
    const first = scan(event, { ageMs: 11 * MINUTE, wasOffline: true })
    await act(event, first)
    expect(await listOutcomes(event, undo(event, first.nonce))).toEqual(['too_late'])
    expect(await findCheckInTime(event)).toBeDefined()
    // The time of the undo counts, not the time the phone reconnected.
    expect(
      await listOutcomes(event, undo(event, first.nonce, { ageMs: 2 * MINUTE, wasOffline: true })),
    ).toEqual(['undone'])
    const second = scan(event, { ageMs: MINUTE })
    await act(event, second)
    expect(await listOutcomes(event, undo(event, second.nonce, { byId: event.organizer.id }))).toEqual([
      'undone',
    ])
  })

  test('a scan, its undo and the next scan can be sent in one request', async () => {
    const event = await insertEvent(db)
    const first = scan(event, { ageMs: 3000 })
    const taken = undo(event, first.nonce, { ageMs: 2000 })
    const next = scan(event, { ageMs: 1000 })
    expect(await listOutcomes(event, first, taken, next)).toEqual(['undone', 'undone', 'checked_in'])
  })
})

describe('offline', () => {
  const toOffline = (ageMs: number, device = FRONT) => ({ wasOffline: true, ageMs, device })
  test('an offline scan with an earlier time replaces a later one, however late it arrives', async () => {
    const event = await insertEvent(db)
    const late = scan(event, toOffline(10 * MINUTE, SIDE))
    const early = scan(event, toOffline(15 * MINUTE))
    expect(await listOutcomes(event, late)).toEqual(['checked_in'])
    expect(await listOutcomes(event, early)).toEqual(['checked_in'])
    expect(await listOutcomes(event, late)).toEqual(['duplicate'])
    expect(await findCheckInTime(event)).toBeCloseTo(Date.now() - 15 * MINUTE, -4)
  })

  test('control: the result of an online scan is final, whatever age a phone claims', async () => {
    const event = await insertEvent(db)
    const first = scan(event)
    expect(await listOutcomes(event, first)).toEqual(['checked_in'])
    expect(await listOutcomes(event, scan(event, { ageMs: 5 * MINUTE, device: SIDE }), first)).toEqual([
      'duplicate',
      'checked_in',
    ])
  })

  test('the actions of one phone keep their order, however long a request takes', async () => {
    const event = await insertEvent(db)
    const first = scan(event, toOffline(1000))
    await act(event, first)
    await act(event, undo(event, first.nonce, toOffline(0)))
    // By its age, this scan looks older than the undo, whose request was slow. It was made after the undo.
    expect(await listOutcomes(event, scan(event, toOffline(500)))).toEqual(['checked_in'])
  })
})

describe('guests', () => {
  const arrive = (event: CheckInData, subject: string, people: number, more: Partial<CheckInRequest> = {}) =>
    checkInRequest(event, { kind: 'guest', subject, people, ...more })

  test('a guest’s party can enter one by one, never more than are on the list', async () => {
    const event = await insertEvent(db)
    const ilse = await insertGuest(db, event.eventId, 2)
    const first = arrive(event, ilse, 1)
    expect(await act(event, first)).toMatchObject([
      { outcome: 'checked_in', counted: 1, guest: { arrived: 1, size: 3, guestOf: 'Juno Okafor' } },
    ])
    expect(await act(event, arrive(event, ilse, 5), arrive(event, ilse, 1))).toMatchObject([
      { outcome: 'checked_in', counted: 2, guest: { arrived: 3 } },
      { outcome: 'duplicate', counted: 0 },
    ])
    expect(await act(event, undo(event, first.nonce))).toMatchObject([
      { outcome: 'undone', guest: { arrived: 2 } },
    ])
  })
})

describe('the event', () => {
  test.each([
    [{ date: 26 * HOUR }, 'not_yet'],
    [{ date: 23 * HOUR }, 'checked_in'],
    [{ date: -35 * HOUR }, 'checked_in'],
    [{ date: -37 * HOUR }, 'over'],
  ] as const)('an event with %o answers a scan with %s', async ({ date }, word) => {
    const event = await insertEvent(db, { date: new Date(Date.now() + date) })
    expect(await listOutcomes(event, scan(event))).toEqual([word])
  })
  test('a cancelled or postponed event admits no one', async () => {
    const event = await insertEvent(db)
    await sql`update events set event_status = 'postponed', is_date_open = true where id = ${event.eventId}`.execute(
      db,
    )
    expect(await listOutcomes(event, scan(event))).toEqual(['not_yet'])
    await sql`update events set event_status = 'cancelled' where id = ${event.eventId}`.execute(db)
    expect(await listOutcomes(event, scan(event))).toEqual(['cancelled'])
  })
  test('queued scans that arrive after the end count by their scan time', async () => {
    const event = await insertEvent(db, { date: new Date(Date.now() - 37 * HOUR) })
    expect(await listOutcomes(event, scan(event, { wasOffline: true, ageMs: 2 * HOUR }))).toEqual([
      'checked_in',
    ])
  })
})
