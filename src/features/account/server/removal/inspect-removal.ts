import { sql } from 'kysely'
import { getEventEndSql } from '~/features/events/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { RemovalView } from '../../contract-shapes'
import { type Area, DELETED_AREAS, RETAINED_AREAS } from '../../rules/deletion-areas'
import type { Context } from '../context'
import { getAdminStatus, findBlockingEvents } from '../deletion-blockers'
import { findConfirmationMethod } from './confirm-caller'

/**
 * Returns a preview of deleting the caller's account: the data that would be deleted and kept, and everything that
 * blocks the deletion.
 */
export async function inspectRemoval(context: Pick<Context, 'caller' | 'db' | 'now'>): Promise<RemovalView> {
  const { db } = context
  const { id } = requireCaller(context)
  const now = context.now()
  const [confirmBy, events, { isLast }, counts] = await Promise.all([
    findConfirmationMethod(db, id),
    findBlockingEvents(db, id, now),
    getAdminStatus(db, id),
    countAreas(context, id),
  ])
  const listParts = (areas: readonly Area[]) =>
    areas.flatMap((area) => (counts[area] > 0 ? [{ area, count: counts[area] }] : []))
  return {
    confirmBy,
    events: events.map(({ startsAt, ...event }) => ({ ...event, startsAt: startsAt.toISOString() })),
    isLastAdmin: isLast,
    deleted: listParts(DELETED_AREAS),
    retained: listParts(RETAINED_AREAS),
  }
}

/** Each count uses the same condition as the deletion itself. */
async function countAreas(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: string,
): Promise<Record<Area, number>> {
  const id = sql`${userId}::uuid`
  const at = sql`${now()}::timestamptz`
  const { rows } = await sql<Record<Area, number>>`select
    (select count(*) from profiles where id = ${id}) as profile,
    (select count(*) from sessions where user_id = ${id} and ended_at is null and expires_at > ${at}) as sessions,
    (select count(*) from connections where ${id} in (user_id, connected_user_id)) as connections,
    (select count(*) from bookings where ${id} in (client_id, dj_id) and status in ('pending', 'confirmed')) as open_bookings,
    (select count(*) from transfers where payee_id = ${id} and status = 'requested' and amount_cents > 0) as waiting_payouts,
    (select count(*) from events e where e.organizer_id = ${id} and e.event_status = 'draft'
      and not exists (select from orders o where o.event_id = e.id)
      and not exists (select from payments p where p.event_id = e.id)) as drafts,
    (select count(*) from orders where customer_id = ${id} and status = 'reserved') as unpaid_orders,
    (select count(*) from waitlist_entries where customer_id = ${id} and status in ('waiting', 'offered')) as waitlists,
    (select count(*) from invitations where created_by = ${id} and status = 'pending') as codes,
    (select count(*) from reviews where subject_id = ${id} and published_at is not null) as reviews_of_you,
    (select count(*) from notifications where user_id = ${id}) as notices,
    (select count(*) from tickets t join events e on e.id = t.event_id where t.customer_id = ${id} and t.status = 'valid'
      and coalesce(e.ends_at, e.event_date) > ${at}) as upcoming_tickets,
    (select count(*) from orders where customer_id = ${id} and status not in ('reserved', 'expired', 'cancelled')) as orders,
    (select count(*) from bookings where ${id} in (client_id, dj_id) and status in ('completed', 'cancelled')) as past_bookings,
    (select count(*) from events e where e.organizer_id = ${id} and e.event_status <> 'draft'
      and (e.event_status not in ('published', 'postponed') or ${getEventEndSql('e')} <= ${at})) as past_events,
    (select count(*) from chat_messages where user_id = ${id}) as messages,
    (select count(*) from reviews where author_id = ${id}) as reviews_by_you,
    (select count(*) from audit_log where actor_id = ${id}) as log_entries`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query for the counts returned no row')
  return row
}
