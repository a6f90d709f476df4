import type { Database } from '~/database/connect'
import type { Terms } from '../contract-shapes'
import type { Requested, SentBefore } from './refusal'
import { readTerms, writeTerms } from './step-terms'

interface Attempt {
  clientId: string
  clientKey: string
  /** Of the DJ. */
  id: string
  terms: Terms
  message: string | null
}

/**
 * What this person has sent under the same key: the answer that was lost when it is this request once more, a refusal when
 * it asks for anything else, undefined when there is none.
 */
export async function findSentBefore(
  db: Database,
  { clientId, clientKey, id, terms, message }: Attempt,
): Promise<Requested | SentBefore | undefined> {
  const row = await db
    .selectFrom('bookings')
    .leftJoin('booking_steps', (join) =>
      join.onRef('booking_steps.booking_id', '=', 'bookings.id').on('booking_steps.position', '=', 1),
    )
    .select(['bookings.id', 'booking_number', 'dj_id', 'booking_steps.terms', 'booking_steps.message'])
    .where('client_id', '=', clientId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const sent = { id: row.id, number: row.booking_number }
  // A DJ whose account is gone is nobody, and what they were asked stays asked.
  const isSameDj = row.dj_id === null || row.dj_id === id
  const isSame = isSameDj && row.message === message && saysAll(readTerms(writeTerms(terms)), row.terms)
  return isSame ? sent : { refused: 'SENT_BEFORE', sent }
}

/** Whether the terms are what a step put down, as far as it says anything: old ones say less. */
function saysAll(terms: Partial<Terms>, step: unknown): boolean {
  const said = Object.entries(readTerms(step))
  // The deposit follows from the DJ's profile, which may have changed since.
  return said.every(([name, value]) => name === 'depositCents' || terms[name as keyof Terms] === value)
}
