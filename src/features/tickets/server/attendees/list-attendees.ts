import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { getOwnEvent } from '~/features/events/server/public'
import { defineCursor } from '~/lib/cursor'
import { type Page, type PageInput, readPage } from '~/lib/list-page'
import { requireCaller } from '~/platform/rpc/context'
import type { attendee } from '../../contract-attendees'
import type { Context } from '../context'
import { selectTickets, selectTicketsNearby, type TicketSearch } from './find-tickets'
import { holderAddress } from './holder-address'

const PAGE = 50
/** The id is enough as a cursor, because ticket ids are ordered by the time of their creation. */
const attendeeCursor = defineCursor('id')

export type Attendee = z.input<typeof attendee>

interface AttendeePage extends Omit<Page<Attendee>, 'shown'> {
  attendees: Attendee[]
}

/** Returns a page of the attendees of an event whose guests the caller may see. */
export async function listAttendees(
  context: Pick<Context, 'caller' | 'db'>,
  input: TicketSearch & PageInput,
): Promise<AttendeePage> {
  const { db } = context
  const own = await getOwnEvent(db, requireCaller(context), { id: input.eventId, act: 'guests' })
  return listAttendeeRows(db, { ...input, eventId: own.id })
}

/** Reads a page of attendees, newest first, without checking access. */
export async function listAttendeeRows(
  db: Database,
  input: TicketSearch & PageInput,
  limit = PAGE,
): Promise<AttendeePage> {
  const { shown, ...page } = await readPage(input, limit, {
    cursor: attendeeCursor,
    read: async ({ row, isBackwards }, most) => {
      const walk = { from: row?.[0], isBackwards, most }
      const nearby = selectTicketsNearby(input, walk)
      const rows = nearby === undefined ? [] : await selectAttendeeRows(db, nearby, walk)
      return rows.length === most ? rows : selectAttendeeRows(db, selectTickets(input, walk), walk)
    },
    getKey: ({ id }) => [id],
  })
  return { attendees: shown, ...page }
}

async function selectAttendeeRows(
  db: Database,
  ids: RawBuilder<unknown>,
  { isBackwards }: { isBackwards: boolean },
): Promise<Attendee[]> {
  const { rows } = await sql<Attendee>`
    select k.id, k.ticket_number as number, t.name as "typeName", coalesce(k.holder_name, o.buyer_name) as name,
      ${holderAddress} as email, k.status, o.is_comp as "isComp",
      case when k.holder_name is not null and k.customer_id is distinct from o.customer_id then o.buyer_name end as "boughtBy",
      k.checked_in_at as "checkedInAt", o.id as "orderId", o.order_number as "orderNumber", o.confirmed_at as "boughtAt"
    from (${ids}) found join tickets k on k.id = found.id join orders o on o.id = k.order_id
      join ticket_types t on t.id = k.ticket_type_id
    order by k.id ${isBackwards ? sql`` : sql`desc`}`.execute(db)
  return rows
}
