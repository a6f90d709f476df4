import type { Currency } from '~/lib/currency'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isOpen } from './get-dispute'

export interface UndecidedDispute {
  id: string
  orderId: string
  /**
   * The organizer's share of the amount that the bank holds, as posted in the ledger. 0 for an inquiry, which takes
   * no money.
   */
  heldCents: number
  canRespond: boolean
  dueBy: Date | null
  timezone: string
  currency: Currency
}

/** Lists the disputes about an organizer's events that the banks have not decided yet, the next deadline first. */
export async function listUndecidedDisputes(db: Database, organizerId: string): Promise<UndecidedDispute[]> {
  const { rows } = await sql<UndecidedDispute>`
    select d.id, o.id as "orderId", ${isOpen} as "canRespond", d.due_by as "dueBy", e.timezone, e.currency,
      (case when d.is_inquiry then 0 else d.amount_cents - prorate(o.fee_cents, d.amount_cents, o.total_cents) end)::float8 as "heldCents"
    from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id join events e on e.id = o.event_id
    where e.organizer_id = ${organizerId} and d.status in ('open', 'under_review') order by d.due_by nulls last, d.id`.execute(
    db,
  )
  return rows
}
