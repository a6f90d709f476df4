import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { listUndecidedDisputes } from '~/features/orders/server/public'
import type { overview } from '../../contract'
import { OWED_ACCOUNT } from '../../rules/statement-line'
import type { OrganizerReads } from '../context'

type Overview = z.input<typeof overview>

/** Returns what an organizer is owed. No event is settled yet, so everything is held. */
export async function getOverview({ db, organizerId }: OrganizerReads): Promise<Overview> {
  const { rows: events } = await sql<Overview['events'][number]>`
    select e.id, e.title, e.event_date as "startsAt", e.timezone, e.is_date_open as "isDateOpen", s.cents
    from events e cross join lateral (
      select (-sum(d.amount))::float8 as cents from ledger_days d where d.event_id = e.id and d.account = ${OWED_ACCOUNT}
    ) s
    where e.organizer_id = ${organizerId} and s.cents is not null order by e.event_date desc, e.id`.execute(
    db,
  )
  const balanceCents = events.reduce((sum, { cents }) => sum + cents, 0)
  const heldCents = balanceCents
  return {
    nextPayoutCents: balanceCents - heldCents,
    heldCents,
    balanceCents,
    dispute: await getDisputeSummary(db, organizerId),
    events,
  }
}

async function getDisputeSummary(db: Database, organizerId: string): Promise<Overview['dispute']> {
  const disputes = await listUndecidedDisputes(db, organizerId)
  const open = disputes.filter(({ canRespond }) => canRespond)
  const [next] = open
  return {
    heldCents: disputes.reduce((sum, { heldCents }) => sum + heldCents, 0),
    open: open.length,
    next: next ? { id: next.id, dueBy: next.dueBy, timezone: next.timezone } : null,
  }
}
