import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isOpen } from './get-dispute'

export interface OpenDisputeSummary {
  /** What banks hold until they decide. An inquiry has taken no money. */
  heldCents: number
  /** Disputes that can still be answered. */
  open: number
  /** The one whose answer is due first. */
  next: { id: string; dueBy: Date | null; timezone: string } | null
}

/** Sums up the undecided disputes about the events of an organizer. */
export async function getOpenDisputeSummary(db: Database, organizerId: string): Promise<OpenDisputeSummary> {
  const { rows } = await sql<{
    cents: number
    canRespond: boolean
    id: string
    dueBy: Date | null
    timezone: string
  }>`
    select case when d.is_inquiry then 0 else d.amount_cents end as cents, ${isOpen} as "canRespond", d.id, d.due_by as "dueBy",
      e.timezone
    from events e join orders o on o.event_id = e.id join payments p on p.order_id = o.id join disputes d on d.payment_id = p.id
    where e.organizer_id = ${organizerId} and d.status in ('open', 'under_review') order by d.due_by nulls last, d.id`.execute(
    db,
  )
  const open = rows.filter(({ canRespond }) => canRespond)
  const [next] = open
  return {
    heldCents: rows.reduce((sum, { cents }) => sum + cents, 0),
    open: open.length,
    next: next ? { id: next.id, dueBy: next.dueBy, timezone: next.timezone } : null,
  }
}
