import { sql } from 'kysely'
import { enqueueWebhooks } from '~/database/enqueue-webhooks'
import type { Transaction } from '~/database/connect'

export type AnnouncedChange = 'event.published' | 'event.changed' | 'event.cancelled'

/** Announces a change of an event to the webhooks of its organizer, after the change and in its transaction. */
export function announceEvent(trx: Transaction, id: string, kind: AnnouncedChange): Promise<void> {
  return enqueueWebhooks(
    trx,
    kind,
    sql`
      select e.organizer_id as user_id, jsonb_build_object('eventId', e.id, 'state', e.event_status, 'version', e.version,
        'startsAt', iso_moment(e.event_date), 'endsAt', iso_moment(e.ends_at), 'changedAt', iso_moment(e.updated_at)) as data
      from events e where e.id = ${id}::uuid`,
  )
}
