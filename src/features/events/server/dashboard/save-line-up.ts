import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import type { SlotInput } from '../../contract-dashboard-shapes'
import { canAct } from '../../rules/event-policy'
import type { FieldProblem } from '../../rules/event-times'
import { type SetTimes, toSetTimes } from '../../rules/set-times'
import type { Context } from '../context'
import type { OwnEvent } from '../own-event'
import { changeEvent, recordSave, type DashboardContext, type Saved } from './change-event'
import {
  type AgreedBooking,
  sendLineUpRequests,
  findAgreedBookings,
  withdrawRequests,
} from '../line-up/line-up-requests'
import { findMemberNames } from './find-members'
import { toTimes } from './get-draft'
import { type DraftRow, readDraft } from './draft-row'
import { refuse } from '../refused-error'
import { refuseFields, refuseNow } from './errors'

interface Slot extends SetTimes {
  djId: string | null
  /** The member has not answered yet. */
  isPending: boolean
  requestedBy: string | null
  name: string
  billing: SlotInput['billing']
  bookingId: string | null
}

/**
 * Replaces the full line-up, in this order. Existing members keep their answer and their booking; new ones get a
 * request first, unless they are the caller or have agreed to a booking for the event. An API key links no booking
 * and makes no one the host, because a booking gives a share of the money and a host can see it.
 * @throws NOT_FOUND, CHANGED, INVALID, NOT_NOW, TOO_MANY_REQUESTS
 */
export async function saveLineUp(
  context: DashboardContext & Pick<Context, 'limits'>,
  { id, version, slots }: { id: string; version: number; slots: readonly SlotInput[] },
): Promise<Saved> {
  const { id: byId, apiKey } = requireCaller(context)
  const isByKey = apiKey !== undefined
  const { saved, others } = await changeEvent(context, { id, act: 'edit', version }, async (trx, event) => {
    if (event.status === 'cancelled') throw refuseNow('This event is canceled. Its line-up can’t be changed.')
    const before = await readDraft(trx, id)
    if (!before) throw refuse('NOT_FOUND')
    const bill = await resolveSlots(trx, { eventId: id, before, slots, byId, isByKey })
    const joined = before.line_up.flatMap(({ bookingId }) => bookingId ?? [])
    await replaceLineUp(trx, id, { bill, before: joined, now: context.now() })
    await setHost(trx, isByKey ? { id, relations: [] } : event)
    const affectedIds = await updateLineUpRequests(trx, context, { event, before, bill })
    const saved = await recordSave(trx, { id, byId, now: context.now() })
    return { saved, others: { affectedIds, host: before.host_id } }
  })
  // `changeEvent` updates the browsers of the event's people. A former host is no longer one of them, and members with
  // a request are not yet, so update their browsers here.
  context.live.publish([others.host, ...others.affectedIds], ['events'])
  context.live.publish(others.affectedIds, ['notifications'])
  return saved
}

interface LineUpInput {
  eventId: string
  before: DraftRow
  slots: readonly SlotInput[]
  byId: string
  isByKey: boolean
}

async function resolveSlots(
  trx: Transaction,
  { eventId, before, slots, byId, isByKey }: LineUpInput,
): Promise<Slot[]> {
  const existing = new Map(before.line_up.flatMap((slot) => (slot.djId === null ? [] : [[slot.djId, slot]])))
  const newIds = slots.flatMap(({ djId }) => (djId && !existing.has(djId) ? [djId] : []))
  const found = await findMemberNames(trx, byId, newIds)
  const agreed = await findAgreedBookings(trx, eventId, isByKey ? [] : [...found.keys()])
  // If a DJ has two sets from one booking, the booking is linked to the first of them.
  const bookings = new Map([
    ...[...agreed].map(([djId, { id }]): [string, string] => [djId, id]),
    ...before.line_up.flatMap((slot): [string, string][] =>
      slot.djId && slot.bookingId ? [[slot.djId, slot.bookingId]] : [],
    ),
  ])
  const problems: FieldProblem[] = []
  const bill = slots.map((slot, at): Slot => {
    const times = toSetTimes(slot, { times: toTimes(before), timezone: before.timezone, at })
    if ('problem' in times) problems.push(times.problem)
    const djId = slot.djId || null
    const name = djId === null ? slot.name : (existing.get(djId)?.name ?? found.get(djId))
    if (name === undefined)
      problems.push({
        path: `slots.${at}.djId`,
        message: 'This member is no longer available. Choose another member.',
      })
    const bookingId = (djId !== null && bookings.get(djId)) || null
    if (djId !== null) bookings.delete(djId)
    const known = djId === null ? undefined : existing.get(djId)
    const isPending = djId !== null && (known?.isPending ?? (djId !== byId && !agreed.has(djId)))
    // Only a request of the organizer themselves can make a DJ the host.
    const requestedBy = known ? known.requestedBy : isPending && !isByKey ? byId : null
    const booked = djId !== null && bookingId !== null ? agreed.get(djId) : undefined
    const { startsAt, endsAt } = fillSetTimes(times, booked)
    return {
      djId,
      isPending,
      requestedBy,
      name: name ?? '',
      billing: slot.billing,
      bookingId,
      startsAt,
      endsAt,
    }
  })
  if (problems.length > 0) throw refuseFields(problems)
  return bill
}

/** A booking linked by hand supplies the set times if none were entered. */
function fillSetTimes(times: ReturnType<typeof toSetTimes>, booked: AgreedBooking | undefined): SetTimes {
  if ('problem' in times) return { startsAt: null, endsAt: null }
  if (!booked || times.startsAt !== null) return times
  return { startsAt: booked.startsAt.toISOString(), endsAt: booked.endsAt.toISOString() }
}

async function replaceLineUp(
  trx: Transaction,
  eventId: string,
  { bill, before, now }: { bill: readonly Slot[]; before: readonly string[]; now: Date },
): Promise<void> {
  await trx.deleteFrom('line_up_slots').where('event_id', '=', eventId).execute()
  if (bill.length > 0)
    await trx
      .insertInto('line_up_slots')
      .values(
        bill.map((slot, at) => ({
          event_id: eventId,
          dj_id: slot.isPending ? null : slot.djId,
          requested_id: slot.isPending ? slot.djId : null,
          requested_by: slot.requestedBy,
          name: slot.name,
          starts_at: slot.startsAt,
          ends_at: slot.endsAt,
          billing: at + 1,
          billed_as: slot.billing,
          booking_id: slot.bookingId,
        })),
      )
      .execute()
  const joined = bill.flatMap(({ bookingId }) => bookingId ?? [])
  await sql`
    update bookings b set event_id = e.id, timezone = e.timezone
    from events e where e.id = ${eventId}::uuid and b.id = any(${joined}::uuid[]) and b.event_id is distinct from e.id`.execute(
    trx,
  )
  const removed = before.filter((bookingId) => !joined.includes(bookingId))
  if (removed.length > 0) await unlinkBookings(trx, eventId, { removed, now })
}

/**
 * Unlinks bookings whose entries were removed. Refuses that if the DJ is paid from the event's money, because the settlement would no
 * longer include them. A cancelled booking stays linked: its terms may give the DJ a part.
 */
async function unlinkBookings(
  trx: Transaction,
  eventId: string,
  { removed, now }: { removed: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update bookings b set event_id = null
    where b.event_id = ${eventId}::uuid and b.id = any(${removed}::uuid[]) and b.status <> 'cancelled' and (b.dj_id is null
      or b.status <> 'completed' and b.event_date > ${now}::timestamptz and b.deal->>'kind' = 'flat' and b.deal->>'isFeeGuaranteed' is distinct from 'true'
        and not exists (select from payments p where p.booking_id = b.id and p.status = 'approved'))`.execute(
    trx,
  )
  const { rows } = await sql<{ name: string }>`
    select d.display_name as name from bookings b join profiles d on d.id = b.dj_id
    where b.event_id = ${eventId}::uuid and b.id = any(${removed}::uuid[]) and b.status <> 'cancelled' limit 1`.execute(
    trx,
  )
  const [paid] = rows
  if (paid !== undefined)
    throw refuseNow(
      `${paid.name} is paid from this event and stays on its line-up. Cancel the booking first.`,
    )
}

/**
 * Notifies members who are newly requested, and withdraws the requests of members who are no longer on the line-up.
 * Returns both.
 */
async function updateLineUpRequests(
  trx: Transaction,
  context: Pick<Context, 'caller' | 'jobs' | 'limits'>,
  { event, before, bill }: { event: OwnEvent; before: DraftRow; bill: readonly Slot[] },
): Promise<string[]> {
  const toRequestedIds = (slots: readonly { djId: string | null; isPending: boolean }[]) =>
    new Set(slots.flatMap(({ djId, isPending }) => (isPending && djId !== null ? [djId] : [])))
  const [requestedBefore, requestedNow] = [toRequestedIds(before.line_up), toRequestedIds(bill)]
  const added = [...requestedNow].filter((djId) => !requestedBefore.has(djId))
  const removed = [...requestedBefore].filter((djId) => !requestedNow.has(djId))
  await withdrawRequests(trx, event.id, removed)
  await sendLineUpRequests(trx, context, { eventId: event.id, title: event.title, requestedIds: added })
  return [...added, ...removed]
}

/**
 * Makes the first headliner with an account the host once they have accepted; a host can see sales. Only the organizer
 * can set a host: a manager's save can only remove one who no longer headlines.
 */
export async function setHost(trx: Transaction, event: Pick<OwnEvent, 'id' | 'relations'>): Promise<void> {
  const onlyCurrentHost = canAct(event.relations, 'team') ? sql`` : sql`and dj_id = events.dj_id`
  await sql`
    update events set dj_id = (
      select dj_id from line_up_slots
      where event_id = ${event.id}::uuid and billed_as = 'headline' and dj_id is not null ${onlyCurrentHost}
      order by billing, id limit 1
    ) where id = ${event.id}::uuid`.execute(trx)
}
