import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { overlap, MEETING } from '~tests/support/lock-waits'
import { createLog } from '~/platform/log/log'
import type { CheckInOutcome } from '../rules/decide-scan'
import { refundTickets } from '~/features/orders/server/testing'
import { storeCheckIns } from './store-check-ins'
import { createCheckInQueue, type CheckInQueue } from './create-check-in-queue'
import {
  checkInRequest,
  findCheckInFaults,
  insertEvent,
  type CheckInData,
  type TestTicket,
} from '~tests/support/check-in-data'

const PHONES = 50
// Several processes, since one process runs a single batch at a time and could not race.
const PROCESSES = 4

let db: Database
let drop: () => Promise<void>
let pools: Database[]
let checkIns: CheckInQueue[]
beforeEach(async () => {
  const made = await createTestDatabase()
  ;({ db, drop } = made)
  pools = Array.from({ length: PROCESSES }, () => connect({ url: made.url, poolSize: 4 }))
  const services = { live: { publish: () => {} }, log: createLog({ level: 'silent' }) }
  checkIns = pools.map((pool) => createCheckInQueue({ db: pool, ...services }))
})
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.destroy()))
  await drop()
})

type OutcomeCounts = Partial<Record<CheckInOutcome | 'nothing', number>>

/** Scans the same codes on every phone at the same moment and counts the results. */
async function scanOnAllPhones(event: CheckInData, phones = PHONES): Promise<OutcomeCounts> {
  const counts: OutcomeCounts = {}
  await Promise.all(
    Array.from({ length: phones }, async (_, phone) => {
      for (const { secret } of event.tickets) {
        const device = crypto.randomUUID()
        const request = checkInRequest(event, { kind: 'code', secret, device, arrivedAt: performance.now() })
        const result = await checkIns[phone % PROCESSES]?.act(event.eventId, request)
        counts[result?.outcome ?? 'nothing'] = (counts[result?.outcome ?? 'nothing'] ?? 0) + 1
      }
    }),
  )
  return counts
}

test('50 phones scan one code at the same time: one checks it in, 49 see that it is already checked in', async () => {
  const event = await insertEvent(db)
  expect(await scanOnAllPhones(event)).toEqual({ checked_in: 1, duplicate: PHONES - 1 })
  expect(await findCheckInFaults(db, event.eventId)).toEqual([])
})

test('40 codes scanned by all phones at the same time are each checked in once', async () => {
  const event = await insertEvent(db, { tickets: 40 })
  expect(await scanOnAllPhones(event)).toEqual({ checked_in: 40, duplicate: 40 * (PHONES - 1) })
  expect(await findCheckInFaults(db, event.eventId)).toEqual([])
}, 60_000)

/**
 * Removes `part`, a lock, from the database function. `pause` is added between reading and writing, so that processes
 * collide.
 */
async function removeLock(part: string, pause: string): Promise<void> {
  const { rows } = await sql<{
    text: string
  }>`select pg_get_functiondef('check_in'::regproc) as text`.execute(db)
  const guarded = rows[0]?.text ?? ''
  expect(guarded).toContain(part)
  const slow = guarded.replaceAll('  update tickets ', `  perform ${pause};\n  update tickets `)
  await sql
    .raw(slow.replace(part, part.startsWith(' for') ? part.slice(' for no key update'.length) : ''))
    .execute(db)
}
const locks = [
  ['of the fast path', ' for no key update;\n    if v_first'],
  ['of the general path', ' order by t.id for no key update'],
] as const

test.each(locks)(
  'control: without the lock %s, the same code is checked in more than once',
  async (_, lock) => {
    await removeLock(lock, MEETING)
    await sql`drop index check_ins_one_in`.execute(db)
    const event = await insertEvent(db)
    // With one phone per process, each action runs alone and not in a batch.
    const phones = lock === locks[0][1] ? PROCESSES : PHONES
    expect((await overlap(db, 2, () => scanOnAllPhones(event, phones))).checked_in).toBeGreaterThan(1)
  },
  60_000,
)

/** Without items, an order can't be refunded. */
async function addOrderItems({ eventId }: CheckInData): Promise<void> {
  await sql`insert into order_items (order_id, ticket_type_id, quantity, unit_cents)
    select order_id, ticket_type_id, 1, 0 from tickets where event_id = ${eventId}`.execute(db)
}

async function refund(pool: Database, orderId: string): Promise<string> {
  const { outcome } = await pool
    .transaction()
    .execute((trx) => refundTickets(trx, { orderId, reason: 'Asked at the door.' }))
  return outcome
}

/** Scans and cancels each ticket at the same moment (free tickets are cancelled, not refunded). */
async function scanAndRefund(atOnce: number): Promise<{ event: CheckInData; unfair: string[] }> {
  const event = await insertEvent(db, { tickets: 60 })
  await addOrderItems(event)
  const race = async ({ secret, orderId }: TestTicket, index: number): Promise<string> => {
    const enter = async () =>
      (await checkIns[index % PROCESSES]?.act(event.eventId, checkInRequest(event, { kind: 'code', secret })))
        ?.outcome
    const refundTicket = () => refund(pools[(index + 1) % PROCESSES] ?? db, orderId)
    // Alternate the order, since the first request has the better chance.
    const later = index % 2 === 0 ? refundTicket() : enter()
    const earlier = index % 2 === 0 ? enter() : refundTicket()
    const outcomes = [String(await earlier), String(await later)]
    return (index % 2 === 0 ? outcomes : outcomes.toReversed()).join(' ')
  }
  const pairs: string[] = []
  for (let at = 0; at < event.tickets.length; at += atOnce)
    pairs.push(...(await Promise.all(event.tickets.slice(at, at + atOnce).map(race))))
  const fair = new Set(['checked_in checked_in', 'cancelled refunded'])
  return { event, unfair: pairs.filter((pair) => !fair.has(pair)) }
}

test.each([60, PROCESSES])(
  'of a concurrent refund and scan, one wins and both responses agree: %i tickets',
  async (atOnce) => {
    const { event, unfair } = await scanAndRefund(atOnce)
    expect(unfair).toEqual([])
    expect(await findCheckInFaults(db, event.eventId)).toEqual([])
    const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from tickets where event_id = ${event.eventId} and (status = 'valid') <> (checked_in_at is not null)`.execute(
      db,
    )
    expect(rows[0]?.count).toBe(0)
  },
  60_000,
)

test.each(locks)(
  'control: without the lock %s, a refunded ticket is checked in',
  async (_, lock) => {
    await removeLock(lock, MEETING)
    await sql`alter table tickets drop constraint tickets_in_is_valid`.execute(db)
    const event = await insertEvent(db, { tickets: 2 })
    await addOrderItems(event)
    // One request takes the fast path, a batch of two the general path.
    const scanned = lock === locks[0][1] ? event.tickets.slice(0, 1) : event.tickets
    const requests = scanned.map(({ secret }) => checkInRequest(event, { kind: 'code', secret }))
    const scanAll = () => storeCheckIns(pools[0] ?? db, event.eventId, requests)
    const refundAll = () => Promise.all(scanned.map(({ orderId }) => refund(db, orderId)))
    const scans = await overlap(db, 1, scanAll, refundAll)
    expect(scans.map((scan) => scan?.outcome)).toEqual(scanned.map(() => 'checked_in'))
  },
  60_000,
)
