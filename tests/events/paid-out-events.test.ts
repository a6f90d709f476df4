import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDashboard, insertDraft, insertPublished } from '~/features/events/server/dashboard/testing'
import { closeSettlement } from '~/features/settlements/server/public'
import { insertBooking, openBooks, openSettlement } from '~/features/settlements/server/testing'
import { adjustShares } from '~/features/settlements/server/transfers/adjust-shares'
import { releaseFees } from '~/features/settlements/server/transfers/release-fees'
import { PASSWORD } from '../support/event-shop'
import { untilBlocked } from '../support/lock-waits'
import { refusalOf } from '../support/refusal'
import { insertCaller, openShop } from '../support/shop'

const { db } = await openShop()
const HOUR = 3_600_000
const DAY = 24 * HOUR
const dashboard = createTestDashboard(db)
const formatDay = (at: number) => new Date(at).toISOString().slice(0, 10)

const PAID_OUT = 'This event is settled, or part of its money was paid out, so its start and end are final.'

const readEvent = (eventId: string) =>
  db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow()
const countTransfers = async (eventId: string) =>
  (await db.selectFrom('transfers').select('id').where('event_id', '=', eventId).execute()).length
const insertSettlement = (eventId: string) =>
  sql`insert into settlements (event_id, sheet) values (${eventId}, '{}')`.execute(db)

/** Creates a published event of three days that is still running, and whose guaranteed fee was already released. */
async function openReleased() {
  const books = await openSettlement(db)
  const { eventId, organizer, shop } = books
  const dj = await insertCaller(db)
  await sql`update events set ends_at = event_date + interval '3 days' where id = ${eventId}`.execute(db)
  const bookingId = await insertBooking(
    db,
    { eventId, organizer, dj },
    { feeCents: 10_000, deal: { isFeeGuaranteed: true } },
  )
  await sql`update bookings set status = 'completed', completed_at = ends_at where id = ${bookingId}`.execute(
    db,
  )
  await sql`
    insert into check_ins (nonce, event_id, ticket_id, outcome, counted, scanned_at, device_id)
    select gen_random_uuid(), ${eventId}, k.id, 'checked_in', 1, now(), gen_random_uuid()
    from tickets k where k.event_id = ${eventId} limit 1`.execute(db)
  const { event_date: startsAt } = await readEvent(eventId)
  const now = new Date(startsAt.getTime() + 27 * HOUR)
  shop.clock.now = () => now
  dashboard.clock.now = now
  const release = () => releaseFees({ db, now: () => now })
  return { ...books, bookingId, release }
}

test('settling an empty draft first doesn’t pay out later sales before the event', async () => {
  const { as, shop, services, organizer, clock } = await openBooks(db)
  const now = new Date()
  clock.now = now
  dashboard.clock.now = now
  const eventId = await insertDraft(dashboard, organizer, { date: formatDay(now.getTime() - 30 * DAY) })
  const { digest, state } = await as(organizer).settlement.get({ eventId })
  expect(state).toBe('running')
  expect(await refusalOf(as(organizer).settlement.accept({ eventId, digest }))).toMatchObject({
    code: 'NOT_READY',
    status: 409,
  })
  const closing = { eventId, digest, reason: 'No one else has a share.' }
  const context = { ...shop.contextOf(organizer), ...services }
  expect(await closeSettlement(context, closing)).toBe('NOT_READY')

  await dashboard
    .as(organizer)
    .save({ id: eventId, version: 1, changes: { date: formatDay(+now + 30 * DAY) } })
  await dashboard.as(organizer).publish({ id: eventId, version: 2 })
  const { id: type } = await db
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  await shop.buy(await insertCaller(db), { eventId, types: [type] }, [2])
  await adjustShares(services)
  expect(await countTransfers(eventId)).toBe(0)
})

test('never adjusts the shares of an event whose settlement isn’t ready', async () => {
  const { eventId, services, sell, clock } = await openBooks(db)
  clock.now = new Date()
  await insertSettlement(eventId)
  await sell([2])
  await adjustShares(services)
  expect(await countTransfers(eventId)).toBe(0)
})

test('the end of an event that is over can’t be moved, so a settled event can’t be cancelled', async () => {
  const { eventId, organizer, mara, juno, shop, accept, clock, endsAt } = await openSettlement(db)
  await sql`update events set ends_at = ${endsAt} where id = ${eventId}`.execute(db)
  dashboard.clock.now = clock.now
  shop.clock.now = () => clock.now
  const saveEnd = async () =>
    refusalOf(dashboard.as(organizer).save({ id: eventId, version: 1, changes: { endClock: '23:59' } }))
  expect(await saveEnd()).toMatchObject({
    code: 'INVALID',
    status: 422,
    data: {
      fields: [{ path: 'changes.endClock', message: 'This event is over, so its start and end are final.' }],
    },
  })
  for (const person of [organizer, mara, juno]) await accept(person)
  expect(await saveEnd()).toMatchObject({
    status: 422,
    data: { fields: [{ path: 'changes.endClock', message: PAID_OUT }] },
  })
  expect((await readEvent(eventId)).ends_at).toEqual(endsAt)
  await dashboard.as(organizer).save({ id: eventId, version: 1, changes: { description: 'Thank you.' } })
  const { version } = await shop.as(organizer).eventChanges.impact({ eventId })
  const cancelling = shop
    .as(organizer)
    .eventChanges.cancel({ eventId, version, statusMessage: 'It rained.', password: PASSWORD })
  expect(await refusalOf(cancelling)).toMatchObject({ code: 'SETTLED', status: 409 })
})

test('an event can’t be cancelled, moved or unpublished once a guaranteed fee was released', async () => {
  const { eventId, organizer, shop, release, orders } = await openReleased()
  const calls = shop.as(organizer).eventChanges
  expect(await calls.impact({ eventId })).toMatchObject({ isPaidOut: false })
  expect(await dashboard.as(organizer).get({ id: eventId })).toMatchObject({ isPaidOut: false })
  await release()
  const before = await readEvent(eventId)
  expect(await calls.impact({ eventId })).toMatchObject({ isPaidOut: true, isOver: false })
  expect(await dashboard.as(organizer).get({ id: eventId })).toMatchObject({ isPaidOut: true })

  const change = { eventId, version: 1, statusMessage: 'It rained.', password: PASSWORD }
  for (const run of [() => calls.cancel(change), () => calls.postpone(change)])
    expect(await refusalOf(run())).toMatchObject({
      code: 'SETTLED',
      status: 409,
      message:
        'This event is settled, or part of its money was paid out, so it can no longer be canceled or moved. Refund tickets instead.',
    })
  expect(await refusalOf(dashboard.as(organizer).unpublish({ id: eventId, version: 1 }))).toMatchObject({
    code: 'NOT_NOW',
    status: 409,
    message: 'This event is settled, or part of its money was paid out, so it can’t become a draft.',
  })
  for (const changes of [{ endClock: '20:00' }, { startClock: '01:00' }, { timezone: 'Asia/Tokyo' }])
    expect(await refusalOf(dashboard.as(organizer).save({ id: eventId, version: 1, changes }))).toMatchObject(
      {
        status: 422,
        data: { fields: [{ path: `changes.${Object.keys(changes)[0]}`, message: PAID_OUT }] },
      },
    )
  expect(await readEvent(eventId)).toEqual(before)
  const statuses = await db.selectFrom('orders').select('status').where('id', 'in', orders).execute()
  expect(statuses.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
})

test('releases no guaranteed fee while the event is postponed, so its new date can be set', async () => {
  const { eventId, release } = await openReleased()
  await sql`update events set event_status = 'postponed' where id = ${eventId}`.execute(db)
  await release()
  expect(await countTransfers(eventId)).toBe(0)
})

test('a draft whose money was paid out can’t be published', async () => {
  const { organizer } = await openBooks(db)
  dashboard.clock.now = new Date()
  const eventId = await insertDraft(dashboard, organizer, { date: formatDay(Date.now() + 30 * DAY) })
  await insertSettlement(eventId)
  expect(await refusalOf(dashboard.as(organizer).publish({ id: eventId, version: 1 }))).toMatchObject({
    code: 'NOT_NOW',
    message:
      'This event is settled, or part of its money was paid out, so it can’t be published. Duplicate it to plan it again.',
  })
})

test('the database refuses another start, end or status once money was paid out', async () => {
  const { organizer } = await openBooks(db)
  dashboard.clock.now = new Date()
  const open = () => insertPublished(dashboard, organizer, { date: formatDay(Date.now() + 30 * DAY) })
  const changes = [
    sql`event_date = event_date + interval '1 minute'`,
    sql`ends_at = ends_at + interval '1 minute'`,
    sql`ends_at = null`,
    sql`event_status = 'cancelled'`,
    sql`event_status = 'postponed'`,
    sql`event_status = 'draft'`,
  ]
  const insertTransfer = async (eventId: string, reason: string, reverses: string | null = null) => {
    const { rows } = await sql<{ id: string }>`
      insert into transfers (event_id, payee_id, reason, amount_cents, currency, reverses)
      values (${eventId}, ${organizer.id}, ${reason}, ${reverses === null ? 500 : -500}, 'USD', ${reverses}) returning id`.execute(
      db,
    )
    return rows[0]?.id ?? ''
  }
  const depositOnly = await open()
  await insertTransfer(depositOnly, 'deposit', null)
  await insertTransfer(depositOnly, 'adjustment', await insertTransfer(depositOnly, 'deposit'))
  await sql`update events set event_status = 'postponed' where id = ${depositOnly}`.execute(db)

  const settled = await open()
  await insertSettlement(settled)
  const books = await openReleased()
  await books.release()
  for (const eventId of [settled, books.eventId]) {
    const before = await readEvent(eventId)
    for (const change of changes)
      await expect(sql`update events set ${change} where id = ${eventId}`.execute(db)).rejects.toMatchObject({
        code: '23514',
        constraint: 'events_final_once_paid_out',
      })
    await sql`update events set title = 'Renamed', event_status = event_status, ends_at = ends_at, version = version + 1
      where id = ${eventId}`.execute(db)
    expect(await readEvent(eventId)).toMatchObject({ title: 'Renamed', ends_at: before.ends_at })
  }
})

test('a change that waits for the settlement of its event is refused', async () => {
  const { eventId, organizer, mara, juno, accept, as, getSettlement } = await openSettlement(db)
  for (const person of [organizer, mara]) await accept(person)
  const { digest } = await getSettlement()
  const cancelling = await db.transaction().execute(async (trx) => {
    await sql`select from events where id = ${eventId} for no key update`.execute(trx)
    const accepting = as(juno).settlement.accept({ eventId, digest })
    await untilBlocked(db)
    const waiting = sql`update events set event_status = 'cancelled' where id = ${eventId}`.execute(db)
    waiting.catch(() => undefined)
    await untilBlocked(db, 2)
    return { accepting, waiting }
  })
  expect(await cancelling.accepting).toMatchObject({ state: 'accepted' })
  await expect(cancelling.waiting).rejects.toMatchObject({ constraint: 'events_final_once_paid_out' })
})
