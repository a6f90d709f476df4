import { getEmailLimitKey } from '~/lib/email'
import { sql } from 'kysely'
import { getCodeUsability, normalizeCode } from '../rules/invitation-code'
import type { Occupation } from '../rules/invite-request'
import { codeCalls } from './codes/calls'
import { calls } from './call-implementer'
import { mineCalls } from './mine/calls'
import { redeemCode } from './redeem-code'
import { requestCalls } from './requests/calls'
import { treeCalls } from './tree/calls'
import { findInvitation } from './claim-invitation'
import type { InvitationsContext } from './context'

type InviteRequest = {
  fullName: string
  email: string
  occupation: Occupation
  about: string
  vouchedBy: string
  link: string
}

export const invitationsCalls = calls.router({
  codes: codeCalls,
  requests: requestCalls,
  tree: treeCalls,
  mine: mineCalls,
  redeem: calls.redeem.handler(async ({ context, input }) => {
    await redeemCode(context, input)
    return {}
  }),
  requestInvite: calls.requestInvite.handler(async ({ context, input }) => {
    await requestInvite(context, input)
    return {}
  }),
  checkCode: calls.checkCode.handler(async ({ context, input }) => ({
    verdict: await checkCode(context, input),
  })),
})

/** Returns what sign-up would say about this code now, without revealing its owner. */
async function checkCode(
  { db, limits, ip, now }: Pick<InvitationsContext, 'db' | 'limits' | 'ip' | 'now'>,
  input: { code: string },
): Promise<'usable' | 'invalid' | 'expired'> {
  await limits.consume('check_code_ip', ip, { points: 30, seconds: 600 })
  const at = now()
  return getCodeUsability(await findInvitation(db, normalizeCode(input.code), at), at)
}

/**
 * Stores an invite request for an admin. If the email address already has a pending request, the new request replaces
 * it, so that one address cannot flood the queue. The response doesn’t reveal this.
 */
async function requestInvite(
  { db, limits, ip }: Pick<InvitationsContext, 'db' | 'limits' | 'ip'>,
  input: InviteRequest,
): Promise<void> {
  await limits.consume('request_invite_ip', ip, { points: 20, seconds: 3600 })
  await limits.consume('request_invite_email', getEmailLimitKey(input.email), { points: 5, seconds: 3600 })
  const fields = {
    full_name: input.fullName,
    occupation: input.occupation,
    about: input.about,
    links: input.link,
    vouched_by: input.vouchedBy,
  }
  await db
    .insertInto('invite_requests')
    .values({ email: input.email, ...fields })
    // A literal instead of a parameter, because PostgreSQL can’t match a parameter to the partial index of pending
    // requests.
    .onConflict((conflict) =>
      conflict.column('email').where('status', '=', sql.lit('pending')).doUpdateSet(fields),
    )
    .execute()
}
