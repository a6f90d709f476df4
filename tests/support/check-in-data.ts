import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { formatTicketCode } from '~/features/tickets/rules/ticket-code'
import { insertCallers, insertSale } from './shop'
import type { CheckInRequest } from '~/features/check-in/server/store-check-ins'

export interface TestTicket {
  id: string
  secret: string
  code: string
  number: string
  orderId: string
}

export interface CheckInData {
  eventId: string
  typeId: string
  organizer: Caller
  checkInStaff: Caller
  buyer: Caller
  tickets: TestTicket[]
}

/** Creates an event that begins in an hour, with `perOrder` tickets per order and one person doing check-in. */
export async function insertEvent(
  db: Database,
  {
    tickets = 1,
    perOrder = 1,
    date = new Date(Date.now() + 3_600_000),
  }: { tickets?: number; perOrder?: number; date?: Date } = {},
): Promise<CheckInData> {
  const sale = await insertSale(db, [{ total: 1_000_000, cents: 0, name: 'General Admission' }], { date })
  const [organizer, checkInStaff, buyer] = await insertCallers(db, 3)
  if (!organizer || !checkInStaff || !buyer) throw new Error('Nobody was inserted')
  const { eventId } = sale
  const typeId = sale.types[0] ?? ''
  await sql`update events set organizer_id = ${organizer.id} where id = ${eventId}`.execute(db)
  await sql`update profiles set full_name = 'Owen Faulk' where id = ${checkInStaff.id}`.execute(db)
  await sql`insert into event_people (event_id, person_id, relation) values (${eventId}, ${checkInStaff.id}, 'check_in')`.execute(
    db,
  )
  const orders = Array.from({ length: Math.ceil(tickets / perOrder) }, newId)
  await sql`
    insert into orders (id, order_number, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points,
      fee_cents, expires_at, confirmed_at)
    select x.id, 'T-' || x.id, ${buyer.id}, ${eventId}, gen_random_uuid(), 'confirmed', 'Mara Voss', 'mara@nowhere.example', 0, 0, 0, now(), now()
    from unnest(${orders}::uuid[]) x(id)`.execute(db)
  const { rows } = await sql<TestTicket>`
    insert into tickets (order_id, event_id, ticket_type_id, customer_id)
    select (${orders}::uuid[])[1 + (n / ${perOrder}::integer)], ${eventId}, ${typeId}, ${buyer.id} from generate_series(0, ${tickets - 1}::integer) n
    returning id, secret, ticket_number as number, order_id as "orderId"`.execute(db)
  await sql`update ticket_types set quantity_sold = ${tickets} where id = ${typeId}`.execute(db)
  const made = rows.map((row) => ({ ...row, code: formatTicketCode(row.secret) }))
  return { eventId, typeId, organizer, checkInStaff, buyer, tickets: made }
}

export async function insertGuest(db: Database, eventId: string, plusOnes: number): Promise<string> {
  const id = newId()
  await sql`insert into guests (id, event_id, name, plus_ones, guest_of) values (${id}, ${eventId}, 'Ilse Brandt', ${plusOnes}, 'Juno Okafor')`.execute(
    db,
  )
  return id
}

/** Builds a scan as the use case passes it to a batch. */
export function checkInRequest(
  event: CheckInData,
  act: Partial<CheckInRequest> & Pick<CheckInRequest, 'kind'>,
): CheckInRequest {
  return {
    nonce: crypto.randomUUID(),
    secret: null,
    subject: null,
    people: 1,
    ageMs: 0,
    wasOffline: false,
    wasAdmitted: true,
    admitAnyway: false,
    entrance: 'Front',
    device: '00000000-0000-4000-8000-000000000001',
    byId: event.checkInStaff.id,
    arrivedAt: performance.now(),
    ...act,
  }
}

/**
 * Checks the invariants of check-in: the state matches the scans, each ticket is checked in at most once, and the
 * counts per quarter hour add up. Returns violations; empty if there are none.
 */
export async function findCheckInFaults(db: Database, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with scans as (
      select coalesce(ticket_id, guest_id) as subject, ticket_id is not null as is_ticket, sum(counted)::integer as counted,
        min(scanned_at) filter (where counted > 0) as at
      from check_ins where event_id = ${eventId} group by 1, 2
    ), quarters as (select * from check_in_quarters where event_id = ${eventId})
    select 'ticket ' || t.ticket_number || ' is in ' || coalesce(s.counted, 0) || ' times, since ' || coalesce(t.checked_in_at::text, 'never')
        || ', its acts say ' || coalesce(s.at::text, 'never') as fault
      from tickets t left join scans s on s.subject = t.id
      where t.event_id = ${eventId} and (coalesce(s.counted, 0) > 1 or t.checked_in_at is distinct from s.at)
    union all
    select 'guest ' || g.name || ': ' || g.arrived || ' arrived, acts say ' || coalesce(s.counted, 0)
      from guests g left join scans s on s.subject = g.id
      where g.event_id = ${eventId} and (g.arrived <> coalesce(s.counted, 0) or g.arrived_at is distinct from s.at)
    union all
    select 'undone and counted: ' || nonce from check_ins where event_id = ${eventId} and undone_at is not null and counted > 0
    union all
    select 'quarters of tickets: ' || coalesce(sum(q.tickets), 0) from quarters q
      having coalesce(sum(q.tickets), 0) <> (select coalesce(sum(counted), 0) from scans where is_ticket)
    union all
    select 'quarters of guests: ' || coalesce(sum(q.guests), 0) from quarters q
      having coalesce(sum(q.guests), 0) <> (select coalesce(sum(counted), 0) from scans where not is_ticket)
    union all
    select 'quarter below nothing: ' || quarter from quarters where tickets < 0 or guests < 0
  `.execute(db)
  return rows.map(({ fault }) => fault)
}
