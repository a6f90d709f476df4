import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { SESSION_COOKIE, sealSessionId } from '~/features/identity/server/sessions/session-cookie'
import { newId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { SECRET } from './processes'

export interface Sale {
  eventId: string
  ticketTypeId: string
}

export async function openSale(
  db: Database,
  { stock, priceCents }: { stock: number; priceCents: number },
): Promise<Sale> {
  const eventId = newId()
  const ticketTypeId = newId()
  await db
    .insertInto('events')
    .values({
      id: eventId,
      title: 'On sale now',
      event_type: 'club_night',
      event_date: new Date(Date.now() + 7 * 24 * 60 * 60 * 1000),
      event_status: 'published',
      location: 'Leeds',
      venue_name: 'Carriage Works',
    })
    .execute()
  await db
    .insertInto('ticket_types')
    .values({
      id: ticketTypeId,
      event_id: eventId,
      name: 'General Admission',
      price_cents: priceCents,
      quantity_total: stock,
    })
    .execute()
  return { eventId, ticketTypeId }
}

export interface Buyer {
  caller: Caller
  /** Cookie header of a valid session. */
  cookie: string
}

export async function insertBuyers(db: Database, count: number): Promise<Buyer[]> {
  const { rows } = await sql<{ id: string; email: string; session: string }>`
    with made as (
      insert into accounts (email, email_verified_at)
      select 'buyer-' || gen_random_uuid() || '@bench.example', now() from generate_series(1, ${count}) returning id, email
    ), people as (
      insert into profiles (id, full_name, email) select id, 'A Buyer', email from made returning id
    ), roles as (
      insert into user_roles (user_id, role) select id, 'customer' from people
    ), opened as (
      insert into sessions (user_id, expires_at) select id, now() + interval '1 day' from made returning id, user_id
    )
    select made.id, made.email, opened.id as session from made join opened on opened.user_id = made.id`.execute(
    db,
  )
  return rows.map(({ id, email, session }) => ({
    caller: {
      id,
      email,
      sessionId: session,
      fullName: 'A Buyer',
      isEmailVerified: true,
      avatarUrl: null,
      roles: ['customer'],
    },
    cookie: `${SESSION_COOKIE}=${sealSessionId(session, SECRET)}`,
  }))
}

/** Returns the tickets taken (sold and held) of a ticket type. Throws when its orders and its counters disagree. */
export async function countSoldSeats(db: Database, { ticketTypeId }: Sale): Promise<number> {
  const { rows } = await sql<{
    held: number
    sold: number
    reserved: number
    confirmed: number
    seats: number
  }>`
    select t.quantity_held as held, t.quantity_sold as sold,
      coalesce(sum(i.quantity) filter (where o.status = 'reserved'), 0) as reserved,
      coalesce(sum(i.quantity) filter (where o.status = 'confirmed'), 0) as confirmed,
      (select count(*) from tickets k where k.ticket_type_id = t.id) as seats
    from ticket_types t
    left join order_items i on i.ticket_type_id = t.id
    left join orders o on o.id = i.order_id
    where t.id = ${ticketTypeId} group by t.id`.execute(db)
  const [count] = rows
  if (!count) throw new Error('the ticket type was not found')
  if (count.held !== count.reserved || count.sold !== count.confirmed || count.sold !== count.seats)
    throw new Error(`stock and orders differ: ${JSON.stringify(count)}`)
  return count.held + count.sold
}

export function insist(isTrue: boolean, words: string): void {
  if (!isTrue) throw new Error(words)
}

export async function countSold(db: Database, { ticketTypeId }: Sale): Promise<number> {
  const row = await db
    .selectFrom('ticket_types')
    .select('quantity_sold')
    .where('id', '=', ticketTypeId)
    .executeTakeFirstOrThrow()
  return row.quantity_sold
}
