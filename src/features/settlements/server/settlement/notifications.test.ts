import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emailNotificationJob } from '~/features/notifications/server/public'
import type { Caller } from '~/platform/rpc/caller'
import { untilBlocked } from '~tests/support/lock-waits'
import { randomRuns } from '~tests/support/random-runs'
import { openShop } from '~tests/support/shop'
import { collectNotifications, listNotifications, openBooks, openSettlement } from '../testing'
import { notifyReady, sendReminders } from './notify-waiting'

const { db } = await openShop()
const DAY = 86_400_000

async function open() {
  const books = await openSettlement(db)
  const { eventId, services, clock, organizer, mara, juno } = books
  const readyAt = clock.now
  /** Runs a job `days` after the settlement became ready. */
  const runAfter = (days: number, job: typeof sendReminders) => {
    clock.now = new Date(readyAt.getTime() + days * DAY)
    return collectNotifications(db, eventId, () => job(services))
  }
  const createLines = (kind: string, ...people: Caller[]) =>
    people.map(({ id }) => `${kind} ${id}`).toSorted()
  const collect = (act: () => Promise<unknown>) => collectNotifications(db, eventId, act)
  return { ...books, sides: [organizer, mara, juno], runAfter, collect, createLines }
}

test('the sides are notified once that the settlement is ready, with an email each', async () => {
  const { runAfter, createLines, sides, eventId, shop } = await open()
  expect(await runAfter(-0.1, notifyReady), 'before it is ready').toEqual([])
  expect(await runAfter(0, notifyReady)).toEqual(createLines('settlement_ready', ...sides))
  expect(await runAfter(1, notifyReady)).toEqual([])
  const { rows } = await sql<{
    id: string
  }>`select id from notifications where subject_id = ${eventId}`.execute(db)
  const emailed = shop.waiting.filter(({ name }) => name === emailNotificationJob)
  expect(emailed.map(({ payload }) => (payload as { id: string }).id).toSorted()).toEqual(
    rows.map(({ id }) => id).toSorted(),
  )
})

test('no one is notified about an event without income', async () => {
  const { eventId, services, clock } = await openBooks(db)
  clock.now = new Date(clock.now.getTime() + 300 * DAY)
  await notifyReady(services)
  expect(await listNotifications(db, eventId)).toEqual([])
})

test('no one is notified while a reservation is open or the event is postponed', async () => {
  const { runAfter, eventId, shop, sale, createLines, sides, orders } = await open()
  const { rows } = await sql<{
    id: string
  }>`select customer_id as id from orders where id = ${orders[0]}`.execute(db)
  const buyer: Caller = { ...(sides[0] as Caller), id: rows[0]?.id ?? '' }
  const { id } = await shop.as(buyer).reserve({
    eventId,
    clientKey: crypto.randomUUID(),
    items: [{ ticketTypeId: sale.types[0] ?? '', quantity: 1 }],
  })
  expect(await runAfter(0, notifyReady)).toEqual([])
  await shop.as(buyer).cancelOrder({ orderId: id })
  await sql`update events set event_status = 'postponed' where id = ${eventId}`.execute(db)
  expect(await runAfter(0, notifyReady)).toEqual([])
  await sql`update events set event_status = 'published' where id = ${eventId}`.execute(db)
  expect(await runAfter(0, notifyReady)).toEqual(createLines('settlement_ready', ...sides))
})

test('sides that haven’t accepted are reminded after 3 and after 6 days, each once', async () => {
  const { runAfter, createLines, organizer, mara, juno, accept } = await open()
  await runAfter(0, notifyReady)
  await accept(organizer)
  expect(await runAfter(2.9, sendReminders)).toEqual([])
  expect(await runAfter(3, sendReminders)).toEqual(createLines('settlement_reminder', mara, juno))
  expect(await runAfter(4, sendReminders)).toEqual([])
  await accept(mara)
  expect(await runAfter(6, sendReminders)).toEqual(createLines('settlement_reminder', juno))
  expect(await runAfter(7, sendReminders)).toEqual([])
  await accept(juno)
  expect(await runAfter(20, sendReminders)).toEqual([])
})

test('a refund voids an acceptance, so its person is reminded', async () => {
  const { runAfter, createLines, organizer, mara, juno, accept, orders } = await open()
  await runAfter(0, notifyReady)
  await accept(organizer)
  await sql`select refund_tickets(${orders[0]}::uuid, (select array_agg(id) from tickets where order_id = ${orders[0]}), 'holder', true)`.execute(
    db,
  )
  expect(await runAfter(3, sendReminders)).toEqual(createLines('settlement_reminder', organizer, mara, juno))
})

test('no one is reminded while a figure is questioned, and only once after a long question', async () => {
  const { runAfter, createLines, organizer, mara, juno, as, eventId } = await open()
  await runAfter(0, notifyReady)
  const input = { eventId, figure: 'gross', expectedCents: null, reason: 'It was full' }
  const { questions } = await as(mara).settlement.question(input)
  expect(await runAfter(3, sendReminders)).toEqual([])
  await as(organizer).settlement.resolve({
    eventId,
    questionId: questions[0]?.id ?? '',
    resolution: 'confirmed',
  })
  expect(await runAfter(8, sendReminders)).toEqual(createLines('settlement_reminder', organizer, mara, juno))
  expect(await runAfter(9, sendReminders)).toEqual([])
})

test('the other sides are notified of a questioned figure, and the person who asked of its resolution', async () => {
  const { collect, createLines, organizer, mara, juno, as, eventId, maraBooking } = await open()
  const figure = `cost:${maraBooking}:0`
  const input = { eventId, figure, expectedCents: 2_000, reason: 'One night' }
  const createQuestion = () => as(mara).settlement.question(input)
  expect(await collect(createQuestion)).toEqual(createLines('settlement_questioned', organizer, juno))
  expect((await listNotifications(db, eventId))[0]?.facts).toMatchObject({ note: 'One night' })
  const [first] = (await as(mara).settlement.get({ eventId })).questions
  const resolve = (person: Caller, resolution: 'corrected' | 'withdrawn', questionId = '') =>
    as(person).settlement.resolve({ eventId, questionId, resolution, reply: 'Sorry' })
  expect(await collect(() => resolve(organizer, 'corrected', first?.id))).toEqual(
    createLines('settlement_resolved', mara),
  )
  expect((await listNotifications(db, eventId)).at(-1)?.facts).toMatchObject({
    isCorrected: true,
    note: 'Sorry',
  })
  const second = (await createQuestion()).questions.at(-1)
  expect(await collect(() => resolve(mara, 'withdrawn', second?.id))).toEqual([])
})

test('all sides are notified when the last one accepts, and the requests to accept disappear', async () => {
  const { collect, createLines, sides, organizer, mara, juno, accept, eventId, runAfter, live } = await open()
  await runAfter(0, notifyReady)
  expect(await collect(() => accept(organizer))).toEqual([])
  expect(await collect(() => accept(mara))).toEqual([])
  expect(await collect(() => accept(juno))).toEqual(createLines('settlement_accepted', ...sides))
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from notifications
    where subject_id = ${eventId} and kind = 'settlement_ready' and settled_at is null`.execute(db)
  expect(rows).toEqual([{ count: 0 }])
  expect(live.at(-1)).toEqual([
    expect.arrayContaining(sides.map(({ id }) => id)),
    ['notifications', 'settlements'],
  ])
})

test('two simultaneous processes notify and remind each side once', async () => {
  for (let round = 0; round < randomRuns(10); round += 1) {
    const { runAfter, createLines, sides, services } = await open()
    const runThrice = async (job: typeof sendReminders) => {
      await Promise.all([job(services), job(services), job(services)])
      return 0
    }
    expect(await runAfter(0, () => runThrice(notifyReady))).toEqual(createLines('settlement_ready', ...sides))
    expect(await runAfter(3, () => runThrice(sendReminders))).toEqual(
      createLines('settlement_reminder', ...sides),
    )
  }
})

test('a reminder isn’t sent if the last side accepts while the reminder waits', async () => {
  const { runAfter, eventId, organizer, mara, juno, accept, services } = await open()
  await runAfter(0, notifyReady)
  await accept(organizer)
  await accept(mara)
  const other = await db.startTransaction().execute()
  await sql`select from events where id = ${eventId} for no key update`.execute(other)
  const settling = accept(juno)
  await untilBlocked(db)
  const reminded = runAfter(3, () => sendReminders(services))
  await untilBlocked(db, 2)
  await other.commit().execute()
  await settling
  expect((await reminded).filter((text) => text.startsWith('settlement_reminder'))).toEqual([])
})
