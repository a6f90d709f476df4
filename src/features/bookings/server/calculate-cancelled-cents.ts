import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { calculateCancellation } from '../rules/cancellation'
import type { TermsColumns } from './booking-row'
import { parseTerms } from './step-terms'

type Ended = Pick<TermsColumns, 'event_date' | 'timezone' | 'fee_cents' | 'deposit_cents' | 'deal'> & {
  id: string
}

/**
 * Returns how many cents the DJ gets in total, deposit included, if a booking is canceled at the time `at`; null if
 * nothing was ever agreed. `cancelledBy` is null if an offer, such as a new date, ends without agreement: nothing is
 * due, and the deposit is refunded. Uses the last terms that both sides agreed on, not those of a later offer.
 */
export async function calculateCancelledCents(
  trx: Transaction,
  { id, event_date: startsAt, timezone, ...terms }: Ended,
  { cancelledBy, at }: { cancelledBy: 'client' | 'dj' | null; at: Date },
): Promise<number | null> {
  const { rows } = await sql<{
    isAgreed: boolean
    agreedTerms: unknown
    acceptedFee: number | null
    isDepositPaid: boolean
  }>`
    with agreement as (select max(position) as position from booking_steps where booking_id = ${id} and kind = 'accept'),
    agreed as (
      select s.position, s.terms from booking_steps s
      where s.booking_id = ${id} and s.terms ? 'starts_at' and s.position <= (select position from agreement)
      order by s.position desc limit 1
    )
    select (select position from agreement) is not null as "isAgreed", (select terms from agreed) as "agreedTerms",
      (select (f.terms->>'fee_cents')::integer from booking_steps f
        where f.booking_id = ${id} and f.kind = 'accept_fee' and f.position > (select position from agreed)
        order by f.position desc limit 1) as "acceptedFee",
      exists (select from payments p where p.booking_id = ${id} and p.status = 'approved' and p.purpose = 'deposit') as "isDepositPaid"`.execute(
    trx,
  )
  const [row] = rows
  if (!row?.isAgreed) return null
  if (cancelledBy === null) return 0
  // The current terms stand in for those that an old step lacks.
  const current = {
    deal: terms.deal,
    feeCents: terms.fee_cents,
    depositCents: terms.deposit_cents,
    startsAt: startsAt.toISOString(),
    timezone,
  }
  const agreed = { ...current, ...parseTerms(row.agreedTerms) }
  const { djGetsCents } = calculateCancellation({
    ...agreed,
    feeCents: row.acceptedFee ?? agreed.feeCents,
    isDepositPaid: row.isDepositPaid,
    cancelledAt: at,
    cancelledBy,
  })
  return djGetsCents
}
