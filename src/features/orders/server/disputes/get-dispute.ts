import { sql } from 'kysely'
import type { z } from 'zod'
import { findOwnEvent } from '~/features/events/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { disputeDetail, openDispute } from '../../contract-disputes'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { collectEvidence } from './collect-evidence'
import { selectCanRevoke } from './record-dispute'

export type Detail = z.input<typeof disputeDetail>
type ListItem = z.input<typeof openDispute>
type Reader = Pick<Context, 'caller' | 'db'>

interface Row extends Omit<Detail, 'facts' | 'evidence' | 'response'> {
  paymentId: string
  evidence: Detail['evidence']
  kind: 'evidence' | 'acceptance' | null
  sentAt: Date | null
  sender: string | null
  note: string
}

// PostgreSQL refuses a text with a NUL character.
const PROVIDER_ID = /^[\w-]+$/

/**
 * Returns a dispute to the organizer of its event and to admins.
 * @throws NOT_FOUND
 */
export async function getDispute(context: Reader, id: string): Promise<Detail> {
  const { paymentId, kind, sentAt, sender, note, ...row } = await getOwnDispute(context, id)
  const isSent = kind !== null && sentAt !== null
  const collected = await collectEvidence(context.db, paymentId)
  return {
    ...row,
    facts: collected?.facts ?? null,
    evidence: isSent && kind === 'evidence' ? row.evidence : (collected?.fields ?? null),
    response: isSent ? { kind, at: sentAt, by: sender, note } : null,
  }
}

/**
 * Returns the database row of a dispute for the organizer of its event or an admin.
 * @throws NOT_FOUND
 */
export async function getOwnDispute({ caller, db }: Reader, id: string): Promise<Row> {
  const person = requireCaller({ caller })
  if (!PROVIDER_ID.test(id)) throw refuse('NOT_FOUND')
  const { rows } = await sql<Omit<Row, 'isOwnEvent'>>`
    select d.id, d.status, d.reason, d.amount_cents as "amountCents", o.currency, o.buyer_name as "buyerName",
      json_build_object('id', e.id, 'title', e.title, 'timezone', e.timezone) as event, d.opened_at as "openedAt",
      d.due_by as "dueBy", d.closed_at as "closedAt", d.notified_at as "notifiedAt", ${isOpen} as "canRespond",
      case when ${selectCanRevoke(sql`d.amount_cents`)} then (
        select count(*) from tickets k where k.order_id = o.id and k.status = 'valid' and k.checked_in_at is null)
        else 0 end as "ticketsToRevoke",
      p.provider_payment_id as "paymentId", d.evidence, d.response as kind, d.response_sent_at as "sentAt",
      s.full_name as sender, d.note
    from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id
      join events e on e.id = o.event_id left join profiles s on s.id = d.responded_by
    where d.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw refuse('NOT_FOUND')
  const isOwnEvent = (await findOwnEvent(db, person, { id: row.event.id, act: 'money' })) !== undefined
  if (!isOwnEvent && !person.roles.includes('admin')) throw refuse('NOT_FOUND')
  return { ...row, isOwnEvent }
}

/** SQL for whether the organizer can still respond to the dispute `d`. */
export const isOpen = sql<boolean>`
  d.status = 'open' and (d.due_by is null or d.due_by > clock_timestamp())`

/**
 * Lists the open disputes of an event, the next deadline first.
 * @throws NOT_FOUND
 */
export async function listOpenDisputes({ caller, db }: Reader, eventId: string): Promise<ListItem[]> {
  const person = requireCaller({ caller })
  if (!isId(eventId)) throw refuse('NOT_FOUND')
  if (!person.roles.includes('admin') && !(await findOwnEvent(db, person, { id: eventId, act: 'money' })))
    throw refuse('NOT_FOUND')
  const { rows } = await sql<ListItem>`
    select d.id, d.amount_cents as "amountCents", o.currency, o.buyer_name as "buyerName", d.due_by as "dueBy"
    from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id
    where o.event_id = ${eventId} and d.status = 'open' order by d.due_by nulls last, d.id`.execute(db)
  return rows
}
