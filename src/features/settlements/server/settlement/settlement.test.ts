import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { untilBlocked } from '~tests/support/lock-waits'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { openBooks, openSettlement, postAt } from '../testing'

const { db } = await openShop()

/** Reads the amount payable to each person of an event, and the amount left on the organizer's account. */
async function readBalances(eventId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ owner: string; cents: number }>`
    select coalesce(person_id::text, account) as owner, (-sum(amount))::float8 as cents
    from ledger_entries where event_id = ${eventId} and account in ('organizer', 'payable') group by 1`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ owner, cents }) => [owner, cents]))
}

const countTransfers = async (eventId: string) =>
  (await db.selectFrom('transfers').select('id').where('event_id', '=', eventId).execute()).length

test('the sheet has the figures of the ledger, and its shares add up to the balance', async () => {
  const { getSettlement, maraBooking, junoBooking } = await openSettlement(db)
  expect(await getSettlement()).toMatchObject({
    state: 'ready',
    side: 'organizer',
    income: [{ tickets: 20, cents: 32_000 }],
    grossCents: 32_000,
    refundsCents: 0,
    costsCents: 4_000,
    netCents: 28_000,
    shares: [
      { bookingId: maraBooking, basis: 'percentage', shareCents: 16_800, transferCents: 16_800 },
      { bookingId: junoBooking, basis: 'percentage', shareCents: 4_200, transferCents: 4_200 },
    ],
    organizerCents: 11_000,
    balanceCents: 32_000,
    counts: { sales: 2, refunds: 0, refundedTickets: 0, fees: 0, disputes: 0 },
  })
})

test('the event is settled when all sides have accepted, and its money is payable to them', async () => {
  const { accept, organizer, mara, juno, eventId } = await openSettlement(db)
  expect(await accept(organizer)).toMatchObject({ state: 'ready' })
  expect(await accept(mara)).toMatchObject({ state: 'ready', side: 'dj' })
  expect(await countTransfers(eventId)).toBe(0)
  const settled = await accept(juno)
  expect(settled).toMatchObject({ state: 'accepted', settledAt: expect.any(String) })
  expect(settled.transfers.map(({ person, cents }) => [person?.id, cents])).toEqual([
    [mara.id, 16_800],
    [juno.id, 4_200],
    [organizer.id, 11_000],
  ])
  expect(await readBalances(eventId)).toEqual({
    organizer: 0,
    [mara.id]: 16_800,
    [juno.id]: 4_200,
    [organizer.id]: 11_000,
  })
  expect(await findFaults(db)).toEqual([])
  await expect(accept(juno)).rejects.toMatchObject({ code: 'SETTLED' })
})

test('refuses to accept before the event is over, while a reservation is open or a sale isn’t posted', async () => {
  const { accept, organizer, clock, endsAt, eventId, shop, sale, getSettlement } = await openSettlement(db)
  const later = clock.now
  clock.now = endsAt
  expect(await getSettlement()).toMatchObject({ state: 'running' })
  await expect(accept(organizer)).rejects.toMatchObject({ code: 'NOT_READY' })
  clock.now = later
  const buyer = await insertCaller(db)
  const { id } = await shop.as(buyer).reserve({
    eventId,
    clientKey: crypto.randomUUID(),
    items: [{ ticketTypeId: sale.types[0] ?? '', quantity: 1 }],
  })
  await expect(accept(organizer)).rejects.toMatchObject({ code: 'NOT_READY' })
  await shop.as(buyer).cancelOrder({ orderId: id })
  expect(await getSettlement()).toMatchObject({ state: 'ready' })
})

test('a draft event whose bookings were paid is settled, too', async () => {
  const { as, clock, eventId, organizer } = await openBooks(db)
  await sql`update events set event_status = 'draft' where id = ${eventId}`.execute(db)
  await postAt(db, eventId, { at: clock.now.toISOString(), cents: 5_000, kind: 'booking_payment' })
  clock.now = new Date(clock.now.getTime() + 300 * 86_400_000)
  const { digest } = await as(organizer).settlement.get({ eventId })
  expect(await as(organizer).settlement.accept({ eventId, digest })).toMatchObject({ state: 'accepted' })
})

test('a cancelled event is settled six hours later, once its tickets are refunded', async () => {
  const { as, clock, eventId, organizer, sell } = await openBooks(db)
  const orderId = await sell([1])
  await sql`delete from order_outbox where order_id = ${orderId}`.execute(db)
  await sql`
    update events set event_status = 'cancelled', status_changed_at = ${clock.now}, event_date = ${clock.now}::timestamptz + interval '300 days',
      ends_at = ${clock.now}::timestamptz + interval '301 days' where id = ${eventId}`.execute(db)
  clock.now = new Date(clock.now.getTime() + 7 * 3_600_000)
  const readState = async () => (await as(organizer).settlement.get({ eventId })).state
  expect(await readState()).toBe('running')
  await sql`select refund_tickets(${orderId}::uuid, array(select id from tickets where order_id = ${orderId}), 'event_cancelled', true)`.execute(
    db,
  )
  expect(await readState()).toBe('ready')
})

test('a refund changes the figures, and earlier acceptances no longer count', async () => {
  const { accept, organizer, mara, juno, orders, eventId, getSettlement, as } = await openSettlement(db)
  const { digest } = await getSettlement()
  await accept(organizer)
  await accept(mara)
  const tickets = await db
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', orders[0] ?? '')
    .execute()
  await sql`select refund_tickets(${orders[0]}::uuid, array[${tickets[0]?.id}]::uuid[], 'holder', true)`.execute(
    db,
  )
  await expect(as(juno).settlement.accept({ eventId, digest })).rejects.toMatchObject({
    code: 'FIGURES_CHANGED',
  })
  const changed = await accept(juno)
  expect(changed).toMatchObject({ state: 'ready', grossCents: 32_000, refundsCents: 1_600 })
  expect(changed.income).toMatchObject([{ tickets: 20, cents: 32_000 }])
  expect(changed.sides.map(({ isOutdated }) => isOutdated)).toEqual([true, true, false])
})

test('an acceptance can be withdrawn until all sides have accepted', async () => {
  const { accept, organizer, mara, juno, eventId, as } = await openSettlement(db)
  await accept(organizer)
  await as(organizer).settlement.withdraw({ eventId })
  await accept(mara)
  expect(await accept(juno)).toMatchObject({ state: 'ready' })
  expect(await accept(organizer)).toMatchObject({ state: 'accepted' })
  await expect(as(organizer).settlement.withdraw({ eventId })).rejects.toMatchObject({ code: 'SETTLED' })
})

test('a questioned cost stops the settlement until the organizer corrects it', async () => {
  const { accept, organizer, mara, juno, eventId, as, maraBooking } = await openSettlement(db)
  await accept(juno)
  const figure = `cost:${maraBooking}:0`
  const questioned = await as(mara).settlement.question({
    eventId,
    figure,
    expectedCents: 2_000,
    reason: 'One night',
  })
  expect(questioned).toMatchObject({
    state: 'questioned',
    questions: [{ figure, cents: 4_000, expectedCents: 2_000 }],
  })
  await expect(accept(organizer)).rejects.toMatchObject({ code: 'QUESTIONED' })
  const questionId = questioned.questions[0]?.id ?? ''
  await expect(
    as(mara).settlement.resolve({ eventId, questionId, resolution: 'corrected' }),
    'only the organizer corrects',
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const corrected = await as(organizer).settlement.resolve({ eventId, questionId, resolution: 'corrected' })
  expect(corrected).toMatchObject({
    state: 'ready',
    costs: [{ figure, cents: 2_000, agreedCents: 4_000 }],
    netCents: 30_000,
  })
  expect(corrected.sides.find(({ person }) => person.id === juno.id)).toMatchObject({ isOutdated: true })
  await expect(
    as(organizer).settlement.resolve({ eventId, questionId, resolution: 'confirmed' }),
  ).rejects.toMatchObject({ code: 'QUESTION_CLOSED' })
})

test('an agreed cost is corrected only if its own DJ asks for it', async () => {
  const { organizer, juno, eventId, as, maraBooking } = await openSettlement(db)
  const figure = `cost:${maraBooking}:0`
  for (const person of [organizer, juno]) {
    const input = { eventId, figure, expectedCents: 100_000_000, reason: 'The hotel was better.' }
    const { questions } = await as(person).settlement.question(input)
    const question = questions.find(({ resolution }) => resolution === null)
    expect(question).toMatchObject({ isCorrectable: false })
    const at = { eventId, questionId: question?.id ?? '' }
    await expect(as(organizer).settlement.resolve({ ...at, resolution: 'corrected' })).rejects.toMatchObject({
      code: 'NOT_CORRECTABLE',
    })
    await as(person).settlement.resolve({ ...at, resolution: 'withdrawn' })
  }
})

test('an organizer who is the DJ of a cost can’t correct it', async () => {
  const { mara, eventId, as, maraBooking } = await openSettlement(db)
  await sql`update events set organizer_id = ${mara.id} where id = ${eventId}`.execute(db)
  const input = { eventId, figure: `cost:${maraBooking}:0`, expectedCents: 9_000, reason: 'More' }
  expect((await as(mara).settlement.question(input)).questions).toMatchObject([{ isCorrectable: false }])
})

test('a figure from the ledger can be confirmed but not corrected, and its question can be withdrawn', async () => {
  const { organizer, mara, eventId, as } = await openSettlement(db)
  const input = { eventId, figure: 'gross', expectedCents: 40_000, reason: 'It was full' }
  const { questions } = await as(mara).settlement.question(input)
  const questionId = questions[0]?.id ?? ''
  await expect(
    as(organizer).settlement.resolve({ eventId, questionId, resolution: 'corrected' }),
  ).rejects.toMatchObject({ code: 'NOT_CORRECTABLE' })
  await expect(
    as(organizer).settlement.resolve({ eventId, questionId, resolution: 'withdrawn' }),
    'only the person who asked withdraws',
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await as(mara).settlement.resolve({ eventId, questionId, resolution: 'withdrawn' })).toMatchObject({
    state: 'ready',
  })
  await expect(as(mara).settlement.question({ ...input, figure: 'nothing' })).rejects.toMatchObject({
    code: 'NO_SUCH_FIGURE',
  })
})

test('only the organizer and the DJs see a settlement', async () => {
  const { eventId, as } = await openSettlement(db)
  const stranger = as({ ...(await insertCaller(db)), roles: ['user', 'admin'] }).settlement
  for (const id of [eventId, crypto.randomUUID(), 'nothing', '\0'])
    await expect(stranger.get({ eventId: id })).rejects.toMatchObject({ status: expect.closeTo(402, -1.5) })
  await expect(stranger.accept({ eventId, digest: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    stranger.question({ eventId, figure: 'gross', expectedCents: null, reason: 'x' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the DJs keep their shares when the organizer transfers the event to someone else', async () => {
  const { as, eventId, getSettlement, organizer } = await openSettlement(db)
  const { shares, organizerCents } = await getSettlement()
  const friend: typeof organizer = { ...(await insertCaller(db)), roles: ['user'] }
  await sql`update events set organizer_id = ${friend.id} where id = ${eventId}`.execute(db)
  const after = await as(friend).settlement.get({ eventId })
  expect([after.shares, after.organizerCents]).toEqual([shares, organizerCents])
  await as(friend).settlement.accept({ eventId, digest: after.digest })
  expect(await countTransfers(eventId)).toBe(0)
})

test('an acceptance waits until a simultaneous change of the settlement is committed', async () => {
  const { accept, organizer, eventId } = await openSettlement(db)
  const other = await db.startTransaction().execute()
  await sql`select from events where id = ${eventId} for no key update`.execute(other)
  const waiting = accept(organizer)
  await untilBlocked(db)
  await other.commit().execute()
  expect((await waiting).sides[0]).toMatchObject({ acceptedAt: expect.any(String) })
})

test('the database refuses a transfer that the event’s money doesn’t cover, and a reversal of more than was transferred', async () => {
  const { eventId, mara, maraBooking } = await openSettlement(db)
  const insert = (cents: number, reverses: string | null = null) =>
    sql<{ id: string }>`
      insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency, reverses)
      values (${eventId}, ${maraBooking}, ${mara.id}, 'settlement', ${cents}, 'USD', ${reverses}) returning id`.execute(
      db,
    )
  await expect(insert(32_001)).rejects.toThrow('does not cover')
  const { rows } = await insert(20_000)
  await insert(-15_000, rows[0]?.id)
  await expect(insert(-5_001, rows[0]?.id)).rejects.toThrow('reversed by more')
  await expect(insert(27_001)).rejects.toThrow('does not cover')
})

test('a settled event is on the Money pages of the organizer and of each DJ, to the cent', async () => {
  const { accept, organizer, mara, juno, as, eventId } = await openSettlement(db)
  for (const person of [organizer, mara, juno]) await accept(person)
  // The test's clock is after the event, but ledger entries have the date of the database.
  const { rows } = await sql<{ month: string }>`
    select to_char(max(day), 'YYYY-MM') as month from ledger_days where event_id = ${eventId}`.execute(db)
  const month = rows[0]?.month ?? ''
  const read = async (person: typeof mara) => {
    const overview = await as(person).money.overview()
    const [balance] = overview.balances
    // The amount is settled but not sent yet, so it is no longer held.
    expect(overview.events).toMatchObject([{ cents: balance?.balanceCents, heldCents: 0 }])
    const { events, closingCents } = await as(person).money.statement({ month })
    const lines = events.flatMap((event) => event.lines.map(({ line, cents }) => `${line} ${cents}`))
    return { ...balance, closingCents, lines }
  }
  expect(await read(organizer)).toMatchObject({
    nextPayoutCents: 11_000,
    heldCents: 0,
    balanceCents: 11_000,
    closingCents: 11_000,
    lines: ['sales 32000', 'transfers -21000'],
  })
  expect(await read(mara)).toMatchObject({
    nextPayoutCents: 16_800,
    heldCents: 0,
    balanceCents: 16_800,
    closingCents: 16_800,
    lines: ['shares 16800'],
  })
  await sql`update transfers set status = 'done', done_at = now() where event_id = ${eventId} and payee_id = ${mara.id}`.execute(
    db,
  )
  expect(await read(mara)).toMatchObject({ balanceCents: 0, lines: ['shares 16800', 'payouts -16800'] })
  const { entries } = await as(mara).money.entries({ month, event: eventId })
  expect(entries.map(({ line, cents }) => [line, cents])).toEqual([
    ['payouts', -16_800],
    ['shares', 16_800],
  ])
})
