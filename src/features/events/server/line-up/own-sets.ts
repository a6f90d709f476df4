import { sql } from 'kysely'
import type { z } from 'zod'
import type { Transaction } from '~/database/connect'
import { notify, settleNotifications } from '~/features/notifications/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { ownSet } from '../../contract-line-up'
import type { DashboardStatus } from '../../rules/event-status'
import type { Context } from '../context'
import { refreshTeam } from '../dashboard/event-people'
import { setHost } from '../dashboard/save-line-up'
import { getEventEndSql } from '../event-end'
import { refuse } from '../refused-error'
import { refuseNow } from '../dashboard/errors'

type OwnSet = z.input<typeof ownSet>

const MAX_SETS = 200

/** Lists upcoming line-ups with the caller, requests first, without those of their own events. */
export async function listOwnSets(context: Pick<Context, 'caller' | 'db' | 'now'>): Promise<OwnSet[]> {
  const me = sql`${requireCaller(context).id}::uuid`
  const { rows } = await sql<OwnSet>`
    select distinct on (not x.is_requested, e.event_date, e.id) e.id, e.title, e.event_status as status, e.event_date as "startsAt",
      e.is_date_open as "isDateOpen", e.timezone, e.venue_name as "venueName", e.location, x.is_requested as "isPending",
      a.display_name as "requestedBy", x.starts_at as "setStartsAt", x.ends_at as "setEndsAt"
    from (
      select event_id, true as is_requested, requested_by, starts_at, ends_at from line_up_slots where requested_id = ${me}
      union all select event_id, false, requested_by, starts_at, ends_at from line_up_slots where dj_id = ${me}
    ) x join events e on e.id = x.event_id left join profiles a on a.id = coalesce(x.requested_by, e.organizer_id)
    where e.organizer_id is distinct from ${me} and e.event_status <> 'cancelled'
      and (${getEventEndSql('e')} > ${context.now()}::timestamptz or e.is_date_open)
    order by not x.is_requested, e.event_date, e.id, x.starts_at limit ${sql.lit(MAX_SETS)}`.execute(
    context.db,
  )
  return rows
}

type LineUpContext = Pick<Context, 'caller' | 'db' | 'jobs' | 'live' | 'now'>

/** Accepts a request to be on a line-up; a repeat is a no-op. @throws NOT_FOUND, NOT_NOW */
export function acceptSet(context: LineUpContext, id: string): Promise<void> {
  return changeOwnSlots(context, id, async (trx, { event, slots, me }) => {
    const requested = slots.filter(({ is_requested }) => is_requested)
    if (requested.length === 0) return undefined
    if (event.status === 'cancelled') throw refuseNow('This event is canceled.')
    await sql`
      update line_up_slots set dj_id = requested_id, requested_id = null
      where event_id = ${id}::uuid and requested_id = ${me}`.execute(trx)
    // Only the organizer decides about host rights, so only their request can grant them.
    const isByOrganizer = requested.some(
      ({ requested_by }) => requested_by !== null && requested_by === event.organizer_id,
    )
    await setHost(trx, { id, relations: isByOrganizer ? ['organizer'] : [] })
    return 'line_up_accepted'
  })
}

/**
 * Takes the caller off a line-up, or declines a request: the entry is removed, with its host rights. A booked DJ cancels the booking
 * first. @throws NOT_FOUND, NOT_NOW
 */
export function leaveSet(context: LineUpContext, id: string): Promise<void> {
  return changeOwnSlots(context, id, async (trx, { slots, me }) => {
    if (slots.some(({ is_booked }) => is_booked))
      throw refuseNow('You have a booking for this event. Cancel the booking first.')
    await sql`
      delete from line_up_slots where event_id = ${id}::uuid and ${me} in (requested_id, dj_id)`.execute(trx)
    // Raises the version: an outdated editor would otherwise send the request again on saving.
    await sql`
      update events set dj_id = nullif(dj_id, ${me}), version = version + 1, updated_at = ${context.now()}::timestamptz, saved_by = ${me}
      where id = ${id}::uuid`.execute(trx)
    return slots.every(({ is_requested }) => is_requested) ? 'line_up_declined' : 'line_up_left'
  })
}

interface LockedEvent {
  title: string
  status: DashboardStatus
  organizer_id: string | null
}
interface OwnSlot {
  requested_by: string | null
  is_requested: boolean
  is_booked: boolean
}
type SetChangeKind = 'line_up_accepted' | 'line_up_declined' | 'line_up_left'

/** Locks the event, runs `change` on the caller's entries, and sends the team a notification of the kind that it returns. */
async function changeOwnSlots(
  context: LineUpContext,
  id: string,
  change: (
    trx: Transaction,
    own: { event: LockedEvent; slots: OwnSlot[]; me: ReturnType<typeof sql> },
  ) => Promise<SetChangeKind | undefined>,
): Promise<void> {
  const { id: callerId } = requireCaller(context)
  if (!isId(id)) throw refuse('NOT_FOUND')
  const me = sql`${callerId}::uuid`
  const team = await context.db.transaction().execute(async (trx) => {
    const events = await sql<LockedEvent>`
      select title, event_status as status, organizer_id from events where id = ${id}::uuid for no key update`.execute(
      trx,
    )
    const [event] = events.rows
    const { rows: slots } = await sql<OwnSlot>`
      select s.requested_by, s.requested_id is not null as is_requested,
        coalesce(b.status in ('pending', 'confirmed', 'completed'), false) as is_booked
      from line_up_slots s left join bookings b on b.id = s.booking_id
      where s.event_id = ${id}::uuid and ${me} in (s.requested_id, s.dj_id)`.execute(trx)
    if (!event || slots.length === 0) throw refuse('NOT_FOUND')
    const kind = await change(trx, { event, slots, me })
    return kind === undefined ? [] : notifyTeam(trx, context, { id, event, kind, slots })
  })
  context.live.publish([callerId, ...team], ['notifications', 'bookings'])
  await refreshTeam(context, id, [callerId])
}

/**
 * Notifies the organizer and the managers who sent the request, and settles the caller's notification about it.
 * Returns their ids.
 */
async function notifyTeam(
  trx: Transaction,
  context: LineUpContext,
  notified: { id: string; event: LockedEvent; kind: SetChangeKind; slots: readonly OwnSlot[] },
): Promise<string[]> {
  const { id, event, kind, slots } = notified
  const { id: callerId } = requireCaller(context)
  await settleNotifications(trx, { subjectId: id, userId: callerId, kinds: ['line_up_request'] })
  const requesterIds = slots.flatMap(({ requested_by }) => requested_by ?? [])
  const { rows: managers } = await sql<{ id: string }>`
    select person_id as id from event_people
    where event_id = ${id}::uuid and relation = 'manager' and person_id = any(${requesterIds}::uuid[])`.execute(
    trx,
  )
  const team = [
    ...new Set([...managers.map((row) => row.id), ...(event.organizer_id ? [event.organizer_id] : [])]),
  ]
  await notify(
    trx,
    context.jobs,
    team.map((userId) => ({ userId, kind, actorId: callerId, subjectId: id, facts: { title: event.title } })),
  )
  return team
}
