import { formatClock } from '~/lib/time'
import { requireCaller } from '~/platform/rpc/context'
import type { EventDraft } from '../../contract-dashboard-shapes'
import { getEventPhase } from '../../rules/event-phase'
import { listEventActions } from '../../rules/event-policy'
import { findMissingRequirements, findLineUpWarnings } from '../../rules/publish-requirements'
import { type EventTimes, toEventClocks } from '../../rules/event-times'
import type { Context } from '../context'
import { toEventFields } from '../event-columns'
import { getOwnEvent } from '../own-event'
import { refuse } from '../refused-error'
import { type DraftRow, readDraft } from './draft-row'

/** Returns an event with everything that its team needs to edit it. */
export async function getDraft(
  context: Pick<Context, 'caller' | 'config' | 'db' | 'now'>,
  id: string,
): Promise<EventDraft> {
  const { db, config } = context
  const now = context.now()
  const event = await getOwnEvent(db, requireCaller(context), { id, act: 'edit' })
  const row = await readDraft(db, id)
  if (!row) throw refuse('NOT_FOUND')
  const times = toTimes(row)
  const lineUp = toLineUp(row)
  const { status, relations } = event
  return {
    id,
    ...toEventFields(row),
    ...toEventClocks(times, row.timezone),
    ...times,
    version: row.version,
    imageUrl: row.featured_image_url,
    status,
    phase: getEventPhase(times, now),
    statusMessage: row.status_message,
    movedFrom: row.moved_from?.toISOString() ?? null,
    isDateOpen: row.is_date_open,
    refundableUntil: row.refundable_until?.toISOString() ?? null,
    relations,
    actions: listEventActions(relations),
    host: row.host_id !== null && row.host_name !== null ? { id: row.host_id, name: row.host_name } : null,
    soldOrHeld: row.sold_or_held,
    isPaidOut: row.is_paid_out,
    lineUp,
    missing: status === 'draft' ? findMissingRequirements(toPublishable(row), now) : [],
    warnings: findLineUpWarnings(
      times,
      lineUp.map((slot) => ({ ...slot, isBookingOff: slot.bookingStatus === 'cancelled' })),
    ),
    savedAt: row.updated_at.toISOString(),
    publicUrl: `${config.publicUrl}/events/${id}`,
    canBeRemoved: status === 'draft' && relations.includes('organizer') && !row.has_orders,
    isCurrencyFinal: isCurrencyFinal(row),
    isTaxFinal: row.has_ticket_orders,
    canRequireCaptcha: config.auth.captcha !== undefined,
  }
}

export function isCurrencyFinal(row: DraftRow): boolean {
  return row.event_status !== 'draft' || row.has_orders || row.has_bookings
}

export function toTimes(row: Pick<DraftRow, 'event_date' | 'doors_at' | 'ends_at'>): EventTimes {
  return {
    startsAt: row.event_date.toISOString(),
    doorsAt: row.doors_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
  }
}

export function toPublishable(row: DraftRow) {
  return {
    title: row.title,
    startsAt: row.event_date,
    venueName: row.venue_name,
    location: row.location,
    stock: row.stock,
    doorPriceCents: row.ticket_price_cents,
  }
}

function toLineUp(row: DraftRow): EventDraft['lineUp'] {
  const toIso = (text: string | null) => (text === null ? null : new Date(text).toISOString())
  const toClock = (text: string | null) => (text === null ? null : formatClock(text, row.timezone))
  return row.line_up.map((slot) => ({
    ...slot,
    startsAt: toIso(slot.startsAt),
    endsAt: toIso(slot.endsAt),
    startClock: toClock(slot.startsAt),
    endClock: toClock(slot.endsAt),
  }))
}
