import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { openPaidOrder } from '~tests/support/stripe/paid-order'
import { refundTickets } from '../refunds/refund-tickets'
import { sendRefunds } from '../refunds/send-refunds'

const { db } = await openShop()

test('a dispute notifies the organizer once, and its evidence is stored at Stripe but not submitted', async () => {
  const { standIn, reference, orderId, organizer, emails, totalCents, deliver, findDispute } =
    await openPaidOrder(db)
  await sql`
    insert into check_ins (nonce, event_id, ticket_id, outcome, counted, scanned_at, entrance, device_id)
    select gen_random_uuid(), event_id, id, 'checked_in', 1, '2026-12-11T22:14:00Z', 'Front', gen_random_uuid()
    from tickets where order_id = ${orderId} limit 1`.execute(db)
  const { id } = standIn.openDispute(reference, 'product_not_received')
  await deliver()
  await deliver()
  expect(await findDispute(id)).toMatchObject({
    status: 'open',
    amount_cents: totalCents,
    due_by: expect.anything(),
  })
  expect(emails).toHaveLength(1)
  expect(emails[0]).toMatchObject({
    to: organizer.email,
    subject: 'A buyer’s bank wants $35.20 back: Dust & Diamonds',
    text: expect.stringContaining('The bank says that the buyer didn’t get the tickets.'),
  })
  const staged = standIn.calls.filter(
    ({ method, path }) => method === 'POST' && path === `/v1/disputes/${id}`,
  )
  expect(staged).toHaveLength(1)
  expect(staged[0]?.parameters).toMatchObject({
    submit: 'false',
    evidence: {
      customer_name: 'Juno Okafor',
      customer_email_address: 'juno@okafor.example',
      product_description: expect.stringMatching(
        /^2 tickets for Dust & Diamonds on 20\d\d-\d\d-\d\d, .*\$35\.20\.$/,
      ),
      access_activity_log: expect.stringMatching(
        /scanned at the event, entrance Front, 2026-12-11 22:14 UTC\./,
      ),
    },
  })
})

test('a refund waits while a bank decides, and is possible during an inquiry and after the decision', async () => {
  const { standIn, shop, organizer, reference, orderId, deliver, getOrder } = await openPaidOrder(db)
  const [first, second] = (await getOrder()).tickets
  const refund = (ticketId = '') => shop.as(organizer).refunds.ticket({ ticketId, reason: 'Ill.' })
  const { id } = standIn.openDispute(reference, 'fraudulent')
  standIn.changeDispute(id, (dispute) => (dispute.status = 'warning_needs_response'))
  await deliver()
  await refund(first?.id)
  standIn.changeDispute(id, (dispute) => (dispute.status = 'needs_response'))
  await deliver()
  await expect(refund(second?.id)).rejects.toMatchObject({ code: 'DISPUTED' })
  await expect(shop.as(organizer).refunds.order({ orderId, reason: 'Ill.' })).rejects.toMatchObject({
    code: 'DISPUTED',
  })
  expect((await getOrder()).ticketCounts).toMatchObject({ own: 1, refunded: 1 })
  standIn.closeDispute(id, 'won')
  await deliver()
  await refund(second?.id)
  expect((await getOrder()).status).toBe('refunded')
  await sendRefunds(shop)
})

async function readBooks(orderId: string) {
  const { rows } = await sql<{ account: string; amount: number }>`
    select e.account, sum(e.amount)::float8 as amount from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where t.order_id = ${orderId} and t.kind <> 'sale' group by e.account having sum(e.amount) <> 0 order by 1`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

test('each side bears its part of a disputed amount until the dispute is won', async () => {
  const { standIn, reference, orderId, totalCents, deliver } = await openPaidOrder(db)
  const { id } = standIn.openDispute(reference, 'fraudulent')
  standIn.changeDispute(id, (dispute) => (dispute.status = 'warning_needs_response'))
  await deliver()
  expect(await readBooks(orderId), 'an inquiry takes nothing').toEqual({})
  standIn.changeDispute(id, (dispute) => (dispute.status = 'needs_response'))
  await deliver()
  expect(await readBooks(orderId)).toEqual({ organizer: 3200, provider: -totalCents, service_fees: 320 })
  expect(await findFaults(db)).toEqual([])
  standIn.closeDispute(id, 'won')
  await deliver()
  await deliver()
  expect(await readBooks(orderId)).toEqual({})
  expect(await findFaults(db)).toEqual([])
})

test('a lost dispute costs the organizer the tickets and the site its fee, before and after the event', async () => {
  for (const isOver of [false, true]) {
    const { standIn, reference, orderId, eventId, totalCents, deliver } = await openPaidOrder(db)
    if (isOver)
      await sql`update events set event_date = now() - interval '1 day' where id = ${eventId}`.execute(db)
    const { id } = standIn.openDispute(reference, 'fraudulent')
    await deliver()
    standIn.closeDispute(id, 'lost')
    await deliver()
    expect(await readBooks(orderId)).toEqual({ organizer: 3200, provider: -totalCents, service_fees: 320 })
  }
  expect(await findFaults(db)).toEqual([])
})

test('the email of a dispute doesn’t reach a former organizer', async () => {
  const { standIn, reference, eventId, emails, deliver } = await openPaidOrder(db)
  const { id: formerId } = await insertCaller(db)
  await sql`update events set organizer_id = ${formerId} where id = ${eventId}`.execute(db)
  standIn.openDispute(reference, 'fraudulent')
  await deliver(() => sql`update events set organizer_id = null where id = ${eventId}`.execute(db))
  expect(emails).toEqual([])
})

test('a dispute that is lost before the event revokes the tickets, and nothing is refunded twice', async () => {
  const { standIn, shop, reference, emails, totalCents, deliver, getOrder, findDispute } =
    await openPaidOrder(db)
  const { id } = standIn.openDispute(reference, 'fraudulent')
  await deliver()
  expect((await getOrder()).ticketCounts.own).toBe(2)
  standIn.closeDispute(id, 'lost')
  await deliver()
  expect(await getOrder()).toMatchObject({
    status: 'refunded',
    ticketCounts: { own: 0, refunded: 2 },
    refund: { amountCents: totalCents, status: 'done', reason: 'The buyer’s bank took the payment back.' },
  })
  await sendRefunds(shop)
  expect(standIn.calls.filter(({ path }) => path === '/v1/refunds')).toEqual([])
  expect(await findDispute(id)).toMatchObject({ status: 'lost', due_by: null, closed_at: expect.anything() })
  expect(emails.map(({ subject }) => subject)).toEqual([
    'A buyer’s bank wants $35.20 back: Dust & Diamonds',
    'Dispute lost: $35.20, Dust & Diamonds',
  ])
  expect(emails[1]?.text).toContain('no longer valid')
  expect(await findFaults(db)).toEqual([])
})

test.each([
  { part: 'all', states: ['charged_back', 'charged_back'] },
  { part: 'half', states: ['charged_back', 'approved'] },
])(
  'after a lost dispute about $part of a payment, refunds that were not sent are $states',
  async ({ part, states }) => {
    const { standIn, reference, orderId, totalCents, deliver, getOrder } = await openPaidOrder(db)
    const [ticket] = (await getOrder()).tickets
    await db
      .transaction()
      .execute((trx) => refundTickets(trx, { orderId, ticketIds: [ticket?.id ?? ''], reason: 'Rain.' }))
    const amount = part === 'all' ? totalCents : totalCents / 2
    standIn.closeDispute(standIn.openDispute(reference, 'fraudulent', amount).id, 'lost')
    await deliver()
    const { status, refunds } = await getOrder()
    expect(status).toBe('refunded')
    expect(refunds.map(({ state }) => state)).toEqual(states)
    expect(await findFaults(db)).toEqual([])
  },
)

test('a dispute that is lost after the event leaves the tickets as they are', async () => {
  const { standIn, reference, eventId, emails, deliver, getOrder } = await openPaidOrder(db)
  await sql`update events set event_date = clock_timestamp() - interval '1 day' where id = ${eventId}`.execute(
    db,
  )
  const { id } = standIn.openDispute(reference, 'product_unacceptable')
  standIn.closeDispute(id, 'lost')
  await deliver()
  expect(await getOrder()).toMatchObject({ status: 'confirmed', ticketCounts: { own: 2 }, refund: null })
  expect(emails.map(({ text }) => text.includes('The tickets stay as they are.'))).toEqual([true])
})

test('a lost dispute about a part of the order leaves its tickets to the admin', async () => {
  const { standIn, reference, emails, deliver, getOrder } = await openPaidOrder(db)
  const { id } = standIn.openDispute(reference, 'fraudulent', 1760)
  standIn.closeDispute(id, 'lost')
  await deliver()
  expect(await getOrder()).toMatchObject({ status: 'confirmed', ticketCounts: { own: 2 }, refund: null })
  expect(emails[0]?.text).toContain('The tickets stay as they are.')
})

test('a lost dispute about a second payment that brought no tickets leaves the tickets of the first payment valid', async () => {
  const { standIn, reference, orderId, deliver, getOrder } = await openPaidOrder(db)
  // A second payment of the order, which was charged too and is refunded.
  await sql`insert into payments (order_id, provider, provider_reference, amount_cents, status, provider_payment_id)
    select order_id, provider, 'b2b_second', amount_cents, 'returned', provider_payment_id || '_second'
    from payments where provider_reference = ${reference}`.execute(db)
  const intentId = standIn.findIntent(reference)?.id ?? ''
  const { id } = standIn.openDispute(reference, 'fraudulent')
  standIn.changeDispute(id, (dispute) => (dispute.payment_intent = `${intentId}_second`))
  standIn.closeDispute(id, 'lost')
  await deliver()
  expect(await getOrder()).toMatchObject({ id: orderId, status: 'confirmed', ticketCounts: { own: 2 } })
})

test('a dispute that is won changes only its own row', async () => {
  const { standIn, reference, emails, deliver, getOrder, findDispute } = await openPaidOrder(db)
  const { id } = standIn.openDispute(reference, 'duplicate')
  await deliver()
  standIn.closeDispute(id, 'won')
  await deliver()
  expect(await findDispute(id)).toMatchObject({ status: 'won' })
  expect((await getOrder()).ticketCounts.own).toBe(2)
  expect(emails[1]?.subject).toBe('Dispute won: you keep $35.20, Dust & Diamonds')
})
