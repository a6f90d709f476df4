import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { newId } from '~/lib/ids'
import { getRateLimitKey } from '~/platform/rpc/caller'
import { requireCaller } from '~/platform/rpc/context'
import { getDuplicateStart } from '../../rules/duplicate-date'
import { moveSet } from '../../rules/set-times'
import type { Context } from '../context'
import { eventColumns } from '../event-columns'
import { changeEvent, type DashboardContext } from './change-event'
import { DRAFT_LIMIT } from './create-event'
import { toTimes } from './get-draft'
import { type DraftRow, readDraft } from './draft-row'
import { refuse } from '../refused-error'

/**
 * Duplicates an event as a draft on the same weekday of a coming week: texts, place, picture, prices and stock, without
 * line-up, team and promo codes. A hidden ticket type gets a new access code. Only the organizer may do this. @throws
 * NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function duplicateEvent(
  context: DashboardContext & Pick<Context, 'limits'>,
  id: string,
): Promise<{ id: string }> {
  const caller = requireCaller(context)
  return changeEvent(context, { id, act: 'team', isOpenToKeys: true }, async (trx) => {
    await context.limits.consume(...getRateLimitKey('event draft', caller), DRAFT_LIMIT)
    const row = await readDraft(trx, id)
    if (!row) throw refuse('NOT_FOUND')
    const copyId = newId()
    await copyEvent(trx, { row, id, copyId, organizerId: caller.id, now: context.now() })
    await copyTicketTypes(trx, id, copyId)
    return { id: copyId }
  })
}

const copied = sql.join(
  [...eventColumns, 'featured_image_url', 'tickets_available'].map((column) => sql.ref(column)),
)

interface Copy {
  row: DraftRow
  id: string
  copyId: string
  organizerId: string
  now: Date
}

async function copyEvent(trx: Transaction, { row, id, copyId, organizerId, now }: Copy): Promise<void> {
  const { timezone } = row
  const times = toTimes(row)
  const startsAt = getDuplicateStart(times.startsAt, timezone, now)
  // Doors and end keep their clock times, also across a change to or from daylight saving time.
  const bare = { startsAt, doorsAt: null, endsAt: null }
  const [from, to] = [
    { times, timezone },
    { times: bare, timezone },
  ]
  const byClock = moveSet({ startsAt: times.startsAt, endsAt: times.endsAt }, from, to)
  const ahead = Date.parse(times.startsAt) - Date.parse(times.doorsAt ?? times.startsAt)
  const doorsAt = times.doorsAt === null ? null : new Date(Date.parse(startsAt) - ahead)
  await sql`
    insert into events (id, ${copied}, event_date, doors_at, ends_at, organizer_id, saved_by, created_at, updated_at)
    select ${copyId}::uuid, ${copied}, ${startsAt}::timestamptz, ${doorsAt}::timestamptz, ${byClock.endsAt}::timestamptz,
      ${organizerId}::uuid, ${organizerId}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from events where id = ${id}::uuid`.execute(trx)
}

/** Sale windows keep their distance from the start, in local clock time. */
async function copyTicketTypes(trx: Transaction, id: string, copyId: string): Promise<void> {
  const shiftColumn = (column: string) =>
    sql`((${sql.ref(column)} at time zone c.timezone)
      + ((c.event_date at time zone c.timezone) - (e.event_date at time zone e.timezone))) at time zone c.timezone`
  await sql`
    insert into ticket_types (event_id, name, description, price_cents, quantity_total, sort_order, sale_starts_at, sale_ends_at, access_code)
    select c.id, t.name, t.description, t.price_cents, t.quantity_total, t.sort_order, ${shiftColumn('t.sale_starts_at')},
      ${shiftColumn('t.sale_ends_at')},
      case when t.access_code is not null then upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)) end
    from ticket_types t join events e on e.id = t.event_id join events c on c.id = ${copyId}::uuid
    where t.event_id = ${id}::uuid`.execute(trx)
}
