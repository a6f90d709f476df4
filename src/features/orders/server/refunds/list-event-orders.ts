import { sql } from 'kysely'
import { z } from 'zod'
import { findOwnEvent } from '~/features/events/server/public'
import { signedIn } from '~/platform/rpc/context'
import type { DeskOrder } from '../../contract-refunds'
import type { Context } from '../context'
import { microseconds, pageOf, readCursor } from '../page-cursor'
import { refundedCents } from './refunded-cents'

type Row = Omit<DeskOrder, 'buyer' | 'confirmedAt' | 'tickets'> & {
  buyerName: string
  buyerEmail: string
  confirmedAt: Date
  confirmedUs: number
  tickets: (DeskOrder['tickets'][number] & { checkedInAt: string | null })[]
}

const PER_PAGE = 50
const sortKey = z.tuple([microseconds, z.uuid()])

/** Confirmed and refunded orders of the caller's event with their tickets, newest first; undefined when its money is not theirs. */
export async function listEventOrders(
  context: Pick<Context, 'caller' | 'db'>,
  { eventId, q = '', after: cursor }: { eventId: string; q?: string | undefined; after?: string | undefined },
): Promise<{ orders: DeskOrder[]; nextCursor: string | null } | undefined> {
  const { db } = context
  const own = await findOwnEvent(db, signedIn(context), { id: eventId, act: 'money' })
  if (!own) return undefined
  const after = readCursor(cursor, sortKey)
  const words = `%${q
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/gu, (sign) => `\\${sign}`)}%`
  const matches =
    q.trim() === ''
      ? sql``
      : sql`and lower(o.buyer_name || ' ' || o.buyer_email || ' ' || o.order_number) like ${words}`
  const beyond = after
    ? sql`and (o.confirmed_at, o.id) < (timestamptz 'epoch' + ${after[0]}::bigint * interval '1 microsecond', ${after[1]}::uuid)`
    : sql``
  const { rows } = await sql<Row>`
    select o.id, o.order_number as "orderNumber", o.status, o.buyer_name as "buyerName", o.buyer_email as "buyerEmail",
      o.is_comp as "isComp", o.total_cents as "totalCents", o.confirmed_at as "confirmedAt",
      (extract(epoch from o.confirmed_at) * 1000000)::bigint as "confirmedUs",
      ${refundedCents(sql`o.id`)} as "refundedCents",
      coalesce((select json_agg(json_build_object('id', k.id, 'number', k.ticket_number, 'typeName', t.name,
          'holderName', coalesce(k.holder_name, o.buyer_name), 'status', k.status, 'checkedInAt', k.checked_in_at)
          order by t.sort_order, k.id)
        from tickets k join ticket_types t on t.id = k.ticket_type_id where k.order_id = o.id), '[]') as tickets
    from orders o
    -- Refunded without having been confirmed: money that came too late, and never a ticket.
    where o.event_id = ${own.id} and o.status in ('confirmed', 'refunded') and o.confirmed_at is not null ${matches} ${beyond}
    order by o.confirmed_at desc, o.id desc limit ${PER_PAGE + 1}`.execute(db)
  const { page, nextCursor } = pageOf(rows, PER_PAGE, (row) => [row.confirmedUs, row.id])
  return { orders: page.map(toOrder), nextCursor }
}

function toOrder(row: Row): DeskOrder {
  const { id, orderNumber, status, isComp, totalCents, refundedCents } = row
  return {
    id,
    orderNumber,
    status,
    buyer: { name: row.buyerName, email: row.buyerEmail },
    isComp,
    totalCents,
    refundedCents,
    confirmedAt: row.confirmedAt.toISOString(),
    tickets: row.tickets.map((ticket) => ({
      ...ticket,
      checkedInAt: ticket.checkedInAt === null ? null : new Date(ticket.checkedInAt).toISOString(),
    })),
  }
}
