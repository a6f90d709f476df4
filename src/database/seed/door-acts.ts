import { sql } from 'kysely'
import type { Transaction } from '../connect'

/** Whoever has come in was scanned by somebody: the acts of the doors for what stands in the tickets. */
export async function seedDoorActs(trx: Transaction): Promise<void> {
  await sql`
    insert into check_ins (nonce, event_id, ticket_id, outcome, counted, told_in, scanned_at, received_at, door, device_id, by_id)
    select md5(k.id::text)::uuid, k.event_id, k.id, 'in', 1, true, k.checked_in_at, k.checked_in_at, 'Front',
      md5(k.event_id::text)::uuid, e.organizer_id
    from tickets k join events e on e.id = k.event_id where k.checked_in_at is not null`.execute(trx)
}
