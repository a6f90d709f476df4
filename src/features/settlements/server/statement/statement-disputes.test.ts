import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '~tests/support/shop'
import { openDispute } from '~tests/support/stripe/paid-order'
import { postSales } from '~/features/ledger/server/public'
import { openBooks } from '../testing'

const { db } = await openShop()

test('the organizer’s share of a disputed amount is deducted, and after a lost dispute the statement equals the ledger', async () => {
  const { as } = await openBooks(db)
  const dispute = await openDispute(db)
  await db.transaction().execute((trx) => postSales(trx, [dispute.orderId]))
  const { money } = as(dispute.eventOrganizer)
  const { dispute: summary, balances } = await money.overview()
  expect(summary).toEqual({
    open: 1,
    next: { id: dispute.id, dueBy: expect.any(String), timezone: 'Europe/London' },
  })
  // The service fee was never the organizer's money.
  expect(balances).toMatchObject([{ balanceCents: 0, disputedCents: 3200 }])
  expect((await money.statement({ kind: 'disputes' })).events[0]?.lines).toMatchObject([
    { line: 'disputes', cents: -3200, entries: 1, openDisputes: 1, evidenceDueBy: summary.next?.dueBy },
  ])
  await dispute.setDispute(sql`status = 'under_review', due_by = null`)
  expect((await money.statement({ event: dispute.eventId })).events[0]?.lines).toMatchObject([
    { line: 'sales', openDisputes: 0, evidenceDueBy: null },
    { line: 'disputes', openDisputes: 1, evidenceDueBy: null },
  ])
  dispute.standIn.closeDispute(dispute.id, 'lost')
  await dispute.deliver()
  const { cents, events } = await money.statement({})
  expect(cents).toBe(0)
  expect(
    events[0]?.lines.map(({ line, cents: amount, openDisputes }) => [line, amount, openDisputes]),
  ).toEqual([
    ['sales', 3200, 0],
    ['refunds', -3200, 0],
    ['disputes', 0, 0],
  ])
  expect((await money.overview()).dispute).toEqual({ open: 0, next: null })
})

test('the fee of an open dispute is marked until the bank decides', async () => {
  const { as } = await openBooks(db)
  const { id, orderId, eventOrganizer, setDispute } = await openDispute(db)
  await sql`select post_to_ledger('dispute_fee', ${`fee:${id}`}, ${orderId}, array['organizer', 'provider'], array[2000, -2000])`.execute(
    db,
  )
  const { money } = as(eventOrganizer)
  const readFee = async () => (await money.statement({ kind: 'fees' })).events[0]?.lines
  expect(await readFee()).toMatchObject([{ line: 'dispute_fees', cents: -2000, openDisputes: 1 }])
  await setDispute(sql`status = 'won', due_by = null`)
  expect(await readFee()).toMatchObject([{ line: 'dispute_fees', cents: -2000, openDisputes: 0 }])
})
