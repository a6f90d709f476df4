import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Json } from '~/database/schema'
import { insertRows } from './insert-rows'
import { seedId } from './random'

type Happened = {
  user_id: string
  kind: string
  actor_id: string | null
  subject_id: string
  facts: Json
  created_at: Date
  waits: boolean
}

/** Seeds each person's notifications for the last weeks, derived from the other tables. */
export async function seedNotifications(trx: Transaction, now: Date): Promise<void> {
  const { rows } = await sql<Happened>`
    select c.connected_user_id as user_id, 'connection_request' as kind, c.user_id as actor_id, c.id as subject_id,
      jsonb_strip_nulls(jsonb_build_object('note', c.note)) as facts, c.created_at, true as waits
    from connections c where c.status = 'pending'
    union all
    select c.user_id, 'connection_accepted', c.connected_user_id, c.id, '{}'::jsonb, c.answered_at, false
    from connections c where c.status = 'accepted' and c.answered_at > ${now}::timestamptz - interval '60 days'
    union all
    select b.awaiting_id, case when b.steps = 1 then 'booking_request' else 'booking_offer' end,
      case when b.awaiting_id = b.dj_id then b.client_id else b.dj_id end, b.id,
      jsonb_strip_nulls(jsonb_build_object('title', coalesce(e.title, b.event_type), 'location', b.location,
        'timezone', b.timezone, 'startsAt', to_json(b.event_date), 'endsAt', to_json(b.ends_at), 'feeCents', b.fee_cents, 'currency', b.currency,
        'youPlay', b.awaiting_id = b.dj_id)), b.updated_at, true
    from bookings b left join events e on e.id = b.event_id where b.awaiting_id is not null
    union all
    select side.user_id, 'booking_completed', null, b.id,
      jsonb_strip_nulls(jsonb_build_object('title', coalesce(e.title, b.event_type), 'location', b.location,
        'timezone', b.timezone, 'startsAt', to_json(b.event_date))), b.completed_at, true
    from bookings b left join events e on e.id = b.event_id
      cross join lateral (values (b.client_id), (b.dj_id)) side (user_id)
    where b.status = 'completed' and b.ends_at > ${now}::timestamptz - interval '14 days'
      and not exists (select from reviews r where r.booking_id = b.id and r.author_id = side.user_id)
    union all
    select i.user_id, 'room_invitation', i.invited_by, i.room_id, jsonb_build_object('title', r.name), i.created_at, true
    from chat_room_invitations i join chat_rooms r on r.id = i.room_id
    union all
    select m.user_id, 'room_request', q.user_id, q.room_id, jsonb_build_object('title', r.name), q.created_at, true
    from chat_join_requests q join chat_rooms r on r.id = q.room_id
      join chat_room_members m on m.room_id = r.id and m.role = 'admin'
    union all
    select p.person_id, 'event_' || p.relation, p.added_by, e.id, jsonb_build_object('title', e.title), p.created_at, false
    from event_people p join events e on e.id = p.event_id
    where exists (select from user_roles u where u.user_id = p.person_id and u.role <> 'customer')
      and p.created_at > ${now}::timestamptz - interval '60 days'
    order by created_at, subject_id, user_id`.execute(trx)
  await insertRows(
    trx,
    'notifications',
    rows.map(({ waits, ...row }, n) => ({
      id: seedId('notice', n),
      ...row,
      // Notifications that still need an answer are unread; all others are read and settled.
      read_at: waits ? null : row.created_at,
      settled_at: waits ? null : row.created_at,
      emailed_at: row.created_at,
    })),
  )
}
