import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { storeCheckIns, type CheckInRequest } from './store-check-ins'
import { checkInRequest, insertEvent, type CheckInData } from '~tests/support/check-in-data'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const buildScan = (event: CheckInData, act: Partial<CheckInRequest> = {}) =>
  checkInRequest(event, { kind: 'code', secret: event.tickets[0]?.secret ?? '', ...act })
const undo = (event: CheckInData, nonce: string, act: Partial<CheckInRequest> = {}) =>
  checkInRequest(event, { kind: 'undo', subject: nonce, ...act })
const act = async (event: CheckInData, request: CheckInRequest) =>
  (await storeCheckIns(db, event.eventId, [request])).map((result) => result?.outcome)

describe('a late undo', () => {
  test("online, the server's clock decides whether an undo is too late, whatever age the phone claims", async () => {
    const event = await insertEvent(db)
    const first = buildScan(event, { ageMs: 3 * HOUR, wasOffline: true })
    await act(event, first)
    expect(await act(event, undo(event, first.nonce, { ageMs: 175 * MINUTE }))).toEqual(['too_late'])
    // The organizer may undo it, however it is sent.
    const byOrganizer = { byId: event.organizer.id, ageMs: 175 * MINUTE }
    expect(await act(event, undo(event, first.nonce, byOrganizer))).toEqual(['undone'])
  })

  test('an offline undo is too late if the server received another scan of this entrance since', async () => {
    const event = await insertEvent(db, { tickets: 2 })
    const elsewhere = await insertEvent(db)
    await sql`update event_people set person_id = ${event.checkInStaff.id} where event_id = ${elsewhere.eventId} and relation = 'check_in'`.execute(
      db,
    )
    const first = buildScan(event, { ageMs: 3 * HOUR, wasOffline: true })
    await act(event, first)
    const claim = () => undo(event, first.nonce, { ageMs: 175 * MINUTE, wasOffline: true })
    // An undo is too late if another scan arrived after the undone one, from any phone. Offline scans and other entrances
    // don't count.
    const heard = buildScan(event, { secret: event.tickets[1]?.secret ?? '' })
    await act(event, heard)
    expect(await act(event, claim())).toEqual(['too_late'])
    await sql`update check_ins set was_offline = true where nonce = ${heard.nonce}`.execute(db)
    await act(elsewhere, buildScan(elsewhere, { byId: event.checkInStaff.id }))
    expect(await act(event, claim())).toEqual(['undone'])
  })
})
