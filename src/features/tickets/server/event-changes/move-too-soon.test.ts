import { expect, test } from 'vitest'
import { formatClock, formatIsoDay } from '~/lib/time'
import { createEventShop, insertEvent } from '~tests/support/event-shop'
import { nextYear } from '~tests/support/next-year'
import { insertCaller, openShop } from '~tests/support/shop'
import { TOO_SOON_MESSAGE } from '../../rules/event-change'

const { db } = await openShop()

const HOUR = 3_600_000
const old = new Date(nextYear('12-06T23:00:00Z'))
const statusMessage = 'The roof leaks. We fix it first.'
const computeDate = (hours: number) => {
  const at = new Date(Date.now() + hours * HOUR)
  return {
    date: formatIsoDay(at, 'Europe/London'),
    clocks: { startsAt: formatClock(at, 'Europe/London') },
  }
}

test('R-07 refuses an earlier start within 72 hours while people hold tickets, also in two steps', async () => {
  const shop = createEventShop(db)
  const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
  await shop.buy(await insertCaller(db), sale, [1])
  const dashboard = shop.as(organizer).eventChanges
  const tooSoon = { code: 'BAD_DATE', data: { fields: [{ path: 'date', message: TOO_SOON_MESSAGE }] } }
  await expect(
    dashboard.postpone({ eventId, version: 1, statusMessage, ...computeDate(24) }),
  ).rejects.toMatchObject(tooSoon)
  await dashboard.postpone({ eventId, version: 1, statusMessage, refundDays: 0 })
  await expect(dashboard.setDate({ eventId, version: 2, ...computeDate(24) })).rejects.toMatchObject(tooSoon)
  await dashboard.setDate({ eventId, version: 2, refundDays: 0, ...computeDate(96) })
  const { refundable_until: until } = await db
    .selectFrom('events')
    .select('refundable_until')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  expect(((until?.getTime() ?? 0) - Date.now()) / HOUR).toBeCloseTo(72, 1)
})

test('R-07 moves an event to a later start within 72 hours, and to any start while no one holds a ticket', async () => {
  const shop = createEventShop(db)
  const tonight = await insertEvent(db, undefined, { date: new Date(Date.now() + 5 * HOUR) })
  await shop.buy(await insertCaller(db), tonight.sale, [1])
  const empty = await insertEvent(db, undefined, { date: old })
  for (const { organizer, eventId } of [tonight, empty])
    expect(
      await shop
        .as(organizer)
        .eventChanges.postpone({ eventId, version: 1, statusMessage, ...computeDate(7) }),
    ).toMatchObject({ version: 2 })
})
