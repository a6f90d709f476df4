import { sql } from 'kysely'
import type { z } from 'zod'
import { requireCaller } from '~/platform/rpc/context'
import type { payouts } from '../contract'
import { parseRequirements, type Requirement } from '../rules/requirement'
import type { PayeeContext } from './context'

/** The number of days after a payment during which banks accept most disputes. */
const DISPUTE_DAYS = 120

export type PayoutsResponse = z.input<typeof payouts>
type Status = NonNullable<PayoutsResponse['payee']>['status']

/**
 * Returns the caller's payout account. An account of a provider that is no longer configured counts as not connected.
 */
export async function getPayouts(context: PayeeContext): Promise<PayoutsResponse> {
  const row = await findOwnPayee(context)
  if (row === undefined) return { provider: context.payees?.provider ?? 'none', payee: null }
  const { bankLast4: last4, bankName: name, country, currency, checkedAt, connectedAt } = row
  return {
    provider: row.provider,
    payee: {
      status: row.status as Status,
      bank: last4 === null ? null : { name, last4, country, currency },
      requirements: toRequirements(row.requirements, context.now()),
      checkedAt,
      connectedAt,
      disconnectFrom: await findDisconnectDate(context),
    },
  }
}

/** Translates the stored codes of a provider into requirements. */
export function toRequirements(stored: unknown, now: Date): Requirement[] {
  const requirements = stored as { code: string; dueAt: string | null }[]
  return parseRequirements(
    requirements.map(({ code, dueAt }) => ({ code, dueAt: dueAt === null ? null : new Date(dueAt) })),
    now,
  )
}

/** Returns the caller's account at the configured provider, if the provider has created it. */
export async function findOwnPayee(context: PayeeContext) {
  const { db, payees } = context
  if (payees === undefined) return undefined
  const row = await db
    .selectFrom('payees')
    .select(['account_id as accountId', 'status', 'bank_name as bankName', 'bank_last4 as bankLast4'])
    .select(['country', 'currency', 'requirements', 'checked_at as checkedAt', 'connected_at as connectedAt'])
    .where('user_id', '=', requireCaller(context).id)
    .where('provider', '=', payees.provider)
    .executeTakeFirst()
  if (row === undefined || row.accountId === null) return undefined
  return { ...row, accountId: row.accountId, provider: payees.provider }
}

/**
 * Returns the time from which the caller can disconnect; null if they can now. Refunds and disputes are deducted from
 * the account that was paid. Without the account, the platform would bear the loss.
 */
export async function findDisconnectDate(context: PayeeContext): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(t.done_at) + ${sql.lit(DISPUTE_DAYS)} * interval '1 day' as until from transfers t
    where t.payee_id = ${requireCaller(context).id} and t.status = 'done' and t.reverses is null and t.reason <> 'offset'`.execute(
    context.db,
  )
  const until = rows[0]?.until ?? null
  return until !== null && until > context.now() ? until : null
}
