import { judgeCode, normaliseCode } from '../rules/invitation-code'
import type { InvitationsContext } from './context'
import { findInvitation } from './take-invitation'

/** What sign-up would say to this code now, and nothing about whose it is. */
export async function checkCode(
  { db, limits, ip, now }: Pick<InvitationsContext, 'db' | 'limits' | 'ip' | 'now'>,
  input: { code: string },
): Promise<'usable' | 'invalid' | 'expired'> {
  await limits.consume('check_code_ip', ip, { points: 30, seconds: 600 })
  const at = now()
  return judgeCode(await findInvitation(db, normaliseCode(input.code), at), at)
}
