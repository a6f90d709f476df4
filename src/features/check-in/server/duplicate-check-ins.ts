import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { getOwnEvent } from '~/features/events/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { DuplicateCheckIn } from '../contract'
import type { Context } from './context'

type Reader = Pick<Context, 'db' | 'caller'>

// The most duplicates listed for one event: far more than any event has, and few enough for a phone.
const MAX_DUPLICATES = 2000

/**
 * Returns admissions that do not count, latest first: of people who were checked in elsewhere while a phone was
 * offline, or whose ticket had become invalid by then.
 */
export async function listDuplicates(
  db: Database | Transaction,
  { eventId, onlyUnseen, limit }: { eventId: string; onlyUnseen: boolean; limit: number },
): Promise<DuplicateCheckIn[]> {
  const { rows } = await sql<DuplicateCheckIn>`
    select c.nonce, c.ticket_id as "ticketId", c.guest_id as "guestId", coalesce(k.holder_name, o.buyer_name, g.name) as name,
      k.ticket_number as number, t.name as type, coalesce(c.refusal, 'duplicate') as reason, c.people - c.counted as people, c.seen_at is not null as "isSeen",
      (select jsonb_agg(jsonb_build_object('nonce', s.nonce, 'at', iso_moment(s.scanned_at), 'entrance', s.entrance,
          'by', coalesce(p.display_name, ''), 'isCounted', s.counted > 0) order by s.scanned_at, s.nonce)
        from (
          select x.* from check_ins x where x.ticket_id = c.ticket_id
          union all select x.* from check_ins x where x.guest_id = c.guest_id
        ) s left join profiles p on p.id = s.by_id
        where s.undone_at is null and (s.counted > 0 or s.shown_in)) as scans
    from check_ins c left join tickets k on k.id = c.ticket_id left join orders o on o.id = k.order_id
      left join ticket_types t on t.id = k.ticket_type_id left join guests g on g.id = c.guest_id
    where c.event_id = ${eventId} and c.shown_in and c.counted < c.people and c.undone_at is null and c.outcome <> 'admitted'
      ${onlyUnseen ? sql`and c.seen_at is null` : sql``}
    order by c.received_at desc, c.nonce limit ${limit}`.execute(db)
  return rows
}

/** Returns all duplicates of an event, including those that staff have marked as seen. */
export async function listAllDuplicates(
  context: Reader,
  { eventId }: { eventId: string },
): Promise<DuplicateCheckIn[]> {
  const event = await getOwnEvent(context.db, requireCaller(context), { id: eventId, act: 'check_in' })
  return listDuplicates(context.db, { eventId: event.id, onlyUnseen: false, limit: MAX_DUPLICATES })
}

/** Marks duplicates as seen and returns how many were marked. */
export async function markDuplicatesSeen(
  context: Reader & Pick<Context, 'checkIns'>,
  { eventId, nonces }: { eventId: string; nonces: readonly string[] },
): Promise<number> {
  const event = await getOwnEvent(context.db, requireCaller(context), { id: eventId, act: 'check_in' })
  const { numAffectedRows } = await sql`
    update check_ins set seen_at = coalesce(seen_at, clock_timestamp())
    where event_id = ${event.id} and nonce = any (${[...nonces]}::uuid[]) and shown_in and counted < people`.execute(
    context.db,
  )
  context.checkIns.notify(event.id)
  return Number(numAffectedRows ?? 0)
}
