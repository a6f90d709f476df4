import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { nextYear, writeDayOfNextYear } from '~tests/support/next-year'
import type { Caller } from '~/platform/rpc/caller'
import { insertCallers } from '~tests/support/shop'
import { notifyHolders } from './notify-holders'
import { createEventShop, insertEvent, PASSWORD, transferTicket } from '~tests/support/event-shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const statusMessage = 'The roof leaks. We fix it first.'
const old = new Date(nextYear('02-06T23:00:00Z'))
const listNotifications = (id: string) =>
  db.selectFrom('notifications').select('kind').where('user_id', '=', id).execute()

describe('R-07 moving an event repeatedly', () => {
  const event = async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
    const [buyer, friend] = await insertCallers(db, 2)
    if (!buyer || !friend) throw new Error('nobody')
    await transferTicket(db, await shop.buy(buyer, sale, [2]), friend)
    const dashboard = shop.as(organizer).eventChanges
    let version = 0
    const postpone = () =>
      dashboard.postpone({ eventId, version: (version += 1), statusMessage, refundDays: 0 })
    const setDate = (date: string) =>
      dashboard.setDate({ eventId, version: (version += 1), date, refundDays: 0 })
    const later = () => shop.waiting.filter(({ name }) => name === 'events.notify_holders')
    return { shop, organizer, eventId, buyer, postpone, setDate, later }
  }
  const subjects = (shop: ReturnType<typeof createEventShop>, buyer: Caller) =>
    shop.emailsTo(buyer).map(({ subject }) => subject)
  /** Moves today's notifications of an event to yesterday. */
  const aDayOn = (eventId: string) =>
    sql`update events set holders_notified_at = array(select t - interval '1 day' from unnest(holders_notified_at) t) where id = ${eventId}`.execute(
      db,
    )

  test('sends three emails a day to each holder, and later changes together in the next one', async () => {
    const { shop, organizer, eventId, buyer, postpone, setDate } = await event()
    const deferred: object[] = []
    const runNotifications = async () => {
      await shop.runJob('events.notify_holders')
      deferred.push(...shop.waiting.filter(({ name }) => name === 'events.notify_holders'))
      shop.waiting.splice(
        0,
        shop.waiting.length,
        ...shop.waiting.filter(({ name }) => name !== 'events.notify_holders'),
      )
      await shop.runJobs()
    }
    for (const date of [nextYear('06-05'), nextYear('06-12'), nextYear('06-19')]) {
      await postpone()
      await runNotifications()
      await setDate(date)
      await runNotifications()
    }
    const three = [
      'Dust & Diamonds is postponed',
      'Dust & Diamonds has a new date',
      'Dust & Diamonds is postponed',
    ]
    expect(subjects(shop, buyer)).toEqual(three)
    expect(shop.emails).toHaveLength(6)
    expect(await listNotifications(buyer.id)).toHaveLength(3)
    expect(deferred).not.toEqual([])
    const { notifyAt } = await shop.as(organizer).eventChanges.impact({ eventId })
    expect(Date.parse(notifyAt ?? '') - Date.now()).toBeCloseTo(86_400_000, -5)
    const [ticket] = (await shop.as(buyer).listTickets({ period: 'upcoming' })).tickets
    expect(ticket?.event.eventDate).toBe(nextYear('06-19T22:00:00.000Z'))
    await aDayOn(eventId)
    expect((await shop.as(organizer).eventChanges.impact({ eventId })).notifyAt).toBeNull()
    await shop.services.jobs.enqueue(db, 'events.notify_holders', { eventId })
    await shop.runJobs()
    expect(subjects(shop, buyer)).toEqual([...three, 'Dust & Diamonds has a new date'])
    expect(shop.emailsTo(buyer).at(-1)?.text).toContain(writeDayOfNextYear('06-19'))
    await shop.services.jobs.enqueue(db, 'events.notify_holders', { eventId })
    await shop.runJobs()
    expect(shop.emailsTo(buyer)).toHaveLength(4)
  })

  test('at the daily limit of notifications, collects later changes in one job, which is due when the next email is allowed', async () => {
    const { shop, eventId, postpone, setDate } = await event()
    await sql`update events set holders_notified_at = array[now() - interval '20 hours', now() - interval '10 hours', now() - interval '1 hour']
      where id = ${eventId}`.execute(db)
    const put: { singletonKey?: string; startAfter?: Date }[] = []
    const jobs = {
      ...shop.services.jobs,
      enqueue: async (_: unknown, __: string, ___: object, options: object = {}) => void put.push(options),
    }
    await postpone()
    await notifyHolders({ ...shop.services, jobs }, { eventId })
    await setDate(nextYear('06-05'))
    await notifyHolders({ ...shop.services, jobs }, { eventId })
    expect(put.map(({ singletonKey }) => singletonKey)).toEqual([`${eventId} later`, `${eventId} later`])
    expect((put[0]?.startAfter?.getTime() ?? 0) - Date.now()).toBeCloseTo(4 * 3_600_000, -5)
  })

  test('an enqueued email states the latest details, and a cancellation never waits for the daily limit of notifications', async () => {
    const { shop, organizer, eventId, buyer, postpone, setDate } = await event()
    await sql`update events set holders_notified_at = array[now(), now()] where id = ${eventId}`.execute(db)
    await postpone()
    await shop.runJob('events.notify_holders')
    await setDate(nextYear('06-05'))
    shop.waiting.splice(
      0,
      shop.waiting.length,
      ...shop.waiting.filter(({ name }) => name !== 'events.notify_holders'),
    )
    await shop.runJobs()
    expect(subjects(shop, buyer)).toEqual([`Dust & Diamonds has moved to ${writeDayOfNextYear('06-05')}`])
    await shop.as(organizer).eventChanges.cancel({ eventId, version: 3, statusMessage, password: PASSWORD })
    await shop.runJobs()
    expect(subjects(shop, buyer).at(-1)).toBe('Dust & Diamonds is canceled')
  })
})
