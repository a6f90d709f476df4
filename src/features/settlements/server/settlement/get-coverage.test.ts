import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { insertCaller, openShop } from '~tests/support/shop'
import { insertBooking, openSettlement } from '../testing'

const { db } = await openShop()

test.each([
  ['published', null, 'attendance'],
  ['postponed', null, 'settlement'],
  ['cancelled', 'settlement', 'settlement'],
])('the settlement pays a held fee unless the event is published: %s', async (status, early, late) => {
  const { as, clock, eventId, organizer } = await openSettlement(db)
  const dj: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const bookingId = await insertBooking(
    db,
    { eventId, organizer, dj },
    { feeCents: 10_000, deal: { isFeeGuaranteed: true } },
  )
  const { rows } = await sql<{ endsAt: Date }>`
      update bookings set status = 'completed', completed_at = ends_at where id = ${bookingId} returning ends_at as "endsAt"`.execute(
    db,
  )
  await sql`update events set event_status = ${status} where id = ${eventId}`.execute(db)
  const getReason = async () => (await as(dj).settlement.coverage({ bookingId }))?.waitsFor
  const endsAt = rows[0]?.endsAt.getTime() ?? 0
  clock.now = new Date(endsAt)
  expect(await getReason(), 'before the release').toBe(early)
  clock.now = new Date(endsAt + 24 * 3_600_000)
  expect(await getReason(), 'after it').toBe(late)
})
