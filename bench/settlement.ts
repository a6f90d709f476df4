import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { FLAT_DEAL } from '~/features/bookings/rules/deal'
import { acceptSettlement } from '~/features/settlements/server/settlement/accept-settlement'
import { getSettlement } from '~/features/settlements/server/settlement/get-settlement'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { EVENT, fillEvent, ORGANIZER } from './harness/event'
import { measureGrowth } from './harness/growth'
import { sizeArgument } from './harness/quick'
import { insist } from './harness/sale'

// fillEvent places the event fifteen days after this time, so the event was five days ago.
const soldUntil = new Date(Date.now() - 20 * 86_400_000)
/** The two DJs, whose accounts fillEvent created as those of ticket buyers. */
const DJS = ['00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000003'] as const
/** Every 50th order was refunded, and every 500th payment is disputed. */
const [REFUNDED, DISPUTED] = [50, 500]
const PARTS = 50

const createContext = (db: Database, id: string) => ({
  db,
  caller: {
    id,
    sessionId: id,
    fullName: 'Ilse Brandt',
    email: 'p1@event.example',
    isEmailVerified: true,
    avatarUrl: null,
    roles: ['user' as const],
  } satisfies Caller,
  now: () => new Date(),
  log: createLog({ level: 'warn' }),
  jobs: { enqueue: async () => {} },
  live: { publish: () => {} },
})

/** Posts everything with the functions of the product: sales, fees, refunds and disputes. */
async function fillBooks(db: Database): Promise<void> {
  await sql`
    insert into payments (order_id, provider, provider_reference, status, amount_cents, created_at, settled_at)
    select id, 'sandbox', id::text, 'approved', total_cents, confirmed_at, confirmed_at from orders`.execute(
    db,
  )
  await sql`select post_sales(array_agg(id)) from orders`.execute(db)
  const isEach = (every: number, rest: number) =>
    sql`right(order_id::text, 12)::integer % ${every}::integer = ${rest}`
  // Posts the fees in parts, as the product does. Within a statement, each fee leaves an old version of the row with
  // the day's totals, and the next fee has to read past all of these.
  for (let part = 0; part < PARTS; part += 1)
    await sql`
      select post_provider_fees('sandbox', 'organizer', array_agg('bench_' || id), array_agg('provider_fee'::text),
        array_agg(provider_reference), array_agg(50::bigint)) from payments where ${isEach(PARTS, part)}`.execute(
      db,
    )
  await sql`
    select refund_tickets(order_id, null, 'holder', false) from payments where ${isEach(REFUNDED, 1)} order by order_id`.execute(
    db,
  )
  await sql`
    insert into disputes (id, payment_id, amount_cents, reason, status, due_by, opened_at)
    select 'dp_' || id, id, amount_cents, 'fraudulent', 'open', now() + interval '9 days', now() from payments
    where ${isEach(DISPUTED, 2)}`.execute(db)
}

/** Books both DJs. The organizer and the first DJ accept the settlement. */
async function book(db: Database): Promise<void> {
  const deals = [
    { kind: 'guarantee', basisPoints: 6000, costs: [{ label: 'Hotel', cents: 4_000 }] },
    { kind: 'percentage', basisPoints: 1500 },
  ]
  for (const [index, deal] of deals.entries())
    await sql`
      insert into bookings (client_id, dj_id, event_id, event_date, ends_at, event_type, location, fee_cents, deal, status)
      select ${ORGANIZER}, ${DJS[index]}, id, event_date, event_date + interval '2 hours', event_type, location, 5000,
        ${JSON.stringify({ ...FLAT_DEAL, ...deal })}::jsonb, 'confirmed' from events`.execute(db)
  await sql`vacuum analyze`.execute(db)
  for (const id of [ORGANIZER, DJS[0]]) {
    const { digest } = await getSettlement(createContext(db, id), EVENT)
    await acceptSettlement(createContext(db, id), { eventId: EVENT, digest })
  }
}

/** Returns a database whose transactions all run inside `trx`. */
function createNested(trx: Transaction): Database {
  const nested = new Proxy(trx, {
    get(target, name) {
      if (name === 'transaction')
        return () => ({ execute: <T>(run: (inner: Transaction) => Promise<T>) => run(trx) })
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return nested
}

/** The second DJ accepts, which settles the event and posts its transfers. All changes are rolled back. */
async function settle(db: Database, digest: string): Promise<void> {
  const trx = await db.startTransaction().execute()
  try {
    const { state, transfers } = await acceptSettlement(createContext(createNested(trx), DJS[1]), {
      eventId: EVENT,
      digest,
    })
    // Runs the deferred triggers that post the transfers, as a commit would.
    await sql`set constraints all immediate`.execute(trx)
    insist(state === 'accepted' && transfers.length === 3, `${state} with ${transfers.length} transfers`)
  } finally {
    await trx.rollback().execute()
  }
}

await measureGrowth({
  name: 'settlement',
  small: 2_000,
  large: sizeArgument(20_000, 2_000),
  things: 'sold tickets of one event',
  goal: 1.5,
  fill: async (db: Database, size: number) => {
    await fillEvent(db, size, soldUntil)
    await fillBooks(db)
    await book(db)
    const { state, digest, counts, income, balanceCents } = await getSettlement(
      createContext(db, ORGANIZER),
      EVENT,
    )
    const sold = income.reduce((sum, { tickets }) => sum + tickets, 0)
    const orders = size / 2
    insist(state === 'ready' && sold === size, `${state} with ${sold} sold tickets`)
    insist(counts.sales === orders && counts.fees === orders, `${counts.sales} sales, ${counts.fees} fees`)
    insist(counts.refunds === orders / REFUNDED, `${counts.refunds} refunds`)
    insist(counts.disputes === orders / DISPUTED, `${counts.disputes} disputes`)
    const { rows } = await sql<{ cents: number }>`
      select (-sum(amount))::float8 as cents from ledger_entries where account = 'organizer'`.execute(db)
    insist(balanceCents === rows[0]?.cents, `the balance is ${balanceCents}`)
    return { db, digest }
  },
  calls: 100,
  readings: {
    sheet: async ({ db, digest }) => {
      const found = await getSettlement(createContext(db, DJS[1]), EVENT)
      insist(found.digest === digest, 'the figures changed')
    },
    'last acceptance': ({ db, digest }) => settle(db, digest),
  },
})
