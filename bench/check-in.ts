import { sql } from 'kysely'
import { Pool } from 'pg'
import { connect } from '~/database/connect'
import { startDatabase } from './harness/database'
import { createCheckInQueue } from '~/features/check-in/server/create-check-in-queue'
import { openCheckIn } from '~/features/check-in/server/open-check-in'
import { recordScans } from '~/features/check-in/server/record-scans'
import { insertEvent, type CheckInData } from '~tests/support/check-in-data'
import { createLog } from '~/platform/log/log'
import { alternate, conclude, type Figure, median } from './harness/alternate'
import { insist } from './harness/sale'
import { countOperations } from './harness/cpu'
import { sized } from './harness/quick'

// A phone waits for the response before it scans the next code, so sixteen phones need at most sixteen connections.
const POOL = 16
const SECONDS = sized(3, 0.2)
// About as many tickets as one phone, or sixteen phones, scan in SECONDS.
const TICKETS = { one: sized(15_000, 100), many: sized(40_000, 200) }
const LISTS = { small: sized(2_000, 100), large: sized(20_000, 200) }

const server = await startDatabase({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
const db = connect({ url: server.url, poolSize: POOL })
const pool = new Pool({ connectionString: server.url, max: POOL })
// Connections that are still closing when PostgreSQL stops emit errors here.
pool.on('error', () => undefined)
const checkIns = createCheckInQueue({ db, live: { publish: () => {} }, log: createLog({ level: 'warn' }) })

type Attempt = (
  event: CheckInData,
  ticket: CheckInData['tickets'][number],
  device: string,
) => Promise<boolean>

/** The product's check-in without its session check: permission check, scan, and response to the phone. */
const ours: Attempt = async (event, { code }, device) => {
  const act = { nonce: crypto.randomUUID(), kind: 'code', code, people: 1, ageMs: 0 } as const
  const results = await recordScans(
    { checkIns, caller: event.checkInStaff },
    {
      eventId: event.eventId,
      scans: [{ ...act, wasOffline: false, wasAdmitted: true, admitAnyway: false }],
      device,
      entrance: 'Front',
    },
  )
  return results[0]?.outcome === 'checked_in'
}

/** The minimal check-in: no permission check, no log, no counters, and an empty response. */
const peer: Attempt = async (_event, { id }) => {
  const { rowCount } = await pool.query({
    name: 'bare',
    text: 'update tickets set checked_in_at = now() where id = $1 and checked_in_at is null',
    values: [id],
  })
  return rowCount === 1
}

interface Shift {
  perSecond: number
  p50: number
  p99: number
}

/** Runs this many phones for a few seconds on a new event. */
async function work(attempt: Attempt, phones: number): Promise<Shift> {
  const event = await insertEvent(db, { tickets: phones === 1 ? TICKETS.one : TICKETS.many, perOrder: 2 })
  await sql`analyze tickets`.execute(db)
  await sql`checkpoint`.execute(db)
  const times: number[] = []
  const queue = event.tickets.values()
  const started = performance.now()
  const until = started + SECONDS * 1000
  await Promise.all(
    Array.from({ length: phones }, async () => {
      const device = crypto.randomUUID()
      while (performance.now() < until) {
        const ticket = queue.next().value
        // The shift ends early if all tickets are checked in.
        if (!ticket) return
        const before = performance.now()
        insist(await attempt(event, ticket, device), 'a valid ticket was refused')
        times.push(performance.now() - before)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  countOperations(times.length)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from tickets where event_id = ${event.eventId} and checked_in_at is not null`.execute(
    db,
  )
  insist(rows[0]?.count === times.length, 'some tickets with an accepted scan are not checked in')
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) }
}

/** One shift yields three figures, so each side is measured once for all of them. */
async function compare(phones: number, goals: Shift): Promise<Figure[]> {
  const shifts: { own: Shift; other: Shift }[] = []
  for (let round = 0; round < sized(5, 2); round++) {
    const isFirst = round % 2 === 0
    const one = await work(isFirst ? ours : peer, phones)
    const two = await work(isFirst ? peer : ours, phones)
    // The first round warms up.
    if (round > 0) shifts.push(isFirst ? { own: one, other: two } : { own: two, other: one })
  }
  return (['perSecond', 'p50', 'p99'] as const).map((key) => {
    const middle = (side: 'own' | 'other') => median(shifts.map((shift) => shift[side][key]))
    console.log(
      `  ${phones} phones ${key}: ours ${middle('own').toFixed(2)} peer ${middle('other').toFixed(2)}`,
    )
    return {
      name: `check-in ${phones} ${phones === 1 ? 'phone' : 'phones'} ${key}`,
      goal: goals[key],
      direction: key === 'perSecond' ? 'min' : 'max',
      ratios: shifts.map(({ own, other }) => own[key] / other[key]),
    }
  })
}

/** Returns the milliseconds until the full list has arrived. */
async function openList(event: CheckInData): Promise<number> {
  const before = performance.now()
  const list = await openCheckIn({ db, caller: event.checkInStaff }, event)
  insist(JSON.stringify(list).length > event.tickets.length * 100, 'the list is short')
  return performance.now() - before
}

try {
  const figures: Figure[] = []
  for (const phones of [1, 16]) figures.push(...(await compare(phones, { perSecond: 1 / 3, p50: 3, p99: 3 })))
  const small = await insertEvent(db, { tickets: LISTS.small, perOrder: 2 })
  const large = await insertEvent(db, { tickets: LISTS.large, perOrder: 2 })
  await sql`analyze`.execute(db)
  for (const event of [small, large, small, large]) await openList(event)
  figures.push(
    await alternate({
      name: 'check-in list of 20,000 tickets, to one of 2,000',
      goal: 12,
      direction: 'max',
      ours: () => openList(large),
      peer: () => openList(small),
      rounds: 8,
    }),
  )
  conclude(figures)
} finally {
  await pool.end()
  await db.destroy()
  await server.stop()
}
