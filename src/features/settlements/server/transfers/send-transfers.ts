import type { Currency } from '~/lib/currency'
import { sql } from 'kysely'
import { type PayeePort, PayeeNotReadyError } from '~/features/payees/server/public'
import type { Logger } from '~/platform/log/log'
import type { SettlementServices } from '../context'
import { notifySides, refreshSides } from '../notify-sides'

const PER_RUN = 20

type TransferPort = Pick<PayeePort, 'provider' | 'transfer' | 'reverse'>

interface Claimed {
  id: string
  cents: number
  currency: string
  /** The payee's account at the provider. Null only for a reversal whose payee deleted or closed their account. */
  accountId: string | null
  isRepeat: boolean
  /** The provider's reference of the transfer that this one reverses. */
  reverses: string | null
}

/**
 * Sends due transfers to the accounts of their payees and returns how many. A transfer without a connected account waits, as does one
 * to a suspended person; a reversal needs only the transfer that it reverses. A transfer is claimed by moving its next attempt into the future before the provider is called: two processes never send
 * it at the same time, and a crash only delays it. It is repeated until it succeeds, at most an hour apart.
 */
export async function sendTransfers(
  services: SettlementServices & { payees: TransferPort | undefined; log: Logger },
): Promise<number> {
  const { db, payees } = services
  if (payees === undefined) return 0
  const { rows } = await sql<Claimed>`
    with due as (
      select t.id, p.account_id, o.provider_reference as reversed
      from transfers t
        left join payees p on p.user_id = t.payee_id and p.provider = ${payees.provider} and p.account_id is not null
        left join transfers o on o.id = t.reverses
      where t.status = 'requested' and t.next_attempt_at <= clock_timestamp()
        and case when t.reverses is null then p.status = 'connected' and not is_suspended(t.payee_id) else o.status = 'done' and o.provider = ${payees.provider} end
      order by t.next_attempt_at limit ${PER_RUN} for no key update of t skip locked
    )
    update transfers t set attempts = t.attempts + 1,
      next_attempt_at = clock_timestamp() + least(interval '30 seconds' * power(2, least(t.attempts, 10)), interval '1 hour')
    from due where t.id = due.id
    returning t.id, abs(t.amount_cents) as cents, t.currency, due.account_id as "accountId", t.attempts > 1 as "isRepeat",
      due.reversed as reverses`.execute(db)
  await Promise.all(rows.map((transfer) => sendTransfer({ ...services, payees }, transfer)))
  return rows.length
}

async function sendTransfer(
  services: SettlementServices & { payees: TransferPort; log: Logger },
  { id, cents: amountCents, currency, accountId, isRepeat, reverses }: Claimed,
): Promise<void> {
  const { db, payees, log } = services
  try {
    const reference =
      reverses !== null
        ? await payees.reverse({ reversalId: id, transferReference: reverses, amountCents, isRepeat })
        : await payees.transfer({
            transferId: id,
            accountId: accountId ?? '',
            amountCents,
            currency,
            isRepeat,
          })
    await recordSent(services, id, { provider: payees.provider, reference })
  } catch (error) {
    // A payee who can't receive payouts yet isn't an error of the program.
    const level = error instanceof PayeeNotReadyError ? 'warn' : 'error'
    log[level]({ err: error, transferId: id }, 'a transfer could not be sent yet')
    await db
      .updateTable('transfers')
      .set({ last_error: String(error) })
      .where('id', '=', id)
      .where('status', '=', 'requested')
      .execute()
  }
}

/**
 * Records that a transfer was sent and notifies its payee. Payees were notified of reversals when these were created.
 */
async function recordSent(
  { db, jobs, live }: SettlementServices,
  id: string,
  { provider, reference }: { provider: string; reference: string },
): Promise<void> {
  const payeeId = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      payeeId: string | null
      amountCents: number
      currency: Currency
      event: { id: string; title: string }
      accountEnding: string | null
    }>`
      update transfers t set status = 'done', done_at = clock_timestamp(), provider = ${provider}, provider_reference = ${reference},
        last_error = null
      from events e
      where t.id = ${id} and t.status = 'requested' and e.id = t.event_id
      returning t.payee_id as "payeeId", t.amount_cents as "amountCents", t.currency, json_build_object('id', e.id, 'title', e.title) as event,
        (select p.bank_last4 from payees p where p.user_id = t.payee_id) as "accountEnding"`.execute(trx)
    const [sent] = rows
    if (sent === undefined || sent.payeeId === null || sent.amountCents < 0) return undefined
    const { payeeId: to, amountCents, currency, event, accountEnding } = sent
    // Reversals that wait for the person's balance can succeed now, so they are retried immediately.
    await sql`
      update transfers set next_attempt_at = clock_timestamp()
      where payee_id = ${to} and status = 'requested' and reverses is not null`.execute(trx)
    const facts = { amountCents, currency, accountEnding }
    await notifySides(trx, jobs, event, { kind: 'payout_sent', to: [to], facts })
    return to
  })
  if (payeeId !== undefined) refreshSides(live, [payeeId])
}
