import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { writeTicketCode } from '~/features/tickets/rules/ticket-code'
import { checkIn, type DoorRequest } from './check-in'
import {
  doorRequest,
  findDoorFaults,
  insertGuest,
  insertNight,
  type Night,
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
const of = (night: Night, at = 0) =>
  night.tickets[at] ?? { id: '', secret: '', code: '', number: '', orderId: '' }
const code = (night: Night, act: Partial<DoorRequest> = {}) =>
  doorRequest(night, { kind: 'code', secret: of(night).secret, ...act })
const undo = (night: Night, nonce: string, act: Partial<DoorRequest> = {}) =>
  doorRequest(night, { kind: 'undo', subject: nonce, ...act })

const by = ({ doorman }: Night) => ({ byId: doorman.id })

async function act(night: Night, ...requests: DoorRequest[]) {
  const answers = (await checkIn(db, night.eventId, requests)).filter((answer) => answer !== undefined)
  expect(answers).toHaveLength(requests.length)
  expect(await findDoorFaults(db, night.eventId)).toEqual([])
  return answers
}
async function words(night: Night, ...requests: DoorRequest[]) {
  return (await act(night, ...requests)).map(({ answer }) => answer)
}
async function inSince(night: Night): Promise<number | undefined> {
  const { rows } = await sql<{
    at: Date | null
  }>`select checked_in_at as at from tickets where id = ${of(night).id}`.execute(db)
  return rows[0]?.at?.getTime()
}

describe('a code at the door', () => {
  test('lets in once, and says who it is and which ticket of how many', async () => {
    const night = await insertNight(db, { tickets: 3, perOrder: 3 })
    const [answer] = await act(night, code(night, { secret: of(night, 1).secret }))
    expect(answer).toMatchObject({
      answer: 'in',
      counted: 1,
      ticket: {
        id: of(night, 1).id,
        number: of(night, 1).number,
        name: 'Mara Voss',
        type: 'General Admission',
        count: 3,
      },
      guest: null,
      other: null,
    })
    const places = await act(night, code(night), code(night, { secret: of(night, 2).secret }))
    const all = [answer, ...places].map((one) => one?.ticket?.position)
    expect(new Set(all)).toEqual(new Set([1, 2, 3]))
  })

  test('again says since when, at which door and by whom', async () => {
    const night = await insertNight(db)
    await act(night, code(night, { door: 'Side', ageMs: 12 * MINUTE }))
    const [answer] = await act(night, code(night))
    expect(answer).toMatchObject({ answer: 'again', counted: 0, since: { door: 'Side', by: 'Owen Faulk' } })
    expect(Date.parse(answer?.since?.at ?? '')).toBeCloseTo(Date.now() - 12 * MINUTE, -4)
  })

  test('let in all the same is written down and not counted', async () => {
    const night = await insertNight(db)
    expect(await words(night, code(night), code(night), code(night, { letIn: true }))).toEqual([
      'in',
      'again',
      'let_in',
    ])
    // … but a ticket that is not in comes in.
    const other = await insertNight(db)
    expect(await words(other, code(other, { letIn: true }))).toEqual(['in'])
  })

  test('the same nonce answers the same, however often, and counts once', async () => {
    const night = await insertNight(db)
    const first = code(night)
    const second = code(night)
    expect(await words(night, first, second, first, second)).toEqual(['in', 'again', 'in', 'again'])
    expect(await words(night, second, first)).toEqual(['again', 'in'])
  })

  test('a nonce of another event is nobody’s here', async () => {
    const night = await insertNight(db)
    const other = await insertNight(db)
    const first = code(night)
    await act(night, first)
    expect(await words(other, code(other, { nonce: first.nonce }))).toEqual(['unknown'])
    expect(await words(other, undo(other, first.nonce))).toEqual(['unknown'])
    expect(await inSince(night)).toBeDefined()
  })

  test('a ticket of another night names that night, with its id only where it is public', async () => {
    const night = await insertNight(db)
    const other = await insertNight(db)
    const [answer] = await act(night, code(other, by(night)))
    expect(answer).toMatchObject({
      answer: 'wrong_night',
      ticket: null,
      other: {
        id: other.eventId,
        title: 'Dust & Diamonds',
        venueName: 'Carriage Works',
        timezone: 'Europe/London',
      },
    })
    await sql`update events set is_public = false where id = ${other.eventId}`.execute(db)
    expect((await act(night, code(other, by(night))))[0]?.other).toMatchObject({
      id: null,
      title: 'Dust & Diamonds',
    })
    expect(await words(night, doorRequest(night, { kind: 'ticket', subject: of(other).id }))).toEqual([
      'unknown',
    ])
    expect(await inSince(other)).toBeUndefined()
  })

  test('nothing of ours is unknown', async () => {
    const night = await insertNight(db)
    const nobody = crypto.randomUUID()
    expect(
      await words(
        night,
        code(night, { secret: nobody }),
        code(night, { secret: null }),
        ...(['ticket', 'guest', 'undo'] as const).map((kind) =>
          doorRequest(night, { kind, subject: nobody }),
        ),
        doorRequest(night, { kind: 'ticket' }),
      ),
    ).toEqual(Array.from({ length: 6 }, () => 'unknown'))
  })

  test('a ticket that went back stays out, and whoever was let in on it meanwhile is written down', async () => {
    const night = await insertNight(db, { tickets: 2 })
    await sql`update tickets set status = 'refunded' where id = ${of(night).id}`.execute(db)
    await sql`update tickets set status = 'cancelled' where id = ${of(night, 1).id}`.execute(db)
    const offline = { wasOffline: true, ageMs: 5 * MINUTE }
    expect(await words(night, code(night, offline), code(night, { secret: of(night, 1).secret }))).toEqual([
      'refunded',
      'cancelled',
    ])
  })

  test('a code that was passed on is refused, but not for a scan from before', async () => {
    const night = await insertNight(db)
    const old = of(night).secret
    const { rows } = await sql<{
      secret: string
    }>`update tickets set secret = gen_random_uuid() where id = ${of(night).id} returning secret`.execute(db)
    await sql`insert into ticket_transfers (ticket_id, to_email, token_hash, status, old_secret, settled_at)
      values (${of(night).id}, 'kit@nowhere.example', sha256(${old}::text::bytea), 'accepted', ${old}, now())`.execute(
      db,
    )
    expect(await words(night, code(night, { secret: old }))).toEqual(['passed_on'])
    expect(await words(night, code(night, { secret: old, wasOffline: true, ageMs: MINUTE }))).toEqual(['in'])
    expect(await words(night, code(night, { secret: rows[0]?.secret ?? '' }))).toEqual(['again'])
    expect(writeTicketCode(old)).toBe(of(night).code)
  })
})

describe('undo', () => {
  test('puts the ticket out; whoever was turned away meanwhile stays out until the next scan', async () => {
    const night = await insertNight(db)
    const [first, again] = [code(night), code(night, { device: SIDE })]
    await act(night, first, again)
    const [answer] = await act(night, undo(night, first.nonce))
    expect(answer).toMatchObject({ answer: 'undone', turnedAway: 1 })
    expect(await inSince(night)).toBeUndefined()
    expect(await words(night, first, undo(night, first.nonce), code(night))).toEqual([
      'undone',
      'undone',
      'in',
    ])
  })

  test('is for ten minutes, but for an organizer or a manager', async () => {
    const night = await insertNight(db)
    const first = code(night, { ageMs: 11 * MINUTE, wasOffline: true })
    await act(night, first)
    expect(await words(night, undo(night, first.nonce))).toEqual(['too_late'])
    expect(await inSince(night)).toBeDefined()
    // What counts is when it was taken back, not when the phone was heard again.
    expect(await words(night, undo(night, first.nonce, { ageMs: 2 * MINUTE, wasOffline: true }))).toEqual([
      'undone',
    ])
    const second = code(night, { ageMs: MINUTE })
    await act(night, second)
    expect(await words(night, undo(night, second.nonce, { byId: night.organizer.id }))).toEqual(['undone'])
  })

  test('travels in one message with the scan and the next one', async () => {
    const night = await insertNight(db)
    const first = code(night, { ageMs: 3000 })
    const taken = undo(night, first.nonce, { ageMs: 2000 })
    expect(await words(night, first, taken, code(night, { ageMs: 1000 }))).toEqual(['undone', 'undone', 'in'])
  })
})

describe('offline', () => {
  const offline = (ageMs: number, device = FRONT) => ({ wasOffline: true, ageMs, device })
  test('the earlier scan takes over, however late it is heard of', async () => {
    const night = await insertNight(db)
    const late = code(night, offline(10 * MINUTE, SIDE))
    const early = code(night, offline(15 * MINUTE))
    expect(await words(night, late)).toEqual(['in'])
    expect(await words(night, early)).toEqual(['in'])
    expect(await words(night, late)).toEqual(['again'])
    expect(await inSince(night)).toBeCloseTo(Date.now() - 15 * MINUTE, -4)
  })

  test('control: online, what was answered stands, whatever a phone says of its age', async () => {
    const night = await insertNight(db)
    const first = code(night)
    expect(await words(night, first)).toEqual(['in'])
    expect(await words(night, code(night, { ageMs: 5 * MINUTE, device: SIDE }), first)).toEqual([
      'again',
      'in',
    ])
  })

  test('what one phone did stays in its order, however long a message was on its way', async () => {
    const night = await insertNight(db)
    const first = code(night, offline(1000))
    await act(night, first)
    await act(night, undo(night, first.nonce, offline(0)))
    // Said to be older than the undo, because that one was slow; it was done after it.
    expect(await words(night, code(night, offline(500)))).toEqual(['in'])
  })
})

describe('guests', () => {
  const guest = (night: Night, subject: string, people: number, more: Partial<DoorRequest> = {}) =>
    doorRequest(night, { kind: 'guest', subject, people, ...more })

  test('come in by and by, never more than are on the list', async () => {
    const night = await insertNight(db)
    const ilse = await insertGuest(db, night.eventId, 2)
    const first = guest(night, ilse, 1)
    expect(await act(night, first)).toMatchObject([
      { answer: 'in', counted: 1, guest: { arrived: 1, size: 3, guestOf: 'Juno Okafor' } },
    ])
    expect(await act(night, guest(night, ilse, 5), guest(night, ilse, 1))).toMatchObject([
      { answer: 'in', counted: 2, guest: { arrived: 3 } },
      { answer: 'again', counted: 0 },
    ])
    expect(await act(night, undo(night, first.nonce))).toMatchObject([
      { answer: 'undone', guest: { arrived: 2 } },
    ])
  })
})

describe('the night', () => {
  test.each([
    [{ date: 26 * HOUR }, 'not_yet'],
    [{ date: 23 * HOUR }, 'in'],
    [{ date: -35 * HOUR }, 'in'],
    [{ date: -37 * HOUR }, 'over'],
  ] as const)('%o: %s', async ({ date }, word) => {
    const night = await insertNight(db, { date: new Date(Date.now() + date) })
    expect(await words(night, code(night))).toEqual([word])
  })
  test('off, or without a date, lets nobody in', async () => {
    const night = await insertNight(db)
    await sql`update events set event_status = 'postponed', is_date_open = true where id = ${night.eventId}`.execute(
      db,
    )
    expect(await words(night, code(night))).toEqual(['not_yet'])
    await sql`update events set event_status = 'cancelled' where id = ${night.eventId}`.execute(db)
    expect(await words(night, code(night))).toEqual(['cancelled'])
  })
  test('a queue that is heard of after the end counts by when it was scanned', async () => {
    const night = await insertNight(db, { date: new Date(Date.now() - 37 * HOUR) })
    expect(await words(night, code(night, { wasOffline: true, ageMs: 2 * HOUR }))).toEqual(['in'])
  })
})
