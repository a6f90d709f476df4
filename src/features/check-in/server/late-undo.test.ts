import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { checkIn, type DoorRequest } from './check-in'
import { doorRequest, insertNight, type Night } from '~tests/support/check-in-data'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const code = (night: Night, act: Partial<DoorRequest> = {}) =>
  doorRequest(night, { kind: 'code', secret: night.tickets[0]?.secret ?? '', ...act })
const undo = (night: Night, nonce: string, act: Partial<DoorRequest> = {}) =>
  doorRequest(night, { kind: 'undo', subject: nonce, ...act })
const act = async (night: Night, request: DoorRequest) =>
  (await checkIn(db, night.eventId, [request])).map((answer) => answer?.answer)

describe('an undo that comes late', () => {
  test('online is too late by the time of the server, whatever a phone says', async () => {
    const night = await insertNight(db)
    const first = code(night, { ageMs: 3 * HOUR, wasOffline: true })
    await act(night, first)
    expect(await act(night, undo(night, first.nonce, { ageMs: 175 * MINUTE }))).toEqual(['too_late'])
    // The organizer may, however it is sent.
    const byOrganizer = { byId: night.organizer.id, ageMs: 175 * MINUTE }
    expect(await act(night, undo(night, first.nonce, byOrganizer))).toEqual(['undone'])
  })

  test('nobody was offline while they were heard at this door', async () => {
    const night = await insertNight(db, { tickets: 2 })
    const elsewhere = await insertNight(db)
    await sql`update event_people set person_id = ${night.doorman.id} where event_id = ${elsewhere.eventId} and relation = 'door'`.execute(
      db,
    )
    const first = code(night, { ageMs: 3 * HOUR, wasOffline: true })
    await act(night, first)
    const claim = () => undo(night, first.nonce, { ageMs: 175 * MINUTE, wasOffline: true })
    // Heard a moment ago, on whatever phone; what was offline does not count, nor another door.
    const heard = code(night, { secret: night.tickets[1]?.secret ?? '' })
    await act(night, heard)
    expect(await act(night, claim())).toEqual(['too_late'])
    await sql`update check_ins set was_offline = true where nonce = ${heard.nonce}`.execute(db)
    await act(elsewhere, code(elsewhere, { byId: night.doorman.id }))
    expect(await act(night, claim())).toEqual(['undone'])
  })
})
