import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'

/**
 * Creates an event with a ticket type and a promo code to change, and one of each to remove. Returns the input for the
 * calls on ticket types and promo codes, keyed by call name; `count` makes each one unique.
 */
export async function insertOwnEvent(
  db: Database,
  organizerId: string,
): Promise<(call: string, count: number) => Record<string, unknown>> {
  const [event, type, spareType, promo, sparePromo] = [newId(), newId(), newId(), newId(), newId()]
  await sql`insert into events (id, title, event_type, event_date, location, venue_name, organizer_id)
    values (${event}, 'A Night to Edit', 'club_night', now() + interval '30 days', 'Leeds', 'Carriage Works', ${organizerId})`.execute(
    db,
  )
  await sql`insert into ticket_types (id, event_id, name, price_cents, quantity_total)
    values (${type}, ${event}, 'Early', 1200, 9), (${spareType}, ${event}, 'Late', 1600, 9)`.execute(db)
  await sql`insert into promo_codes (id, event_id, code, percent)
    values (${promo}, ${event}, 'LEEDSCREW', 20), (${sparePromo}, ${event}, 'SPARE', 20)`.execute(db)
  return (call, count) => {
    const isRemoving = call.endsWith('.remove')
    if (call.startsWith('orders.types.'))
      return {
        eventId: event,
        id: isRemoving ? spareType : type,
        typeId: newId(),
        accessCode: `C-${count}`,
        changes: { stock: 20, priceCents: count },
      }
    if (call.startsWith('orders.promo.'))
      return {
        eventId: event,
        id: isRemoving ? sparePromo : promo,
        code: `P-${count}`,
        percent: 5,
        amountCents: null,
        changes: { useLimit: count },
      }
    return {}
  }
}
