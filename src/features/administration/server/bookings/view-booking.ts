import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Database, Transaction } from '~/database/connect'
import { parseTerms, type TermsColumns, toTerms } from '~/features/bookings/server/public'
import { isId } from '~/lib/ids'
import { type CallContext, signedIn } from '~/platform/rpc/context'
import type { BookingStatus, AdminBooking } from '../../contract-bookings'
import { refuse } from '../refuse'
import { type PersonColumns, getPersonSql, toPerson } from './person-columns'

interface Row extends TermsColumns {
  id: string
  booking_number: string
  event_id: string | null
  title: string
  status: BookingStatus
  answer_by: Date | null
  cancel_reason: string | null
  steps: number
  created_at: Date
  client: PersonColumns
  dj: PersonColumns
  awaiting: PersonColumns
  canceller: PersonColumns
}
interface StepRow {
  position: number
  kind: AdminBooking['trail'][number]['kind']
  created_at: Date
  terms: unknown
  message: string | null
  actor: PersonColumns
}
interface ReviewRow {
  rating: number
  body: string
  created_at: Date
  is_published: boolean
  author: PersonColumns
}

type ViewContext = Pick<CallContext, 'caller' | 'now' | 'requestId'> & { db: Database }

/**
 * Returns a complete booking with its messages. Logs the view in the same transaction,
 * once per admin, booking and UTC day, so no view stays unlogged.
 * @throws NOT_FOUND
 */
export async function viewBooking(context: ViewContext, id: string): Promise<AdminBooking> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const now = context.now()
  return context.db.transaction().execute(async (trx) => {
    const { rows } = await sql<Row>`
      select b.id, b.booking_number, b.event_id, coalesce(e.title, b.event_type) as title, b.status, b.event_date, b.ends_at,
        b.timezone, b.event_type, b.location, b.fee_cents, b.deposit_cents, b.hospitality, b.technical, b.answer_by,
        b.cancel_reason, b.steps, b.created_at, ${getPersonSql('c')} as client, ${getPersonSql('d')} as dj,
        ${getPersonSql('w')} as awaiting, ${getPersonSql('x')} as canceller
      from bookings b left join events e on e.id = b.event_id left join profiles c on c.id = b.client_id
        left join profiles d on d.id = b.dj_id left join profiles w on w.id = b.awaiting_id
        left join profiles x on x.id = b.cancelled_by
      where b.id = ${id}::uuid`.execute(trx)
    const [row] = rows
    if (!row) throw refuse('NOT_FOUND')
    await recordView(trx, { ...context, now: () => now }, row.id)
    const { rows: steps } = await sql<StepRow>`
      select s.position, s.kind, s.created_at, s.terms, s.message, ${getPersonSql('p')} as actor
      from booking_steps s left join profiles p on p.id = s.actor_id
      where s.booking_id = ${row.id}::uuid order by s.position`.execute(trx)
    const { rows: reviews } = await sql<ReviewRow>`
      select r.rating, r.body, r.created_at, coalesce(r.published_at <= ${now}::timestamptz, false) as is_published,
        ${getPersonSql('p')} as author
      from reviews r left join profiles p on p.id = r.author_id
      where r.booking_id = ${row.id}::uuid order by r.created_at, r.id`.execute(trx)
    return toAdminBooking(row, steps, reviews)
  })
}

async function recordView(trx: Transaction, context: ViewContext, bookingId: string): Promise<void> {
  const actorId = signedIn(context).id
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

function toAdminBooking(row: Row, steps: readonly StepRow[], reviews: readonly ReviewRow[]): AdminBooking {
  return {
    id: row.id,
    number: row.booking_number,
    title: row.title,
    eventId: row.event_id,
    status: row.status,
    client: toPerson(row.client),
    dj: toPerson(row.dj),
    terms: toTerms(row),
    awaiting: toPerson(row.awaiting),
    answerBy: row.answer_by?.toISOString() ?? null,
    steps: row.steps,
    trail: steps.map((step) => ({
      position: step.position,
      kind: step.kind,
      actor: toPerson(step.actor),
      at: step.created_at.toISOString(),
      terms: parseTerms(step.terms),
      message: step.message,
    })),
    reviews: reviews.map((review) => ({
      author: toPerson(review.author),
      rating: review.rating,
      body: review.body,
      at: review.created_at.toISOString(),
      isPublished: review.is_published,
    })),
    cancelReason: row.cancel_reason,
    cancelledBy: toPerson(row.canceller),
    createdAt: row.created_at.toISOString(),
  }
}
