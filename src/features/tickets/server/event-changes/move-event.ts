import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import {
  findPeopleOf,
  type NightTimes,
  noteTold,
  postponeNight,
  setNightDate,
} from '~/features/events/server/public'
import { signedIn } from '~/platform/rpc/context'
import { refundableUntil } from '../../rules/event-change'
import type { EventBookingChoice } from '../../contract-event-changes'
import type { Context } from '../context'
import { endHolds } from '~/features/orders/server/public'
import { emptyDoor } from './undo-check-ins'
import { type EventBookings, outcomesOf } from './event-bookings'
import { type NightRefusal, type OpenNight, openNight } from './lock-event'
import { enqueueNotices } from './notify-holders'
import { type DateInput, readDate } from './read-date'

type BadDate = { outcome: 'bad_date'; fields: { path: string; message: string }[] }
type Moved = { outcome: 'done'; version: number } | NightRefusal | BadDate

interface Asked {
  eventId: string
  version: number
  refundDays: number
  bookings: readonly EventBookingChoice[]
}

/** Moves an event to a new date, on sale as before, or takes it off sale until the date is set. Tickets stay valid and refundable for `refundDays`. */
export function postpone(
  context: Context,
  input: Asked & { words: string; date?: string | undefined; clocks?: DateInput['clocks'] },
): Promise<Moved> {
  const { words, date, clocks } = input
  return change(context, { ...input, change: 'postpone' }, async (trx, night, byId) => {
    const read = date === undefined ? undefined : readDate(night, { date, clocks }, context.now())
    if (read?.outcome === 'bad_date') return read
    const when = read?.times ?? null
    if (when !== null && Date.parse(when.startsAt) === night.startsAt.getTime()) return sameDate
    const startsAt = when === null ? null : new Date(when.startsAt)
    const until = refundableUntil(context.now(), { days: input.refundDays, startsAt, before: null })
    const publishBookings = await changeBookings(trx, context, { night, input, when, reason: words })
    const version = await postponeNight(trx, { id: night.id, byId, words, when, refundableUntil: until })
    await endHolds(trx, { eventId: night.id })
    if (when !== null) await moveSaleEnds(trx, night, when.startsAt)
    await emptyDoor(trx, { eventId: night.id, byId })
    await audit(trx, context, night, { why: words, to: when?.startsAt ?? 'to be announced' })
    return { outcome: 'done', version, publishBookings }
  })
}

/** Gives a postponed event its date and puts it back on sale. */
export function setDate(
  context: Context,
  input: Asked & { date: string; clocks?: DateInput['clocks'] },
): Promise<Moved> {
  return change(context, { ...input, change: 'set_date' }, async (trx, night, byId) => {
    const read = readDate(night, input, context.now())
    if (read.outcome === 'bad_date') return read
    const { times } = read
    const until = refundableUntil(context.now(), {
      days: input.refundDays,
      startsAt: new Date(times.startsAt),
      before: night.refundableUntil,
    })
    const publishBookings = await changeBookings(trx, context, { night, input, when: times, reason: '' })
    const version = await setNightDate(trx, { id: night.id, byId, when: times, refundableUntil: until })
    await moveSaleEnds(trx, night, times.startsAt)
    await audit(trx, context, night, { to: times.startsAt })
    return { outcome: 'done', version, publishBookings }
  })
}

/** DJs are asked about a new date; without one, bookings wait for it. */
function changeBookings(
  trx: Transaction,
  context: Context,
  change: { night: OpenNight; input: Asked; when: NightTimes | null; reason: string },
): Promise<PublishBookings> {
  const { night, input, when, reason } = change
  return context.eventBookings.change(trx, context.jobs, {
    eventId: night.id,
    clientId: signedIn(context).id,
    outcomes: outcomesOf(input.bookings),
    otherwise: when === null ? 'keep' : 'ask',
    moved: when && { from: night.startsAt, to: when.startsAt, timezone: night.timezone },
    reason,
    now: context.now(),
  })
}

const sameDate: BadDate = {
  outcome: 'bad_date',
  fields: [{ path: 'date', message: 'That is the date it has. Choose another, or leave it open.' }],
}

type PublishBookings = Awaited<ReturnType<EventBookings['change']>>
type Done = Extract<Moved, { outcome: 'done' }> & { publishBookings: PublishBookings }
type Step = (
  trx: Transaction,
  night: OpenNight,
  byId: string,
) => Promise<Exclude<Moved, { outcome: 'done' }> | Done>

async function change(
  context: Context,
  asked: Asked & { change: 'postpone' | 'set_date' },
  step: Step,
): Promise<Moved> {
  const caller = signedIn(context)
  const result = await context.db.transaction().execute(async (trx) => {
    const opened = await openNight(trx, caller, { ...asked, now: context.now() })
    if (opened.outcome !== 'open') return { moved: opened, team: [], publishBookings: undefined }
    const { id } = opened.night
    await noteTold(trx, id)
    const moved = await step(trx, opened.night, caller.id)
    if (moved.outcome !== 'done') return { moved, team: [], publishBookings: undefined }
    await enqueueNotices(trx, context.jobs, { eventId: id, byId: caller.id })
    const { publishBookings, ...done } = moved
    return { moved: done, team: await findPeopleOf(trx, id), publishBookings }
  })
  result.publishBookings?.(context.live)
  context.live.publish(result.team, ['events', 'orders', 'tickets'])
  if (result.moved.outcome === 'done') context.doors.tell(asked.eventId)
  return result.moved
}

// Online sales that would have ended with the old night end so long before the new one.
async function moveSaleEnds(trx: Transaction, night: OpenNight, startsAt: string): Promise<void> {
  await sql`
    with held as (
      select id from ticket_types where event_id = ${night.id} and sale_ends_at is not null order by id for no key update
    )
    update ticket_types t set sale_ends_at = t.sale_ends_at + (${startsAt}::timestamptz - ${night.startsAt}::timestamptz)
    from held where t.id = held.id and ${startsAt}::timestamptz > ${night.startsAt}::timestamptz`.execute(trx)
}

async function audit(
  trx: Transaction,
  context: Context,
  night: OpenNight,
  details: { to: string; why?: string },
): Promise<void> {
  await recordAudit(trx, {
    actorId: signedIn(context).id,
    action: 'events.postpone',
    subject: { type: 'event', id: night.id },
    details: { event: night.title, from: night.startsAt.toISOString(), ...details },
    requestId: context.requestId,
  })
}
