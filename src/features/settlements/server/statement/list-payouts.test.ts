import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { insertCaller, openShop } from '~tests/support/shop'
import { openSettlement } from '../testing'
import { adjustShares } from '../transfers/adjust-shares'
import { sendTransfers } from '../transfers/send-transfers'
import { listPayouts } from './list-payouts'

const { db } = await openShop()
const log = createLog({ level: 'silent' })

const provider = {
  provider: 'sandbox' as const,
  transfer: async ({ transferId }: { transferId: string }) => `sent_${transferId}`,
  reverse: async ({ reversalId }: { reversalId: string }) => `reversed_${reversalId}`,
}

/** Settles an event with three payees, of whom only Mara has a connected payout account. */
async function open() {
  const books = await openSettlement(db)
  for (const person of [books.organizer, books.mara, books.juno]) await books.accept(person)
  await sql`insert into payees (user_id, provider, account_id, status, connected_at)
    values (${books.mara.id}, 'sandbox', ${`sbx_payee_${books.mara.id}`}, 'connected', now())`.execute(db)
  const send = async () => {
    await sql`update transfers set next_attempt_at = case when event_id = ${books.eventId} then clock_timestamp() else 'infinity' end
      where status = 'requested'`.execute(db)
    await sendTransfers({ ...books.services, payees: provider, log })
  }
  return { ...books, send }
}

test('lists only own payouts: sent ones with their time, waiting ones without', async () => {
  const { as, eventId, mara, juno, organizer, send } = await open()
  await send()
  const event = { id: eventId, title: 'Dust & Diamonds', timezone: expect.any(String) }
  const settlement = { id: expect.any(String), event, reason: 'settlement' }
  const readOwn = (person: typeof mara) => as(person).money.payouts({})
  expect(await readOwn(mara)).toEqual({
    payouts: [{ ...settlement, cents: 16_800, currency: 'USD', sentAt: expect.any(String) }],
    nextCursor: null,
  })
  expect((await readOwn(juno)).payouts).toEqual([
    { ...settlement, cents: 4_200, currency: 'USD', sentAt: null },
  ])
  expect((await readOwn(organizer)).payouts).toHaveLength(1)
  expect(await readOwn({ ...(await insertCaller(db)), roles: ['user'] })).toEqual({
    payouts: [],
    nextCursor: null,
  })
})

test('a reversal is negative, listed first, and the pages continue after it', async () => {
  const { mara, orders, send, services } = await open()
  await send()
  await sql`
    select refund_tickets(${orders[0]}::uuid, (select array_agg(id) from tickets where order_id = ${orders[0]}), 'holder', true)`.execute(
    db,
  )
  await adjustShares(services)
  const reads = { db, personId: mara.id }
  const first = await listPayouts(reads, {}, 1)
  expect(first.payouts).toMatchObject([{ reason: 'adjustment', cents: -9_600, sentAt: null }])
  const second = await listPayouts(reads, { after: first.nextCursor ?? '' }, 1)
  expect(second).toMatchObject({ payouts: [{ reason: 'settlement', cents: 16_800 }], nextCursor: null })
})

test('a payout that waits when its payee deletes their account is never sent', async () => {
  const { mara, eventId, send } = await open()
  await sql`delete from accounts where id = ${mara.id}`.execute(db)
  await send()
  const { rows } = await sql<{ status: string; cents: number }>`
    select status, amount_cents as cents from transfers where event_id = ${eventId} and payee_id is null`.execute(
    db,
  )
  expect(rows).toEqual([{ status: 'requested', cents: 16_800 }])
})
