import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { listUndecidedDisputes } from '~/features/orders/server/public'
import type { overview } from '../../contract'
import type { PersonReads } from '../context'
import { selectOwedDays } from './owed-entries'

type Overview = z.input<typeof overview>

/** Returns the amounts that a person is owed: held until their events are settled, and settled but not sent yet. */
export async function getOverview({ db, personId }: PersonReads): Promise<Overview> {
  const { rows: events } = await sql<Overview['events'][number]>`
    select e.id, e.title, e.event_date as "startsAt", e.timezone, e.is_date_open as "isDateOpen", x.cents, x."heldCents"
    from (
      select d.event_id, (-sum(d.amount))::float8 as cents,
        (-coalesce(sum(d.amount) filter (where d.account = 'organizer'), 0))::float8 as "heldCents"
      from ${selectOwedDays(personId)} d group by 1
    ) x join events e on e.id = x.event_id order by e.event_date desc, e.id`.execute(db)
  const balanceCents = events.reduce((sum, { cents }) => sum + cents, 0)
  const held = events.reduce((sum, { heldCents }) => sum + heldCents, 0)
  return {
    nextPayoutCents: balanceCents - held,
    heldCents: held,
    balanceCents,
    dispute: await getDisputeSummary(db, personId),
    events,
  }
}

async function getDisputeSummary(db: Database, personId: string): Promise<Overview['dispute']> {
  const disputes = await listUndecidedDisputes(db, personId)
  const open = disputes.filter(({ canRespond }) => canRespond)
  const [next] = open
  return {
    heldCents: disputes.reduce((sum, { heldCents }) => sum + heldCents, 0),
    open: open.length,
    next: next ? { id: next.id, dueBy: next.dueBy, timezone: next.timezone } : null,
  }
}
