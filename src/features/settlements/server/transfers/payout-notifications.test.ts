import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PayeePort } from '~/features/payees/server/public'
import { createLog } from '~/platform/log/log'
import { randomRuns } from '~tests/support/random-runs'
import { findFaults, openShop } from '~tests/support/shop'
import { collectNotifications, listNotifications, openSettlement } from '../testing'
import { adjustShares } from './adjust-shares'
import { sendTransfers } from './send-transfers'

const { db } = await openShop()
const log = createLog({ level: 'silent' })

const provider = {
  provider: 'sandbox',
  transfer: async ({ transferId }) => `sent_${transferId}`,
  reverse: async ({ reversalId }) => `reversed_${reversalId}`,
} satisfies Partial<PayeePort> as unknown as PayeePort

/** A settled event whose three payees are connected. */
async function open() {
  const books = await openSettlement(db)
  const { eventId, organizer, mara, juno, accept, services } = books
  for (const person of [organizer, mara, juno]) {
    await accept(person)
    await sql`
      insert into payees (user_id, provider, account_id, status, connected_at, bank_last4)
      values (${person.id}, 'sandbox', ${`sbx_payee_${person.id}`}, 'connected', now(), '3000')`.execute(db)
  }
  const send = async (change: Partial<PayeePort> = {}, processes = 1) => {
    await sql`update transfers set next_attempt_at = case when event_id = ${eventId} then clock_timestamp() else 'infinity' end
      where status = 'requested'`.execute(db)
    const payees = { ...provider, ...change }
    await Promise.all(Array.from({ length: processes }, () => sendTransfers({ ...services, payees, log })))
  }
  const refund = async (orderId: string | undefined) => {
    const { rows } = await sql<{ id: string }>`
      select id from tickets where order_id = ${orderId} and status = 'valid' order by id limit 1`.execute(db)
    await sql`select refund_tickets(${orderId}::uuid, array[${rows[0]?.id}]::uuid[], 'holder', true)`.execute(
      db,
    )
  }
  const collect = (act: () => Promise<unknown>) => collectNotifications(db, eventId, act)
  const readLatest = async (userId: string) =>
    (await listNotifications(db, eventId)).findLast((notice) => notice.userId === userId)
  return { ...books, sides: [organizer, mara, juno], send, refund, collect, readLatest }
}

const createLines = (kind: string, people: { id: string }[]) =>
  people.map(({ id }) => `${kind} ${id}`).toSorted()

test('each payee is notified once of the payout, with its amount and account', async () => {
  for (let round = 0; round < randomRuns(5); round += 1) {
    const { send, collect, sides, mara, readLatest } = await open()
    expect(await collect(() => send({}, 3))).toEqual(createLines('payout_sent', sides))
    expect((await readLatest(mara.id))?.facts).toMatchObject({ amountCents: 16_800, accountEnding: '3000' })
    expect(await collect(() => send())).toEqual([])
  }
})

test('after a failed attempt, the payee is notified when the transfer is sent', async () => {
  const { send, collect, sides } = await open()
  const fail = async () => {
    throw new Error('The connection ended')
  }
  expect(await collect(() => send({ transfer: fail }))).toEqual([])
  expect(await collect(() => send())).toEqual(createLines('payout_sent', sides))
})

test('each payee is notified once of how a refund changed their share', async () => {
  const { send, refund, collect, sides, organizer, mara, juno, orders, readLatest, services } = await open()
  await send()
  await refund(orders[0])
  const runTwice = () => Promise.all([adjustShares(services), adjustShares(services)])
  expect(await collect(runTwice)).toEqual(createLines('settlement_adjusted', sides))
  const changes = [organizer, mara, juno].map(async ({ id }) => (await readLatest(id))?.facts)
  expect(await Promise.all(changes)).toMatchObject([
    { amountCents: -400, cause: 'refund' },
    { amountCents: -960, cause: 'refund' },
    { amountCents: -240, cause: 'refund' },
  ])
  expect(await collect(() => send()), 'the reversals were announced').toEqual([])
  expect(await findFaults(db)).toEqual([])
})
