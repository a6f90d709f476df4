import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { type PayeePort, PayeeNotReadyError } from '~/features/payees/server/public'
import type { Logger } from '~/platform/log/log'

const PER_RUN = 20

type TransferPort = Pick<PayeePort, 'provider' | 'transfer' | 'reverse'>

interface Claimed {
  id: string
  cents: number
  currency: string
  accountId: string
  isRepeat: boolean
  /** The provider's reference of the transfer that this one reverses. */
  reverses: string | null
}

/**
 * Sends due transfers to the accounts of their payees and returns how many. A transfer without a connected account waits. A
 * transfer is claimed by moving its next attempt into the future before the provider is called: two processes never send
 * it at the same time, and a crash only delays it. It is repeated until it succeeds, at most an hour apart.
 */
export async function sendTransfers(services: {
  db: Database
  payees: TransferPort | undefined
  log: Logger
}): Promise<number> {
  const { db, payees } = services
  if (payees === undefined) return 0
  const { rows } = await sql<Claimed>`
    with due as (
      select t.id, p.account_id, o.provider_reference as reversed
      from transfers t
        join payees p on p.user_id = t.payee_id and p.provider = ${payees.provider} and p.account_id is not null
        left join transfers o on o.id = t.reverses
      where t.status = 'requested' and t.next_attempt_at <= clock_timestamp()
        and case when t.reverses is null then p.status = 'connected' else o.status = 'done' and o.provider = ${payees.provider} end
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
  { db, payees, log }: { db: Database; payees: TransferPort; log: Logger },
  { id, cents: amountCents, currency, accountId, isRepeat, reverses }: Claimed,
): Promise<void> {
  const pending = db.updateTable('transfers').where('id', '=', id).where('status', '=', 'requested')
  try {
    const reference =
      reverses === null
        ? await payees.transfer({ transferId: id, accountId, amountCents, currency, isRepeat })
        : await payees.reverse({ reversalId: id, transferReference: reverses, amountCents, isRepeat })
    await pending
      .set({
        status: 'done',
        done_at: new Date(),
        provider: payees.provider,
        provider_reference: reference,
        last_error: null,
      })
      .execute()
  } catch (error) {
    // A payee who isn't ready is no fault of the program.
    const level = error instanceof PayeeNotReadyError ? 'warn' : 'error'
    log[level]({ err: error, transferId: id }, 'a transfer could not be sent yet')
    await pending.set({ last_error: String(error) }).execute()
  }
}
