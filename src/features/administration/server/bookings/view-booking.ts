import { sql } from 'kysely'
import type { z } from 'zod'
import { recordAudit } from '~/database/audit'
import type { Database, Transaction } from '~/database/connect'
import { parsePayment, parseTerms, type TermsColumns, toTerms } from '~/features/bookings/server/public'
import { isId } from '~/lib/ids'
import { type CallContext, requireCaller } from '~/platform/rpc/context'
import type { bookingDetail } from '../../contract-bookings'
import { refuse } from '../refused-error'
import { getPersonSql } from './person-columns'

type Detail = z.input<typeof bookingDetail>
type Row = Omit<Detail, 'terms' | 'trail' | 'reviews'> & TermsColumns
type Step = Omit<Detail['trail'][number], 'terms' | 'payment'> & { terms: unknown }

type ViewContext = Pick<CallContext, 'caller' | 'now' | 'requestId'> & { db: Database }

/**
 * Returns a complete booking with its messages. Logs the view in the same transaction, once per admin, booking and UTC
 * day, so that no view is missing in the log.
 * @throws NOT_FOUND
 */
export async function viewBooking(context: ViewContext, id: string): Promise<Detail> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const now = context.now()
  return context.db.transaction().execute(async (trx) => {
    const { rows } = await sql<Row>`
      select b.id, b.booking_number as number, coalesce(e.title, b.event_type) as title, b.event_id as "eventId", b.status, b.currency,
        ${getPersonSql('c')} as client, ${getPersonSql('d')} as dj, ${getPersonSql('w')} as awaiting,
        b.answer_by as "answerBy", b.steps, b.cancel_reason as "cancelReason", ${getPersonSql('x')} as "cancelledBy",
        b.created_at as "createdAt", b.event_date, b.ends_at, b.timezone, b.event_type, b.location, b.fee_cents,
        b.deposit_cents, b.deal, b.hospitality, b.technical
      from bookings b left join events e on e.id = b.event_id left join profiles c on c.id = b.client_id
        left join profiles d on d.id = b.dj_id left join profiles w on w.id = b.awaiting_id
        left join profiles x on x.id = b.cancelled_by
      where b.id = ${id}::uuid`.execute(trx)
    const [row] = rows
    if (!row) throw refuse('NOT_FOUND')
    await recordView(trx, { ...context, now: () => now }, row.id)
    const { rows: steps } = await sql<Step>`
      select s.position, s.kind, s.created_at as at, s.terms, s.message, ${getPersonSql('p')} as actor
      from booking_steps s left join profiles p on p.id = s.actor_id
      where s.booking_id = ${row.id}::uuid order by s.position`.execute(trx)
    const { rows: reviews } = await sql<Detail['reviews'][number]>`
      select r.rating, r.body, r.created_at as at, coalesce(r.published_at <= ${now}::timestamptz, false) as "isPublished",
        ${getPersonSql('p')} as author
      from reviews r left join profiles p on p.id = r.author_id
      where r.booking_id = ${row.id}::uuid order by r.created_at, r.id`.execute(trx)
    const trail = steps.map((step) => ({
      ...step,
      terms: parseTerms(step.terms),
      payment: parsePayment(step.terms),
    }))
    return { ...row, terms: toTerms(row), trail, reviews }
  })
}

async function recordView(trx: Transaction, context: ViewContext, bookingId: string): Promise<void> {
  const actorId = requireCaller(context).id
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bookings.view ${actorId} ${bookingId}`}, 0))`.execute(
    trx,
  )
  const before = await trx
    .selectFrom('audit_log')
    .where('subject_id', '=', bookingId)
    .where('actor_id', '=', actorId)
    .where('action', '=', 'bookings.view')
    .where('created_at', '>=', sql<Date>`date_trunc('day', ${context.now()}::timestamptz, 'UTC')`)
    .select('id')
    .executeTakeFirst()
  if (before) return
  await recordAudit(trx, {
    actorId,
    action: 'bookings.view',
    subject: { type: 'booking', id: bookingId },
    requestId: context.requestId,
  })
}
