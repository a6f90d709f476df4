import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertCaller, openShop } from '~tests/support/shop'
import { openDispute, openPaidOrder } from '~tests/support/stripe/paid-order'

const { db } = await openShop()

test('shows the organizer the reason, the deadline, the facts, and what the bank would receive', async () => {
  const { organizer, id, totalCents, orderId, eventId } = await openDispute(db)
  await sql`
    insert into check_ins (nonce, event_id, ticket_id, outcome, counted, scanned_at, entrance, device_id)
    select gen_random_uuid(), event_id, id, 'checked_in', 1, '2026-12-11T22:14:00Z', 'Front', gen_random_uuid()
    from tickets where order_id = ${orderId} order by ticket_number limit 1`.execute(db)
  const dispute = await organizer.get({ id })
  expect(dispute).toMatchObject({
    id,
    status: 'open',
    reason: 'product_not_received',
    amountCents: totalCents,
    buyerName: 'Juno Okafor',
    event: { id: eventId, title: 'Dust & Diamonds', timezone: 'Europe/London' },
    notifiedAt: expect.any(String),
    closedAt: null,
    canRespond: true,
    isOwnEvent: true,
    ticketsToRevoke: 2,
    response: null,
    facts: {
      totalCents,
      buyerEmail: 'juno@okafor.example',
      tickets: [
        { status: 'valid', scans: [{ at: '2026-12-11T22:14:00.000Z', entrance: 'Front' }] },
        { status: 'valid', scans: [] },
      ],
    },
    evidence: { customerName: 'Juno Okafor', activity: expect.stringContaining('entrance Front') },
  })
  expect(await organizer.list({ eventId })).toEqual({
    disputes: [
      { id, amountCents: totalCents, currency: 'USD', buyerName: 'Juno Okafor', dueBy: dispute.dueBy },
    ],
  })
})

test('a dispute is not found by its buyer, by another organizer, or with an unknown id; an admin finds it', async () => {
  const { id, as, buyer, eventId, organizer, listResponses } = await openDispute(db)
  const other = (await openPaidOrder(db)).organizer
  for (const caller of [buyer, other, await insertCaller(db)]) {
    const { disputes } = as({ ...caller, roles: ['user'] })
    for (const call of [
      () => disputes.get({ id }),
      () => disputes.list({ eventId }),
      () => disputes.submit({ id, note: '' }),
      () => disputes.accept({ id }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  }
  await expect(organizer.get({ id: 'dp_nothing' })).rejects.toMatchObject({ status: 404 })
  const admin = as({ ...(await insertCaller(db)), roles: ['admin'] }).disputes
  expect(await admin.get({ id })).toMatchObject({ id, canRespond: true, isOwnEvent: false })
  expect((await admin.list({ eventId })).disputes).toHaveLength(1)
  expect(listResponses()).toEqual([])
})
