import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { CheckInGuest, CheckInTicket } from '../contract'

/** Returns SQL for the first bytes of a SHA-256 as base64url. */
const getHashSql = (text: RawBuilder<unknown>, bytes: number) =>
  sql`translate(rtrim(encode(substring(sha256(convert_to(${text}, 'UTF8')) from 1 for ${sql.lit(bytes)}), 'base64'), '='), '+/', '-_')`

/**
 * Returns the position of a read, with which later changes can be requested. The position is the oldest transaction
 * that is still running. Every row stores the transaction that wrote it, so all rows that the read could not see have
 * this transaction or a later one. A timestamp would not work, since a row becomes visible at its commit, however
 * long after it was written; an event counter would serialize every sale. Rows may arrive twice. `isAhead`: `since`
 * comes from another database or is malformed.
 */
export async function getReadPosition(db: Database, since = ''): Promise<{ seq: string; isAhead: boolean }> {
  const { rows } = await sql<{ seq: string; next: string }>`
    select pg_snapshot_xmin(x)::text as seq, pg_snapshot_xmax(x)::text as next from pg_current_snapshot() x`.execute(
    db,
  )
  const { seq, next } = rows[0] ?? { seq: '0', next: '0' }
  return { seq, isAhead: !/^\d{1,19}$/u.test(since) || BigInt(since) > BigInt(next) }
}

interface Row {
  id: string
  number: string
  hash: string
  old_hashes: string[] | null
  name: string
  type: string
  group: string
  position: number
  count: number
  status: 'valid' | 'refunded' | 'cancelled'
  checked_in_at: Date | null
  entrance: string | null
  checked_in_by: string | null
  check_in_nonce: string | null
}

/** Returns all tickets of an event, or only those that changed after the position `since`. */
export async function listTickets(db: Database, eventId: string, since?: string): Promise<CheckInTicket[]> {
  const changed =
    since === undefined
      ? sql``
      : sql`changed as materialized (
          select id from tickets where event_id = ${eventId} and changed_in >= ${since}::xid8
          union select ticket_id from check_ins where event_id = ${eventId} and changed_in >= ${since}::xid8 and ticket_id is not null
        ),`
  const condition =
    since === undefined
      ? sql`k.event_id = ${eventId}`
      : sql`k.order_id in (select order_id from tickets where id in (select id from changed))`
  const { rows } = await sql<Row>`
    with ${changed} placed as (
      select k.*, t.name as type, count(*) over (partition by k.order_id)::integer as count,
        (row_number() over (partition by k.order_id order by t.sort_order, k.id))::integer as position
      from tickets k join ticket_types t on t.id = k.ticket_type_id where ${condition}
    )
    select k.id, k.ticket_number as number, ${getHashSql(sql`k.secret::text`, 16)} as hash,
      (select array_agg(${getHashSql(sql`f.old_secret::text`, 16)}) from ticket_transfers f where f.ticket_id = k.id and f.old_secret is not null)
        as old_hashes,
      coalesce(k.holder_name, o.buyer_name) as name, k.type, ${getHashSql(sql`k.order_id || ':' || coalesce(k.customer_id::text, '')`, 6)} as group,
      k.position, k.count, k.status, c.scanned_at as checked_in_at, c.entrance, p.display_name as checked_in_by,
      c.nonce as check_in_nonce
    from placed k join orders o on o.id = k.order_id
      left join check_ins c on c.ticket_id = k.id and c.outcome = 'checked_in' and c.undone_at is null left join profiles p on p.id = c.by_id
    ${since === undefined ? sql`` : sql`where k.id in (select id from changed)`}
    order by k.id`.execute(db)
  return rows.map(toTicket)
}

function toTicket(row: Row): CheckInTicket {
  const { id, number, hash, name, type, group, position, count } = row
  return {
    id,
    number,
    hash,
    name,
    type,
    group,
    position,
    count,
    ...(row.old_hashes ? { oldHashes: row.old_hashes } : {}),
    ...(row.status === 'valid' ? {} : { status: row.status }),
    ...(row.checked_in_at === null
      ? {}
      : {
          checkedInAt: row.checked_in_at.toISOString(),
          entrance: row.entrance ?? '',
          checkedInBy: row.checked_in_by ?? '',
          ...(row.check_in_nonce === null ? {} : { checkInNonce: row.check_in_nonce }),
        }),
  }
}

/** Returns the guest list and a tag that changes whenever the list does. */
export async function listGuests(
  db: Database,
  eventId: string,
): Promise<{ guests: CheckInGuest[]; tag: string }> {
  const { rows: guests } = await sql<CheckInGuest>`
    select g.id, g.name, g.guest_of as "guestOf", 1 + g.plus_ones as size, g.arrived, iso_moment(g.arrived_at) as "arrivedAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('nonce', c.nonce, 'people', c.counted, 'at', iso_moment(c.scanned_at), 'entrance', c.entrance,
          'by', coalesce(p.display_name, '')) order by c.scanned_at, c.nonce)
        from check_ins c left join profiles p on p.id = c.by_id where c.guest_id = g.id and c.counted > 0), '[]') as "checkIns"
    from guests g where g.event_id = ${eventId} order by lower(g.name), g.id`.execute(db)
  return {
    guests,
    tag: createHash('sha256').update(JSON.stringify(guests)).digest('base64url').slice(0, 16),
  }
}
