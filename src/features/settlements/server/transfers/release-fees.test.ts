import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { randomRuns } from '~tests/support/random-runs'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { insertBooking, openSettlement } from '../testing'
import { adjustShares } from './adjust-shares'
import { releaseFees } from './release-fees'

const { db } = await openShop()

/** An event with a guaranteed fee of $100.00, whose set is over. */
async function openGuaranteed() {
  const books = await openSettlement(db)
  const { eventId, organizer } = books
  const dj: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const bookingId = await insertBooking(
    db,
    { eventId, organizer, dj },
    { feeCents: 10_000, deal: { isFeeGuaranteed: true } },
  )
  await sql`update bookings set status = 'completed', completed_at = ends_at where id = ${bookingId}`.execute(
    db,
  )
  const { rows } = await sql<{
    endsAt: Date
  }>`select ends_at as "endsAt" from bookings where id = ${bookingId}`.execute(db)
  const endsAt = rows[0]?.endsAt ?? new Date()
  const release = (hours: number) =>
    releaseFees({ db, now: () => new Date(endsAt.getTime() + hours * 3_600_000) })
  const scan = () =>
    sql`insert into check_ins (nonce, event_id, ticket_id, outcome, counted, scanned_at, device_id)
      select gen_random_uuid(), ${eventId}, k.id, 'checked_in', 1, now(), gen_random_uuid()
      from tickets k where k.event_id = ${eventId} limit 1`.execute(db)
  const readReleased = async () => {
    const transfers = await db
      .selectFrom('transfers')
      .select(['amount_cents as cents', 'reason'])
      .where('booking_id', '=', bookingId)
      .execute()
    return transfers.map(({ cents, reason }) => `${reason} ${cents}`)
  }
  /** Accepts the current figures `hours` after the end of the set, or before it if negative. */
  const acceptAt = async (person: Caller, hours: number) => {
    await books.accept(person)
    await sql`
      update settlement_acceptances set accepted_at = ${endsAt}::timestamptz + ${hours} * interval '1 hour'
      where event_id = ${eventId} and person_id = ${person.id}`.execute(db)
  }
  return { ...books, dj, bookingId, endsAt, release, scan, acceptAt, readReleased }
}

const refundTicket = (orderId: string | undefined) =>
  sql`
    select refund_tickets(${orderId}::uuid, array(
      select id from tickets where order_id = ${orderId} and status = 'valid' order by id limit 1), 'holder', true)`.execute(
    db,
  )

test('a guaranteed fee is released a day after the set if guests were checked in', async () => {
  const { release, scan, readReleased, getSettlement, bookingId } = await openGuaranteed()
  await release(24)
  expect(await readReleased(), 'without a scan').toEqual([])
  await scan()
  await release(23.9)
  expect(await readReleased(), 'before the day is over').toEqual([])
  await release(24)
  await release(25)
  expect(await readReleased()).toEqual(['guaranteed_fee 10000'])
  expect((await getSettlement()).shares.find((share) => share.bookingId === bookingId)).toMatchObject({
    releasedCents: 10_000,
    transferCents: 0,
  })
})

test('the fee of a set long before the event is released only a day after the event started', async () => {
  const { release, scan, readReleased, eventId, endsAt } = await openGuaranteed()
  await scan()
  await sql`
    update events set event_date = ${endsAt}::timestamptz + interval '30 days', ends_at = ${endsAt}::timestamptz + interval '31 days'
    where id = ${eventId}`.execute(db)
  await release(30 * 24 + 23)
  expect(await readReleased()).toEqual([])
  await release(31 * 24)
  expect(await readReleased()).toEqual(['guaranteed_fee 10000'])
})

test('a guaranteed fee is released after the event was transferred to another organizer', async () => {
  const { eventId, juno, release, scan, readReleased } = await openGuaranteed()
  await sql`update events set organizer_id = ${juno.id} where id = ${eventId}`.execute(db)
  await scan()
  await release(24)
  expect(await readReleased()).toEqual(['guaranteed_fee 10000'])
})

test('a questioned figure stops the release of a guaranteed fee until it is resolved', async () => {
  const { release, scan, readReleased, as, organizer, eventId, bookingId } = await openGuaranteed()
  await scan()
  const { questions } = await as(organizer).settlement.question({
    eventId,
    figure: `share:${bookingId}`,
    expectedCents: 0,
    reason: 'She didn’t play.',
  })
  await release(24)
  expect(await readReleased()).toEqual([])
  await as(organizer).settlement.resolve({
    eventId,
    questionId: questions[0]?.id ?? '',
    resolution: 'confirmed',
  })
  await release(24)
  expect(await readReleased()).toEqual(['guaranteed_fee 10000'])
})

test('without check-ins, the acceptances of organizer and DJ release a guaranteed fee', async () => {
  const { release, readReleased, acceptAt, organizer, dj } = await openGuaranteed()
  await acceptAt(organizer, 20)
  await release(24)
  expect(await readReleased()).toEqual([])
  await acceptAt(dj, 20)
  await release(24)
  expect(await readReleased()).toEqual(['guaranteed_fee 10000'])
})

test('without check-ins, acceptances of outdated figures don’t release a guaranteed fee', async () => {
  const { release, readReleased, acceptAt, organizer, dj, orders } = await openGuaranteed()
  await acceptAt(organizer, 20)
  await acceptAt(dj, 20)
  await refundTicket(orders[0])
  await release(24)
  expect(await readReleased()).toEqual([])
  await acceptAt(organizer, 21)
  await release(24)
  expect(await readReleased(), 'without the DJ').toEqual([])
  await acceptAt(dj, 21)
  await release(24)
  expect(await readReleased()).toEqual(['guaranteed_fee 10000'])
})

test('without check-ins, an acceptance by the DJ before the end of the set releases nothing', async () => {
  const { release, readReleased, acceptAt, organizer, dj } = await openGuaranteed()
  await acceptAt(organizer, 20)
  await acceptAt(dj, -1)
  await release(24)
  expect(await readReleased()).toEqual([])
  await acceptAt(dj, 0)
  await release(24)
  expect(await readReleased()).toEqual(['guaranteed_fee 10000'])
})

test('the coverage says why a fee isn’t released a day after the set', async () => {
  const { release, scan, as, organizer, dj, clock, endsAt, eventId, bookingId } = await openGuaranteed()
  const getReason = async () => (await as(dj).settlement.coverage({ bookingId }))?.waitsFor
  clock.now = new Date(endsAt.getTime() + 24 * 3_600_000 - 1)
  expect(await getReason()).toBeNull()
  clock.now = new Date(endsAt.getTime() + 24 * 3_600_000)
  expect(await getReason()).toBe('attendance')
  await scan()
  expect(await getReason()).toBe('release')
  const sheet = await as(dj).settlement.question({
    eventId,
    figure: `share:${bookingId}`,
    expectedCents: 12_000,
    reason: 'More.',
  })
  expect(await getReason()).toBe('question')
  const questionId = sheet.questions[0]?.id ?? ''
  await as(organizer).settlement.resolve({ eventId, questionId, resolution: 'confirmed' })
  await release(24)
  expect(await getReason()).toBeNull()
})

test('a settlement that is accepted within a day pays the fee', async () => {
  const { accept, as, juno, mara, organizer, dj, bookingId } = await openGuaranteed()
  for (const person of [organizer, dj, juno, mara]) await accept(person)
  expect(await as(dj).settlement.coverage({ bookingId })).toMatchObject({ waitsFor: 'settlement' })
})

test('during a long event, a DJ can question their guaranteed fee once the set is over', async () => {
  const { release, scan, readReleased, as, dj, clock, eventId, bookingId } = await openGuaranteed()
  await sql`update events set ends_at = event_date + interval '3 days' where id = ${eventId}`.execute(db)
  const { endsAt } = await db
    .selectFrom('bookings')
    .select('ends_at as endsAt')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const sendQuestion = () =>
    as(dj).settlement.question({
      eventId,
      figure: `share:${bookingId}`,
      expectedCents: 12_000,
      reason: 'An hour more.',
    })
  clock.now = new Date(endsAt.getTime() - 1)
  await expect(sendQuestion()).rejects.toMatchObject({ code: 'NOT_READY' })
  clock.now = endsAt
  expect(await sendQuestion()).toMatchObject({ state: 'running', isQuestionable: true })
  await scan()
  await release(24)
  expect(await readReleased()).toEqual([])
})

test('two simultaneous processes release a fee once', async () => {
  for (let round = 0; round < randomRuns(10); round += 1) {
    const { release, scan, readReleased } = await openGuaranteed()
    await scan()
    await Promise.all([release(24), release(24), release(24)])
    expect(await readReleased()).toEqual(['guaranteed_fee 10000'])
  }
})

test('tickets of another event never cover a fee', async () => {
  const { release, scan, readReleased, bookingId } = await openGuaranteed()
  await scan()
  await sql`update bookings set fee_cents = 50000 where id = ${bookingId}`.execute(db)
  await release(24)
  expect(await readReleased()).toEqual(['guaranteed_fee 32000'])
})

test('a refund after a released fee of a deleted DJ reduces the organizer’s part by the refund alone', async () => {
  const { release, scan, eventId, organizer, mara, juno, dj, accept, orders, services } =
    await openGuaranteed()
  await scan()
  await release(24)
  for (const person of [organizer, mara, juno, dj]) await accept(person)
  const readSum = async (personId: string) => {
    const { rows } = await sql<{ cents: number }>`
      select sum(amount_cents)::float8 as cents from transfers where event_id = ${eventId} and payee_id = ${personId}`.execute(
      db,
    )
    return rows[0]?.cents
  }
  const before = await readSum(organizer.id)
  await sql`delete from accounts where id = ${dj.id}`.execute(db)
  await adjustShares(services)
  expect(await readSum(organizer.id)).toBe(before)
  await refundTicket(orders[0])
  await adjustShares(services)
  // The two DJs bear 75% of the $16.00, the organizer bears the rest.
  expect(await readSum(organizer.id)).toBe((before ?? 0) - 400)
  expect(await findFaults(db)).toEqual([])
})
