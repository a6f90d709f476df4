import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { getOverview } from '~/features/settlements/server/statement/get-overview'
import { getStatement } from '~/features/settlements/server/statement/get-statement'
import { fillEvent, ORGANIZER } from './harness/event'
import { measureGrowth } from './harness/growth'
import { insist } from './harness/sale'
import { sizeArgument } from './harness/quick'

// The sales are spread over the sixty days before this time. At noon UTC, London has the same date in summer and
// winter, so each of these days is a different date there.
const at = new Date(new Date().setUTCHours(12, 0, 0, 0))
const OPEN_DISPUTES = 20

/**
 * Posts the sale and the fee of each order on its day. Adds disputes: some are open, and every hundredth payment was
 * disputed and the dispute won.
 */
async function fillBooks(db: Database): Promise<void> {
  await sql`
    insert into payments (order_id, provider, provider_reference, status, amount_cents, created_at, settled_at)
    select id, 'sandbox', id::text, 'approved', total_cents, confirmed_at, confirmed_at from orders`.execute(
    db,
  )
  await sql`
    with posted as (
      insert into ledger_transactions (kind, source, event_id, order_id, day, tickets, posted_at)
        select k.kind, k.kind || ':' || o.id, o.event_id, o.id, (o.confirmed_at at time zone 'Europe/London')::date, k.tickets, o.confirmed_at
        from orders o cross join (values ('sale', 2), ('provider_fee', 0)) k(kind, tickets)
        returning id, kind, event_id, order_id
    )
    insert into ledger_entries (transaction_id, account, event_id, currency, amount)
      select p.id, x.account, p.event_id, o.currency, x.amount
      from posted p join orders o on o.id = p.order_id cross join lateral (values
        ('sale', 'provider', o.total_cents), ('sale', 'organizer', -o.subtotal_cents), ('sale', 'service_fees', -o.fee_cents),
        ('provider_fee', 'organizer', 50), ('provider_fee', 'provider', -50)) x(kind, account, amount)
      where x.kind = p.kind`.execute(db)
  await sql`
    insert into disputes (id, payment_id, amount_cents, reason, status, due_by, opened_at, closed_at)
    select 'dp_' || n, id, amount_cents, 'fraudulent', status, case status when 'open' then ${at}::timestamptz + interval '9 days' end,
      created_at, case status when 'won' then created_at end
    from (
      select id, amount_cents, created_at, n, case when n <= ${OPEN_DISPUTES} then 'open' else 'won' end as status
      from (select *, row_number() over (order by id) as n from payments) p
    ) p where status = 'open' or n % 100 = 0`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function readPage(db: Database) {
  const reads = { db, personId: ORGANIZER, now: at }
  const overview = await getOverview(reads)
  return { overview, statement: await getStatement(reads, {}) }
}

await measureGrowth({
  name: 'statement',
  small: 1_000,
  large: sizeArgument(100_000, 1_000),
  things: 'orders of one organizer',
  goal: 1.5,
  fill: async (db: Database, size: number) => {
    await fillEvent(db, size * 2, at)
    await fillBooks(db)
    const { rows } = await sql<{ cents: number }>`
      select (-sum(amount))::float8 as cents from ledger_entries where account = 'organizer'`.execute(db)
    const { overview } = await readPage(db)
    insist(overview.balances[0]?.balanceCents === rows[0]?.cents, `the balance isn’t ${rows[0]?.cents}`)
    insist(overview.dispute.open === OPEN_DISPUTES, `${overview.dispute.open} disputes are open`)
    return { db }
  },
  calls: 100,
  readings: {
    'current month and overview': async ({ db }) => {
      const { overview, statement } = await readPage(db)
      const lines = statement.events.flatMap((event) => event.lines.map(({ line }) => line))
      insist(lines.join() === 'sales,fees,disputes', `the lines are ${lines.join()}`)
      insist(
        statement.closingCents === overview.balances[0]?.balanceCents,
        `it closes with ${statement.closingCents}`,
      )
    },
  },
})
