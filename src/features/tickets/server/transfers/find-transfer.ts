import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { hashTransferToken } from './transfer-token'

export interface OfferedTicket {
  ticketId: string
  fromId: string
  fromName: string
  toEmail: string
  hasAccount: boolean
  ticketTypeName: string
  eventId: string
  eventTitle: string
  eventType: string
  startsAt: Date
  timezone: string
  venueName: string
  location: string
  imageUrl: string | null
}

/**
 * Finds the ticket of a pending transfer, by the token of its link or by its id; undefined when it was accepted,
 * withdrawn or refunded, or no longer belongs to the sender.
 */
export async function findTransfer(
  db: Database,
  by: { token: string } | { id: string },
): Promise<OfferedTicket | undefined> {
  const isMatch =
    'token' in by ? sql`x.token_hash = ${hashTransferToken(by.token)}` : sql`x.id = ${by.id}::uuid`
  const { rows } = await sql<OfferedTicket>`
    select k.id as "ticketId", x.from_id as "fromId", p.display_name as "fromName", x.to_email as "toEmail",
      exists (select from accounts a where a.email = x.to_email and a.email_verified_at is not null) as "hasAccount",
      t.name as "ticketTypeName", e.id as "eventId", e.title as "eventTitle", e.event_type as "eventType",
      e.event_date as "startsAt", e.timezone, e.venue_name as "venueName", e.location, e.featured_image_url as "imageUrl"
    from ticket_transfers x join tickets k on k.id = x.ticket_id join ticket_types t on t.id = k.ticket_type_id
      join events e on e.id = k.event_id join profiles p on p.id = x.from_id
    where ${isMatch} and x.status = 'pending' and k.status = 'valid' and k.checked_in_at is null
      and k.customer_id = x.from_id`.execute(db)
  return rows[0]
}

/**
 * Returns the email address of a pending transfer. Only this mailbox has the token, so the token verifies the address.
 */
export async function findTransferEmail(db: Database, token: string): Promise<string | undefined> {
  return (await findTransfer(db, { token }))?.toEmail
}
