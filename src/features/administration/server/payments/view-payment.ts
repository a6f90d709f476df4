import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import type { paymentDetail } from '../../contract-payments'
import { refuse } from '../refused-error'
import { type PaymentColumns, paymentColumns, paymentJoins } from './payment-columns'

type Detail = z.input<typeof paymentDetail>
type Step = Detail['steps'][number]
type StepFields<Kind extends Step['kind']> = Omit<Extract<Step, { kind: Kind }>, 'kind'>

interface Row extends PaymentColumns {
  id: string
  processingSince: Date | null
}

/**
 * Returns a payment with its history.
 * @throws NOT_FOUND
 */
export async function viewPayment(db: Database, reference: string): Promise<Detail> {
  const { rows } = await sql<Row>`
    select p.id, p.processing_since as "processingSince", ${paymentColumns}
    from payments p ${paymentJoins} where p.provider_reference collate "C" = ${reference}`.execute(db)
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  const { id, processingSince, ...payment } = row
  const [refunds, reports, disputes] = await Promise.all([
    sql<StepFields<'refund'>>`
      select id, created_at as at, amount_cents as "amountCents", reason, status, settled_at as "settledAt",
        last_error as error
      from refunds where payment_id = ${id}`.execute(db),
    sql<StepFields<'report'>>`
      select received_at as at, id, kind as type, handled_at as "handledAt", last_error as error
      from payment_events where payment_id = ${payment.providerPaymentId}`.execute(db),
    sql<StepFields<'dispute'>>`
      select id, opened_at as at, amount_cents as "amountCents", reason, status, due_by as "dueBy", closed_at as "closedAt"
      from disputes where payment_id = ${id}`.execute(db),
  ])
  const steps: Step[] = [
    { kind: 'started', at: payment.startedAt },
    ...(processingSince === null ? [] : [{ kind: 'processing' as const, at: processingSince }]),
    ...listResults(payment),
    ...refunds.rows.map((refund) => ({ kind: 'refund' as const, ...refund })),
    ...reports.rows.map((report) => ({ kind: 'report' as const, ...report })),
    ...disputes.rows.map((dispute) => ({ kind: 'dispute' as const, ...dispute })),
  ]
  return { ...payment, steps: steps.toSorted((a, b) => toTime(a.at) - toTime(b.at)) }
}

function listResults({ status, settledAt, declineReason }: PaymentColumns): Step[] {
  if (status === 'started' || settledAt === null) return []
  if (status === 'declined') return [{ kind: 'declined', at: settledAt, reason: declineReason }]
  return [{ kind: 'settled', at: settledAt, outcome: status }]
}

const toTime = (at: Date | string) => new Date(at).getTime()
