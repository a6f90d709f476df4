import { sql } from 'kysely'
import type { z } from 'zod'
import type { sandboxPayment } from '../../contract'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { parseAmountCents } from './sandbox'

type Decision = 'approve' | 'decline' | 'approve_later' | 'approve_too_late'
type SandboxPayment = z.input<typeof sandboxPayment>

// The delay of an approval that comes too late: longer than the 15 seconds by which the end of a hold may be late.
const AFTER_THE_HOLD = '20 seconds'
const LATER = '30 seconds'

/** Returns the contents of the sandbox's payment page. */
export async function getSandboxPayment(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  reference: string,
): Promise<SandboxPayment> {
  if (payments.provider !== 'sandbox' || parseAmountCents(reference) === undefined) throw refuse('NOT_FOUND')
  const { rows } = await sql<SandboxPayment>`
    select p.provider_reference as reference, p.status, p.processing_since as "processingSince", p.amount_cents as "amountCents", e.currency,
      case when o.id is null then 'booking' else 'order' end as subject, coalesce(o.order_number, b.booking_number) as number,
      e.title as "eventTitle", case when o.id is null then '/dashboard/bookings/' || b.id else '/checkout/' || o.id end as "returnUrl"
    from payments p left join orders o on o.id = p.order_id left join bookings b on b.id = p.booking_id
      join events e on e.id = coalesce(o.event_id, p.event_id)
    where p.provider = 'sandbox' and p.provider_reference = ${reference}
  `.execute(db)
  const row = rows[0]
  if (!row) throw refuse('NOT_FOUND')
  return row
}

/** Decides a payment like a bank. A payment keeps its first decision. */
export async function decideSandboxPayment(
  context: Pick<Context, 'db' | 'payments' | 'sales'>,
  { reference, decision }: { reference: string; decision: Decision },
): Promise<Pick<SandboxPayment, 'status' | 'returnUrl'>> {
  const amountCents = parseAmountCents(reference)
  if (context.payments.provider !== 'sandbox' || amountCents === undefined) throw refuse('NOT_FOUND')
  if (decision === 'approve') {
    await context.sales.settle({ reference, amountCents })
  } else if (decision === 'decline') {
    await declinePayment(context, reference)
  } else {
    await scheduleApproval(context, reference, decision)
  }
  return getSandboxPayment(context, reference)
}

async function declinePayment({ db }: Pick<Context, 'db'>, reference: string): Promise<void> {
  await sql`
    update payments set status = 'declined', settled_at = clock_timestamp(),
      decline_reason = 'Your bank declined the card ending 4242.'
    where provider = 'sandbox' and provider_reference = ${reference} and status in ('started', 'abandoned')
      and processing_since is null
  `.execute(db)
}

/** Stores the approval with its time, so that it is delivered even after a restart of all processes. */
async function scheduleApproval(
  { db }: Pick<Context, 'db'>,
  reference: string,
  decision: Decision,
): Promise<void> {
  await sql`
    with asked as (
      update payments p set status = 'started', settled_at = null, processing_since = clock_timestamp()
      where p.provider = 'sandbox' and p.provider_reference = ${reference}
        and p.status in ('started', 'abandoned', 'declined') and p.processing_since is null
      returning (select o.expires_at from orders o where o.id = p.order_id) as expires_at
    )
    insert into sandbox_answers (reference, due_at)
    select ${reference}, case when ${decision}::text = 'approve_later' then clock_timestamp() + ${LATER}::interval
      else greatest(expires_at, clock_timestamp()) + ${AFTER_THE_HOLD}::interval end
    from asked on conflict do nothing
  `.execute(db)
}
