import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'

/**
 * Undoes all check-ins of an event that the caller has locked, tickets and guests. Refused scans are cleared too, so
 * that a late undo from an offline device can't check someone in. Locks all tickets and guests of the event, so that
 * a concurrent scan is either undone or refused. Don't lock a ticket type after this call.
 */
export async function undoCheckIns(
  trx: Transaction,
  { eventId, byId }: { eventId: string; byId: string },
): Promise<void> {
  await sql`select from tickets where event_id = ${eventId} order by id for no key update`.execute(trx)
  await sql`select from guests where event_id = ${eventId} order by id for no key update`.execute(trx)
  await sql`
    update check_ins c set undone_at = x.at, undone_by = ${byId}, counted = 0, changed_in = pg_current_xact_id()
    from (
      -- After everything that is there: an act may be dated a little ahead of the clock.
      select nonce, greatest(clock_timestamp(), max(scanned_at) over (partition by ticket_id, guest_id)) as at
      from check_ins where event_id = ${eventId}
    ) x where c.nonce = x.nonce and c.event_id = ${eventId} and c.outcome <> 'refused' and c.undone_at is null`.execute(
    trx,
  )
  await sql`update tickets set checked_in_at = null where event_id = ${eventId} and checked_in_at is not null`.execute(
    trx,
  )
  await sql`update guests set arrived = 0, arrived_at = null where event_id = ${eventId} and arrived > 0`.execute(
    trx,
  )
  await sql`delete from check_in_quarters where event_id = ${eventId}`.execute(trx)
}
