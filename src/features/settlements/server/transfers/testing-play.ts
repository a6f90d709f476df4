import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { dispatchOutbox } from '~/features/orders/server/testing'
import { createLog } from '~/platform/log/log'
import { reserveInput } from '~tests/support/shop'
import { listFigures } from '../../rules/figures'
import { closeSettlement } from '../settlement/close-settlement'
import { listSides } from '../settlement/get-settlement'
import { notifyReady } from '../settlement/notify-waiting'
import { readSheet } from '../settlement/read-sheet'
import { adjustShares } from './adjust-shares'
import { releaseFees } from './release-fees'
import { returnDeposits } from './return-deposits'
import { sendTransfers } from './send-transfers'
import { connect, disconnect, type HistoryEvent } from './testing-history-event'
import { approvePayment, cancelBooking, cancelEvent, payBooking } from './testing-play-bookings'
import type { Step } from './testing-steps'

type StepWith<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>
/** The digests that a person may have on their screen. */
interface Seen {
  digest: string
  previousDigest: string
}

const log = createLog({ level: 'silent' })
const jobs = { enqueueMany: async () => undefined }

/** Runs a step as a real call or job. Returns the code of the error if it was refused; other errors are thrown. */
export async function playStep(event: HistoryEvent, step: Step, seen: Seen): Promise<string | null> {
  try {
    return await run(event, step, seen)
  } catch (error) {
    // A refused step is part of the history. Rate limits and server errors are thrown, because they would only
    // shorten the history.
    if (error instanceof ORPCError && error.status < 429) return String(error.code)
    throw error
  }
}

async function run(event: HistoryEvent, step: Step, seen: Seen): Promise<string | null> {
  const { books, ground, eventId } = event
  const { db } = ground
  const services = books.services
  const settlement = 'person' in step ? books.as(event.getPerson(step.person)).settlement : undefined
  switch (step.kind) {
    case 'sell':
      await sell(event, step)
      break
    case 'refund':
      await refund(event, step)
      break
    case 'settle refund':
      await settleRefund(event, step)
      break
    case 'fee':
      await takeFee(event, step)
      break
    case 'open dispute':
      await openDispute(event, step)
      break
    case 'close dispute':
      await closeDispute(event, step)
      break
    case 'scan':
      await sql`
        insert into check_ins (nonce, event_id, ticket_id, outcome, counted, scanned_at, device_id)
        select gen_random_uuid(), ${eventId}, k.id, 'checked_in', 1, now(), gen_random_uuid()
        from tickets k where k.event_id = ${eventId} and k.status = 'valid' order by k.id limit 1 on conflict do nothing`.execute(
        db,
      )
      break
    case 'pass time':
      await passTime(event, step.hours)
      break
    case 'question': {
      const found = await readSheet(db, eventId)
      const figures = found === undefined ? [] : [...listFigures(found.sheet, found.costs).keys()]
      const asker = event.people[step.person]?.id
      const isOwn = (id: string) => found?.bookings.some((b) => b.id === id && b.person?.id === asker)
      // Prefers a cost of the person who asks: only such a question can lead to a correction, and random figures
      // rarely hit one.
      const own = found?.costs.find(({ bookingId }) => step.expectedCents !== null && isOwn(bookingId))
      const figure = own?.figure ?? figures[step.n % figures.length] ?? 'gross'
      await settlement?.question({ eventId, figure, expectedCents: step.expectedCents, reason: 'Too much' })
      break
    }
    case 'resolve':
      await resolve(event, step)
      break
    case 'accept':
      await settlement?.accept({ eventId, digest: step.isStale ? seen.previousDigest : seen.digest })
      await setAcceptanceTimes(event)
      break
    case 'accept all':
      for (const person of await listOwnSides(event))
        await books.as(person).settlement.accept({ eventId, digest: seen.digest })
      await setAcceptanceTimes(event)
      break
    case 'withdraw':
      await settlement?.withdraw({ eventId })
      break
    case 'close': {
      const digest = step.isStale ? seen.previousDigest : seen.digest
      const admin = { caller: ground.admin, now: () => books.clock.now, log, requestId: 'req-1' }
      return closeSettlement({ ...services, ...admin }, { eventId, digest, reason: 'No one replied' })
    }
    case 'release':
      await releaseFees({ db, now: () => books.clock.now })
      break
    case 'adjust':
      await adjustShares(services)
      break
    case 'send':
      event.provider.setReplies(step.replies)
      await send(event)
      break
    case 'connect':
      await connect(db, [event.getPerson(step.person)])
      break
    case 'disconnect':
      await disconnect(db, event.getPerson(step.person))
      break
    case 'pay':
      await payBooking(event, step)
      break
    case 'approve':
      await approvePayment(event, step.payment)
      break
    case 'cancel booking':
      await cancelBooking(event, step)
      break
    case 'cancel event':
      await cancelEvent(event)
      break
    case 'return deposits':
      await returnDeposits(services)
      break
    case 'insert transfer': {
      const booking = event.getBooking(step.person)
      await sql`
        insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency)
        values (${eventId}, ${booking.id}, ${booking.dj.id}, 'settlement', 1, 'USD')`.execute(db)
    }
  }
  return null
}

/** Lists the people whose acceptance the settlement needs. */
async function listOwnSides({ ground, eventId, people }: HistoryEvent) {
  const found = await readSheet(ground.db, eventId)
  const sides = found === undefined ? [] : listSides(found)
  return people.filter((person) => sides.some(({ id }) => id === person.id))
}

async function sell(
  event: HistoryEvent,
  { quantities, isByCard, isPosted }: StepWith<'sell'>,
): Promise<void> {
  const { books, ground, cards } = event
  const buyer = event.getBuyer(quantities[0] ?? 0)
  if (isByCard) {
    const { shop, standIn } = ground.card
    const client = shop.as(buyer)
    const { id: orderId, totalCents } = await client.reserve(reserveInput(books.sale, quantities))
    const { redirectUrl } = await client.startPayment({ orderId })
    const reference = redirectUrl.slice('/pay/stripe/'.length)
    await client.stripe.start({ reference, amountCents: totalCents })
    standIn.confirm(reference, 'pm_card_visa')
    await client.stripe.check({ reference })
    standIn.takeWebhooks()
    cards.push(reference)
  } else await books.shop.buy(buyer, books.sale, quantities)
  if (isPosted) await postSold(event)
}

/** Posts all waiting sales to the ledger. */
export async function postSold({ ground }: Pick<HistoryEvent, 'ground'>): Promise<void> {
  await dispatchOutbox(ground.db, { jobs, log })
}

async function refund({ books, ground, eventId, organizer }: HistoryEvent, { n, scope }: StepWith<'refund'>) {
  const { rows } = await sql<{ orderId: string; ticketId: string }>`
    select o.id as "orderId", (select k.id from tickets k where k.order_id = o.id and k.status = 'valid' order by k.id limit 1) as "ticketId"
    from orders o where o.event_id = ${eventId} and o.status = 'confirmed' order by o.created_at, o.id`.execute(
    ground.db,
  )
  const order = rows[n % rows.length]
  if (order === undefined) return
  const { refunds } = books.shop.as(organizer)
  if (scope === 'order') await refunds.order({ orderId: order.orderId, reason: 'Ill' })
  else await refunds.ticket({ ticketId: order.ticketId, reason: 'Ill' })
}

/** Settles a refund: the bank pays it out, or rejects it and the organizer pays it without the provider. */
async function settleRefund(
  { books, ground, eventId, organizer }: HistoryEvent,
  { n, bank }: StepWith<'settle refund'>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select r.id from refunds r join payments p on p.id = r.payment_id left join orders o on o.id = p.order_id
    where coalesce(o.event_id, p.event_id) = ${eventId} and r.status = 'requested' order by r.created_at, r.id`.execute(
    ground.db,
  )
  const refundId = rows[n % rows.length]?.id
  if (refundId === undefined) return
  const status = bank === 'pays' ? 'done' : 'failed'
  await ground.db
    .updateTable('refunds')
    .set({ status, settled_at: sql`now()` })
    .where('id', '=', refundId)
    .execute()
  if (bank === 'rejects')
    await books.shop.as(organizer).sales.payRefundAnotherWay({ eventId, refundId, otherPayment: 'Cash.' })
}

async function takeFee({ ground, eventId }: HistoryEvent, { n, cents }: StepWith<'fee'>): Promise<void> {
  const { rows } = await sql<{ provider: string; reference: string }>`
    select p.provider, p.provider_reference as reference from payments p left join orders o on o.id = p.order_id
    where coalesce(o.event_id, p.event_id) = ${eventId} and p.status in ('approved', 'returned') order by p.created_at, p.id`.execute(
    ground.db,
  )
  const payment = rows[n % rows.length]
  if (payment === undefined) return
  await sql`
    select post_provider_fees(${payment.provider}, 'organizer', array['test_' || gen_random_uuid()], array['provider_fee'],
      ${[payment.reference]}::text[], ${[cents]}::bigint[])`.execute(ground.db)
}

async function openDispute(
  { ground: { card }, cards, disputes }: HistoryEvent,
  step: StepWith<'open dispute'>,
) {
  const reference = cards[step.n % cards.length]
  if (reference === undefined || disputes.some((dispute) => dispute.reference === reference)) return
  const cents = card.standIn.findIntent(reference)?.amount_received ?? 0
  const { id } = card.standIn.openDispute(
    reference,
    'fraudulent',
    step.isPart ? Math.floor(cents / 2) : cents,
  )
  disputes.push({ id, reference })
  await card.deliver()
}

async function closeDispute({ ground: { card }, disputes }: HistoryEvent, step: StepWith<'close dispute'>) {
  const dispute = disputes[step.n % disputes.length]
  if (dispute === undefined) return
  card.standIn.closeDispute(dispute.id, step.outcome)
  await card.deliver()
}

/** Moves the clock past the end of the event, completes its bookings and notifies the sides. */
async function passTime(
  { books, ground: { db }, eventId, passTime: moveClock }: HistoryEvent,
  hours: number,
) {
  moveClock(hours)
  await sql`
    update bookings set status = 'completed', completed_at = ends_at where event_id = ${eventId} and status = 'confirmed'`.execute(
    db,
  )
  await dispatchOutbox(db, { jobs, log })
  await notifyReady({ ...books.services, now: () => books.clock.now })
}

/** Sets the time of new acceptances, which is that of the database, to the time of the history. */
const setAcceptanceTimes = ({ books, ground: { db }, eventId }: HistoryEvent) =>
  sql`
    update settlement_acceptances set accepted_at = ${books.clock.now}
    where event_id = ${eventId} and accepted_at < ${books.clock.now}`.execute(db)

async function resolve(
  { books, ground, eventId, people, organizer }: HistoryEvent,
  step: StepWith<'resolve'>,
) {
  const questions = await ground.db
    .selectFrom('settlement_questions')
    .select(['id', 'person_id as personId'])
    .where('event_id', '=', eventId)
    .where('resolution', 'is', null)
    .orderBy('created_at')
    .execute()
  const question = questions[step.n % questions.length]
  if (question === undefined) return
  const { resolution } = step
  const actor = resolution === 'withdrawn' ? people.find(({ id }) => id === question.personId) : organizer
  await books.as(actor ?? organizer).settlement.resolve({ eventId, questionId: question.id, resolution })
}

/** Sends all unsent transfers, as if the time of their next attempt had come. */
export async function send({ books, ground: { db }, eventId, provider }: HistoryEvent): Promise<void> {
  await sql`
    update transfers set next_attempt_at = clock_timestamp() where event_id = ${eventId} and status = 'requested'`.execute(
    db,
  )
  await sendTransfers({ ...books.services, log, payees: provider.port })
}
