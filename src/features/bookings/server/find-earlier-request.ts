import { isDeepStrictEqual } from 'node:util'
import type { Database } from '~/database/connect'
import type { Currency } from '~/lib/currency'
import type { Terms } from '../contract-shapes'
import { refuse } from './refused-error'
import { parseTerms, toStoredTerms } from './step-terms'

export interface Requested {
  id: string
  number: string
}

interface Attempt {
  clientId: string
  clientKey: string
  id: string
  currency: Currency
  terms: Terms
  message: string | null
}

/**
 * Finds the client's earlier request with the same `clientKey` and the same content.
 *
 * @throws SENT_BEFORE if the content differs
 */
export async function findEarlierRequest(
  db: Database,
  { clientId, clientKey, id, currency, terms, message }: Attempt,
): Promise<Requested | undefined> {
  const row = await db
    .selectFrom('bookings')
    .leftJoin('booking_steps', (join) =>
      join.onRef('booking_steps.booking_id', '=', 'bookings.id').on('booking_steps.position', '=', 1),
    )
    .select([
      'bookings.id',
      'booking_number',
      'dj_id',
      'currency',
      'booking_steps.terms',
      'booking_steps.message',
    ])
    .where('client_id', '=', clientId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const sent = { id: row.id, number: row.booking_number }
  // `dj_id` is null if the DJ's account was deleted since the earlier request.
  const isSameDj = row.dj_id === null || row.dj_id === id
  const isSame =
    isSameDj &&
    row.currency === currency &&
    row.message === message &&
    isSameAsStep(parseTerms(toStoredTerms(terms)), row.terms)
  if (!isSame) throw refuse('SENT_BEFORE', { data: sent })
  return sent
}

/** Returns whether the terms match those stored in a step. Ignores terms that an old step lacks. */
function isSameAsStep(terms: Partial<Terms>, step: unknown): boolean {
  const entries = Object.entries(parseTerms(step))
  // The deposit isn't compared: it comes from the DJ's profile, which may have changed since.
  return entries.every(
    ([name, value]) => name === 'depositCents' || isDeepStrictEqual(terms[name as keyof Terms], value),
  )
}
