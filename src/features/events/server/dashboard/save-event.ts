import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { formatMoney } from '~/lib/money'
import { formatIsoDay } from '~/lib/time'
import { getRateLimitKey } from '~/platform/rpc/caller'
import { requireCaller } from '~/platform/rpc/context'
import type { SentChanges } from '../../contract-dashboard-shapes'
import { getEventPhase } from '../../rules/event-phase'
import { canAct } from '../../rules/event-policy'
import { findMissingRequirements } from '../../rules/publish-requirements'
import { changeEventTimes, type EventClocks, type EventTimes } from '../../rules/event-times'
import { findFinalTimesReason } from '../../rules/final-times'
import { moveSet } from '../../rules/set-times'
import type { Context } from '../context'
import { toEventColumns } from '../event-columns'
import type { OwnEvent } from '../own-event'
import { initNotifiedState, notifyHoldersJob, notifiableState } from '../notified-state'
import { changeEvent, recordSave, type DashboardContext, type Saved } from './change-event'
import { checkCurrencyChange, checkTaxChange } from './check-price-basis'
import { checkZone } from './check-zone'
import { toTimes, toPublishable } from './get-draft'
import { type DraftRow, readDraft } from './draft-row'
import { refuse } from '../refused-error'
import { refuseFields, refuseNow } from './errors'

const timeFields = ['date', 'startClock', 'doorsClock', 'endClock', 'timezone'] as const
const placeFields = ['venueName', 'location', 'venueAddress'] as const
/** How long after a change ticket holders are notified, so that further changes are sent in the same notification. */
const NOTIFY_DELAY_MS = 10 * 60_000
/**
 * Limits the saves of one person and of their API keys, because each save sends a message to every webhook of the
 * event's people.
 */
export const SAVE_LIMIT = { points: 120, seconds: 60 }

/**
 * Saves some fields of an event. A published event must stay publishable, and ticket holders are notified of another
 * time or place.
 * @throws NOT_FOUND, CHANGED, INVALID, NOT_NOW, TOO_MANY_REQUESTS
 */
export async function saveEvent(
  context: DashboardContext & Pick<Context, 'config' | 'limits'>,
  { id, version, changes }: { id: string; version: number; changes: SentChanges },
): Promise<Saved> {
  if (changes.timezone !== undefined) await checkZone(context.db, changes.timezone, 'changes.timezone')
  await context.limits.consume(...getRateLimitKey('event save', requireCaller(context)), SAVE_LIMIT)
  return changeEvent(context, { id, act: 'edit', version }, async (trx, event) => {
    const now = context.now()
    const before = await readDraft(trx, id)
    if (!before) throw refuse('NOT_FOUND')
    checkChangesAllowed(event, changes)
    checkCaptcha(context, changes)
    checkDateChange(event, before, changes)
    await checkCurrencyChange(trx, event, { before, currency: changes.currency })
    await checkTaxChange(trx, event, { before, changes })
    const newTimes = findChangedTimes(before, changes, now)
    if (newTimes) checkTimesChangeable(event, before, { changes, newTimes, now })
    await initNotifiedState(trx, id)
    await recordPrice(trx, context, { event, before, to: changes.doorPriceCents })
    await writeFields(trx, { id, changes, newTimes })
    if (newTimes) await shiftSetTimes(trx, { before, newTimes, changes })
    if (changes.timezone !== undefined)
      await sql`update bookings set timezone = ${changes.timezone} where event_id = ${id}::uuid`.execute(trx)
    if (event.status !== 'draft') {
      await checkStillPublishable(trx, { event, before, now })
      if (hasHolderChanges(changes)) await scheduleHolderNotification(trx, context, id)
    }
    return recordSave(trx, { id, byId: requireCaller(context).id, now })
  })
}

function checkChangesAllowed({ status, relations }: OwnEvent, changes: SentChanges): void {
  if (status === 'cancelled') throw refuseNow('This event is canceled. Duplicate it to plan it again.')
  const prices = (['doorPriceCents', 'currency', 'taxMode', 'taxPpm'] as const).filter(
    (field) => changes[field] !== undefined,
  )
  if (prices.length > 0 && !canAct(relations, 'money'))
    throw refuseFields(
      prices.map((field) => ({ path: `changes.${field}`, message: 'Only the organizer can change prices.' })),
    )
  if (status === 'postponed' && timeFields.some((field) => changes[field] !== undefined))
    throw refuseNow('This event is postponed. Set its new date first. We’ll notify all ticket holders.')
}

function checkCaptcha({ config }: Pick<Context, 'config'>, { requiresCaptcha }: SentChanges): void {
  if (requiresCaptcha && config.auth.captcha === undefined)
    throw refuseFields([{ path: 'changes.requiresCaptcha', message: 'This site has no CAPTCHA configured.' }])
}

/**
 * Refuses a change of date while tickets are sold or held. The organizer has to postpone the event instead, which
 * notifies the holders with a message and offers refunds.
 */
function checkDateChange({ status }: OwnEvent, before: DraftRow, { date }: SentChanges): void {
  if (date === undefined || status !== 'published' || before.sold_or_held === 0) return
  if (date === formatIsoDay(before.event_date, before.timezone)) return
  throw refuseFields([
    { path: 'changes.date', message: 'Tickets are sold. Use Postpone to change the date of this event.' },
  ])
}

/** Refuses another start or end once the event is over or its money was paid out. */
function checkTimesChangeable(
  { status }: OwnEvent,
  before: DraftRow,
  { changes, newTimes, now }: { changes: SentChanges; newTimes: EventTimes; now: Date },
): void {
  const times = toTimes(before)
  if (newTimes.startsAt === times.startsAt && newTimes.endsAt === times.endsAt) return
  const message = findFinalTimesReason({
    status,
    phase: getEventPhase(times, now),
    isPaidOut: before.is_paid_out,
  })
  if (message === undefined) return
  const sent = timeFields.filter((field) => changes[field] !== undefined)
  throw refuseFields(sent.map((field) => ({ path: `changes.${field}`, message })))
}

async function recordPrice(
  trx: Transaction,
  context: DashboardContext,
  { event, before, to }: { event: OwnEvent; before: DraftRow; to: number | null | undefined },
): Promise<void> {
  const from = before.ticket_price_cents
  if (to === undefined || to === from) return
  const formatPrice = (price: number | null) => (price === null ? 'none' : formatMoney(price, event.currency))
  await recordAudit(trx, {
    actorId: requireCaller(context).id,
    action: 'events.price',
    subject: { type: 'event', id: event.id },
    details: { event: event.title, from: formatPrice(from), to: formatPrice(to), reason: 'at the door' },
    requestId: context.requestId,
  })
}

function findChangedTimes(before: DraftRow, changes: SentChanges, now: Date): EventTimes | undefined {
  const times: Partial<EventClocks> = Object.fromEntries(
    timeFields.flatMap((field) => (changes[field] === undefined ? [] : [[field, changes[field]]])),
  )
  if (Object.keys(times).length === 0) return undefined
  const newTimes = changeEventTimes(toTimes(before), before.timezone, { changes: times, now })
  if ('problems' in newTimes)
    throw refuseFields(newTimes.problems.map(({ path, message }) => ({ path: `changes.${path}`, message })))
  return newTimes
}

async function writeFields(
  trx: Transaction,
  { id, changes, newTimes }: { id: string; changes: SentChanges; newTimes: EventTimes | undefined },
): Promise<void> {
  const all = {
    ...toEventColumns(changes),
    event_date: newTimes?.startsAt,
    doors_at: newTimes?.doorsAt,
    ends_at: newTimes?.endsAt,
  }
  // Kysely leaves out undefined values; an update without columns is invalid SQL.
  if (Object.values(all).every((value) => value === undefined)) return
  await trx.updateTable('events').set(all).where('id', '=', id).execute()
}

/** Moves the sets and keeps their local clock times. */
async function shiftSetTimes(
  trx: Transaction,
  { before, newTimes, changes }: { before: DraftRow; newTimes: EventTimes; changes: SentChanges },
): Promise<void> {
  const from = { times: toTimes(before), timezone: before.timezone }
  const to = { times: newTimes, timezone: changes.timezone ?? before.timezone }
  const toIso = (text: string | null) => (text === null ? null : new Date(text).toISOString())
  for (const slot of before.line_up) {
    if (slot.startsAt === null) continue
    const moved = moveSet({ startsAt: toIso(slot.startsAt), endsAt: toIso(slot.endsAt) }, from, to)
    await trx
      .updateTable('line_up_slots')
      .set({ starts_at: moved.startsAt, ends_at: moved.endsAt })
      .where('id', '=', slot.id)
      .execute()
  }
}

/**
 * Refuses a change that makes a published event incomplete. Ignores what was missing before, such as a start that is
 * now in the past.
 */
async function checkStillPublishable(
  trx: Transaction,
  { event, before, now }: { event: OwnEvent; before: DraftRow; now: Date },
): Promise<void> {
  const after = await readDraft(trx, event.id)
  if (!after) throw refuse('NOT_FOUND')
  const known = new Set(findMissingRequirements(toPublishable(before), now).map(({ field }) => field))
  const isMoved = after.event_date.getTime() !== before.event_date.getTime()
  const broken = findMissingRequirements(toPublishable(after), now).filter(
    ({ field }) => !known.has(field) || (field === 'date' && isMoved),
  )
  if (broken.length > 0)
    throw refuseFields(broken.map(({ field, text }) => ({ path: `changes.${field}`, message: text })))
}

function hasHolderChanges(changes: SentChanges): boolean {
  return [...timeFields, ...placeFields].some((field) => changes[field] !== undefined)
}

/**
 * Enqueues the notification of ticket holders. Without holders or open orders, it stores the current details instead,
 * so that later buyers are only notified of later changes.
 */
async function scheduleHolderNotification(
  trx: Transaction,
  { jobs, now }: Pick<DashboardContext, 'jobs' | 'now'>,
  eventId: string,
): Promise<void> {
  const { rows } = await sql`
    select from orders where event_id = ${eventId}::uuid and status in ('reserved', 'confirmed') limit 1`.execute(
    trx,
  )
  if (rows.length === 0) {
    await sql`update events e set notified_state = ${notifiableState} where e.id = ${eventId}::uuid`.execute(
      trx,
    )
    return
  }
  const startAfter = new Date(now().getTime() + NOTIFY_DELAY_MS)
  await jobs.enqueue(trx, notifyHoldersJob, { eventId }, { singletonKey: eventId, startAfter })
}
