import { sql } from 'kysely'
import type { z } from 'zod'
import { listUndecidedDisputes } from '~/features/orders/server/public'
import type { overview } from '../../contract'
import type { PersonReads } from '../context'
import { selectOwedDays } from './statement-queries'

type Overview = z.input<typeof overview>

/** Returns the amounts that a person is owed in each currency: held until their events are settled, and settled but not sent yet. */
export async function getOverview({ db, personId }: PersonReads): Promise<Overview> {
  const { rows: events } = await sql<Overview['events'][number]>`
    select e.id, e.title, e.event_date as "startsAt", e.timezone, e.is_date_open as "isDateOpen", e.currency, x.cents, x."heldCents"
    from (
      select d.event_id, (-sum(d.amount))::float8 as cents,
        (-coalesce(sum(d.amount) filter (where d.account = 'organizer'), 0))::float8 as "heldCents"
      from ${selectOwedDays(personId)} d group by 1
    ) x join events e on e.id = x.event_id order by e.event_date desc, e.id`.execute(db)
  const disputes = await listUndecidedDisputes(db, personId)
  const currencies = new Set([...events, ...disputes].map(({ currency }) => currency))
  if (currencies.size === 0) currencies.add('USD')
  const open = disputes.filter(({ canRespond }) => canRespond)
  const [next] = open
  return {
    balances: [...currencies].map((currency) => {
      const own = events.filter((event) => event.currency === currency)
      const balanceCents = sumUp(own.map(({ cents }) => cents))
      const heldCents = sumUp(own.map((event) => event.heldCents))
      const held = disputes.filter((dispute) => dispute.currency === currency)
      return {
        currency,
        nextPayoutCents: balanceCents - heldCents,
        heldCents,
        balanceCents,
        disputedCents: sumUp(held.map((dispute) => dispute.heldCents)),
      }
    }),
    dispute: {
      open: open.length,
      next: next ? { id: next.id, dueBy: next.dueBy, timezone: next.timezone } : null,
    },
    events,
  }
}

const sumUp = (amounts: readonly number[]): number => amounts.reduce((sum, cents) => sum + cents, 0)
