import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { calculateCancellation } from '../rules/cancellation'
import type { TermsColumns } from './booking-row'

type Ended = Pick<TermsColumns, 'event_date' | 'timezone' | 'fee_cents' | 'deposit_cents' | 'deal'> & {
  id: string
}

/**
 * Returns what the DJ gets of a booking that ends now, deposit included, in cents; null if nothing was ever agreed. `cancelledBy` is null
 * if an offer ends without agreement, such as a new date: then nothing is due and the deposit is refunded. The periods count to the
 * date that both agreed to, not to one that the client offered since.
 */
export async function calculateCancelledCents(
  trx: Transaction,
  { id, event_date: startsAt, timezone, ...terms }: Ended,
  { cancelledBy, at }: { cancelledBy: 'client' | 'dj' | null; at: Date },
): Promise<number | null> {
  const { rows } = await sql<{ isAgreed: boolean; agreedStart: Date | null; isDepositPaid: boolean }>`
    with agreement as (select max(position) as position from booking_steps where booking_id = ${id} and kind = 'accept')
    select (select position from agreement) is not null as "isAgreed",
      (select (s.terms->>'starts_at')::timestamptz from booking_steps s
        where s.booking_id = ${id} and s.terms ? 'starts_at' and s.position <= (select position from agreement)
        order by s.position desc limit 1) as "agreedStart",
      exists (select from payments p where p.booking_id = ${id} and p.status = 'approved' and p.purpose = 'deposit') as "isDepositPaid"`.execute(
    trx,
  )
  const [row] = rows
  if (!row?.isAgreed) return null
  if (cancelledBy === null) return 0
  const { djGetsCents } = calculateCancellation({
    deal: terms.deal,
    feeCents: terms.fee_cents,
    depositCents: terms.deposit_cents,
    isDepositPaid: row.isDepositPaid,
    startsAt: (row.agreedStart ?? startsAt).toISOString(),
    timezone,
    cancelledAt: at,
    cancelledBy,
  })
  return djGetsCents
}
