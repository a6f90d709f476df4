import { sql } from 'kysely'
import type { z } from 'zod'
import { ProviderUnavailableError } from '~/lib/payment-errors'
import type { paymentCheck } from '../../contract-payments'
import type { Context } from '../context'
import { refuse } from '../refused-error'

type Check = z.input<typeof paymentCheck>

/**
 * Asks the provider about a payment. Changes nothing.
 * @throws NOT_FOUND
 */
export async function checkPayment(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  reference: string,
): Promise<Check> {
  // PostgreSQL refuses text with NUL.
  if (reference.includes('\0')) throw refuse('NOT_FOUND')
  const row = await db
    .selectFrom('payments')
    .select('provider')
    .where(sql<boolean>`provider_reference collate "C" = ${reference}`)
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (row.provider !== payments.provider) return toCheck('not_configured')
  try {
    const found = await payments.find(reference)
    if (found === undefined) return toCheck('unknown')
    return {
      state: found.status,
      amountCents: found.status === 'approved' ? found.amountCents : null,
      reason: found.status === 'declined' ? found.reason : null,
    }
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return toCheck('unavailable')
    throw error
  }
}

const toCheck = (state: Check['state']): Check => ({ state, amountCents: null, reason: null })
