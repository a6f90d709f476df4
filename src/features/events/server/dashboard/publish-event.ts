import { sql } from 'kysely'
import { type AuditAction, recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import { canChangeStatus, type DashboardStatus } from '../../rules/event-status'
import { findMissingRequirements } from '../../rules/publish-requirements'
import type { OwnEvent } from '../own-event'
import { findEventPayeeProblem, type PayeeContext, refreshEventPayee } from '../payee-check'
import { notifiableState } from '../notified-state'
import { changeEvent, recordSave, type DashboardContext, type Saved } from './change-event'
import { toPublishable } from './get-draft'
import { readDraft } from './draft-row'
import { announceEvent } from '../announce-event'
import { refuse } from '../refused-error'
import { refuseNow } from './errors'

interface Versioned {
  id: string
  version: number
}

const pastThat: Record<DashboardStatus, string> = {
  draft: 'This event is already a draft.',
  published: 'This event is already published.',
  postponed: 'This event is postponed. Set a new date to put it back on sale.',
  cancelled: 'This event is canceled. Duplicate it to plan it again.',
}

/** Puts a draft on sale. @throws NOT_FOUND, CHANGED, NOT_NOW, INCOMPLETE, PAYEE_NEEDED */
export async function publishEvent(
  context: DashboardContext & PayeeContext,
  { id, version }: Versioned,
): Promise<Saved> {
  await refreshEventPayee(context, { id, act: 'publish' })
  return changeEvent(context, { id, act: 'publish', version }, async (trx, event) => {
    // A postponed event returns only by setting its new date.
    if (event.status !== 'draft') throw refuseNow(pastThat[event.status])
    const now = context.now()
    const row = await readDraft(trx, id)
    if (!row) throw refuse('NOT_FOUND')
    if (row.is_paid_out)
      throw refuseNow(
        'This event is settled, or part of its money was paid out, so it can’t be published. Duplicate it to plan it again.',
      )
    const missing = findMissingRequirements(toPublishable(row), now).map(({ section, text }) => ({
      section,
      text,
    }))
    if (missing.length > 0) throw refuse('INCOMPLETE', { data: { missing } })
    const problem = await findEventPayeeProblem(trx, context, event)
    if (problem !== undefined) throw refuse('PAYEE_NEEDED', { data: problem })
    await sql`
      update events set event_status = 'published', published_at = coalesce(published_at, ${now}::timestamptz)
      where id = ${id}::uuid`.execute(trx)
    // People may buy based on these details from now on. They are stored, so that ticket holders are only notified of
    // later changes.
    await sql`update events e set notified_state = ${notifiableState} where e.id = ${id}::uuid`.execute(trx)
    return recordStatusChange(trx, context, { event, action: 'events.publish' })
  })
}

/**
 * Turns an event back into a draft while no tickets are sold or held. Locks the ticket types like a purchase does, so
 * that a concurrent purchase is either seen or refused. @throws NOT_FOUND, CHANGED, NOT_NOW, SOLD
 */
export function unpublishEvent(context: DashboardContext, { id, version }: Versioned): Promise<Saved> {
  return changeEvent(context, { id, act: 'publish', version }, async (trx, event) => {
    if (!canChangeStatus(event.status, 'draft')) throw refuseNow(pastThat[event.status])
    const { rows: paidOut } = await sql`select where is_paid_out(${id}::uuid)`.execute(trx)
    if (paidOut.length > 0)
      throw refuseNow('This event is settled, or part of its money was paid out, so it can’t become a draft.')
    await sql`select from ticket_types where event_id = ${id}::uuid order by id for no key update`.execute(
      trx,
    )
    const { rows: orders } = await sql`
      select from orders where event_id = ${id}::uuid and status in ('reserved', 'confirmed') limit 1`.execute(
      trx,
    )
    if (orders.length > 0) throw refuse('SOLD')
    await trx
      .updateTable('events')
      .set({ event_status: 'draft', notified_state: null })
      .where('id', '=', id)
      .execute()
    return recordStatusChange(trx, context, { event, action: 'events.unpublish' })
  })
}

async function recordStatusChange(
  trx: Transaction,
  context: DashboardContext,
  { event: { id, title }, action }: { event: OwnEvent; action: AuditAction },
): Promise<Saved> {
  const { id: byId } = requireCaller(context)
  await recordAudit(trx, {
    actorId: byId,
    action,
    subject: { type: 'event', id },
    details: { event: title },
    requestId: context.requestId,
  })
  const isPublished = action === 'events.publish'
  const kind = isPublished ? 'event.published' : 'event.changed'
  const saved = await recordSave(trx, { id, byId, now: context.now(), kind })
  // Tells webhooks that the event is no longer public: `recordSave` sends nothing about drafts.
  if (!isPublished) await announceEvent(trx, id, kind)
  return saved
}
