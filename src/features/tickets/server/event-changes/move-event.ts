import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import {
  listEventPeople,
  type EventTimes,
  initNotifiedState,
  postponeEvent,
  setEventDate,
  changeEventTimes,
} from '~/features/events/server/public'
import { requireCaller } from '~/platform/rpc/context'
import { computeRefundDeadline, isMovedTooSoon, TOO_SOON_MESSAGE } from '../../rules/event-change'
import type { EventBookingChoice } from '../../contract-event-changes'
import type { Context } from '../context'
import { endHolds } from '~/features/orders/server/public'
import { undoCheckIns } from './undo-check-ins'
import { type EventBookings, toOutcomesById } from './event-bookings'
import { type OpenEvent, lockChangeableEvent } from './lock-event'
import { enqueueHolderNotifications } from './notify-holders'
import { refuse } from '../refused-error'

interface DateInput {
  date: string
  clocks?:
    | {
        startsAt?: string | undefined
        doorsAt?: string | null | undefined
        endsAt?: string | null | undefined
      }
    | undefined
}

const paths: Readonly<Record<string, string>> = {
  startClock: 'clocks.startsAt',
  doorsClock: 'clocks.doorsAt',
  endClock: 'clocks.endsAt',
}

const refuseDate = (fields: { path: string; message: string }[]): Error =>
  refuse('BAD_DATE', { data: { fields } })

interface Moved {
  version: number
  status: 'postponed' | 'published'
}

interface MoveInput {
  eventId: string
  version: number
  refundDays: number
  bookings: readonly EventBookingChoice[]
}

/**
 * Moves an event: to a new date, with sales continuing, or without one, with sales stopped until a date is set. Tickets
 * stay valid, and can be refunded for `refundDays`.
 */
export function postponeOwnEvent(
  context: Context,
  input: MoveInput & { statusMessage: string; date?: string | undefined; clocks?: DateInput['clocks'] },
): Promise<Moved> {
  const { statusMessage: message, date, clocks } = input
  return runDateChange(context, { ...input, change: 'postpone' }, async (trx, event, byId) => {
    const times = date === undefined ? null : parseDate(event, { date, clocks }, context.now())
    if (times !== null && Date.parse(times.startsAt) === event.startsAt.getTime()) throw refuseSameDate()
    const startsAt = times === null ? null : new Date(times.startsAt)
    const until = computeRefundDeadline(context.now(), {
      days: input.refundDays,
      startsAt,
      before: null,
      movedFrom: event.startsAt,
    })
    const publishBookings = await changeBookings(trx, context, { event, input, times, reason: message })
    const version = await postponeEvent(trx, {
      id: event.id,
      byId,
      message,
      times,
      refundableUntil: until,
    })
    await endHolds(trx, { eventId: event.id })
    if (times !== null) await moveSaleEnds(trx, event, times.startsAt)
    await undoCheckIns(trx, { eventId: event.id, byId })
    await recordMove(trx, context, event, { reason: message, to: times?.startsAt ?? 'to be announced' })
    return { version, status: times === null ? 'postponed' : 'published', publishBookings }
  })
}

/** Sets the date of a postponed event and puts it back on sale. */
export function setOwnEventDate(
  context: Context,
  input: MoveInput & { date: string; clocks?: DateInput['clocks'] },
): Promise<Moved> {
  return runDateChange(context, { ...input, change: 'set_date' }, async (trx, event, byId) => {
    const times = parseDate(event, input, context.now())
    const until = computeRefundDeadline(context.now(), {
      days: input.refundDays,
      startsAt: new Date(times.startsAt),
      before: event.refundableUntil,
      movedFrom: event.startsAt,
    })
    const publishBookings = await changeBookings(trx, context, { event, input, times, reason: '' })
    const version = await setEventDate(trx, { id: event.id, byId, times, refundableUntil: until })
    await moveSaleEnds(trx, event, times.startsAt)
    await recordMove(trx, context, event, { to: times.startsAt })
    return { version, status: 'published', publishBookings }
  })
}

/** Asks the booked DJs to agree to the new date. Without a date, their bookings stay unchanged until it is set. */
function changeBookings(
  trx: Transaction,
  context: Context,
  change: { event: OpenEvent; input: MoveInput; times: EventTimes | null; reason: string },
): Promise<PublishBookings> {
  const { event, input, times, reason } = change
  return context.eventBookings.change(trx, context.jobs, {
    eventId: event.id,
    clientId: requireCaller(context).id,
    outcomes: toOutcomesById(input.bookings),
    otherwise: times === null ? 'keep' : 'ask',
    moved: times && { from: event.startsAt, to: times.startsAt, timezone: event.timezone },
    reason,
    now: context.now(),
  })
}

const refuseSameDate = () =>
  refuseDate([
    { path: 'date', message: 'The event already has this date. Choose another date, or leave it open.' },
  ])

type PublishBookings = Awaited<ReturnType<EventBookings['change']>>
type Step = (
  trx: Transaction,
  event: OpenEvent,
  byId: string,
) => Promise<Moved & { publishBookings: PublishBookings }>

async function runDateChange(
  context: Context,
  request: MoveInput & { change: 'postpone' | 'set_date' },
  step: Step,
): Promise<Moved> {
  const caller = requireCaller(context)
  const { moved, team, publishBookings } = await context.db.transaction().execute(async (trx) => {
    const event = await lockChangeableEvent(trx, caller, { ...request, now: context.now() })
    await initNotifiedState(trx, event.id)
    const { publishBookings, ...moved } = await step(trx, event, caller.id)
    await enqueueHolderNotifications(trx, context.jobs, { eventId: event.id, byId: caller.id })
    return { moved, team: await listEventPeople(trx, event.id), publishBookings }
  })
  publishBookings(context.live)
  context.live.publish(team, ['events', 'orders', 'tickets'])
  context.checkIns.notify(request.eventId)
  return moved
}

// Moves the ends of ticket sales by the same time as the event, if the event moves to a later start.
async function moveSaleEnds(trx: Transaction, event: OpenEvent, startsAt: string): Promise<void> {
  await sql`
    with held as (
      select id from ticket_types where event_id = ${event.id} and sale_ends_at is not null order by id for no key update
    )
    update ticket_types t set sale_ends_at = t.sale_ends_at + (${startsAt}::timestamptz - ${event.startsAt}::timestamptz)
    from held where t.id = held.id and ${startsAt}::timestamptz > ${event.startsAt}::timestamptz`.execute(trx)
}

async function recordMove(
  trx: Transaction,
  context: Context,
  event: OpenEvent,
  details: { to: string; reason?: string },
): Promise<void> {
  await recordAudit(trx, {
    actorId: requireCaller(context).id,
    action: 'events.postpone',
    subject: { type: 'event', id: event.id },
    details: { event: event.title, from: event.startsAt.toISOString(), ...details },
    requestId: context.requestId,
  })
}

/** Returns the event's new times, read as local times of the venue. @throws BAD_DATE */
function parseDate(event: OpenEvent, { date, clocks }: DateInput, now: Date): EventTimes {
  const times = changeEventTimes(
    {
      startsAt: event.startsAt.toISOString(),
      doorsAt: event.doorsAt?.toISOString() ?? null,
      endsAt: event.endsAt?.toISOString() ?? null,
    },
    event.timezone,
    {
      now,
      changes: {
        date,
        ...(clocks?.startsAt === undefined ? {} : { startClock: clocks.startsAt }),
        ...(clocks?.doorsAt === undefined ? {} : { doorsClock: clocks.doorsAt }),
        ...(clocks?.endsAt === undefined ? {} : { endClock: clocks.endsAt }),
      },
    },
  )
  if ('problems' in times)
    throw refuseDate(times.problems.map(({ path, message }) => ({ path: paths[path] ?? path, message })))
  if (Date.parse(times.startsAt) <= now.getTime())
    throw refuseDate([{ path: 'date', message: 'Choose a date in the future.' }])
  if (event.hasHolders && isMovedTooSoon({ from: event.startsAt, to: new Date(times.startsAt) }, now))
    throw refuseDate([{ path: 'date', message: TOO_SOON_MESSAGE }])
  return times
}
