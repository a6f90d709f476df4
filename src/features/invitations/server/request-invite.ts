import { sql } from 'kysely'
import type { Occupation } from '../rules/invite-request'
import type { InvitationsContext } from './context'

type InviteRequest = {
  fullName: string
  email: string
  occupation: Occupation
  about: string
  vouchedBy: string
  link: string
}

/**
 * Stores a request for an admin to answer. Asking again before the answer replaces what was written, so that a second
 * thought counts and a queue cannot be flooded from one address; the answer is the same either way.
 */
export async function requestInvite(
  { db, limits, ip }: Pick<InvitationsContext, 'db' | 'limits' | 'ip'>,
  input: InviteRequest,
): Promise<void> {
  await limits.consume('request_invite_ip', ip, { points: 20, seconds: 3600 })
  await limits.consume('request_invite_email', input.email, { points: 5, seconds: 3600 })
  const words = {
    full_name: input.fullName,
    occupation: input.occupation,
    about: input.about,
    links: input.link,
    vouched_by: input.vouchedBy,
  }
  await db
    .insertInto('invite_requests')
    .values({ email: input.email, ...words })
    // The word itself and not a parameter: a statement planned for any parameter does not find the partial index.
    .onConflict((conflict) =>
      conflict.column('email').where('status', '=', sql.lit('pending')).doUpdateSet(words),
    )
    .execute()
}
