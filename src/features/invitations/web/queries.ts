import { clientFor } from '~/platform/rpc/client'
import type { invitationsContract } from '../contract'
import { CODE_EXPIRED, CODE_INVALID } from '../rules/invitation-code'

export const invitations = clientFor<typeof invitationsContract>('invitations')

/** The sentence sign-up would refuse this code with; undefined when it may be used. */
export async function findCodeFault(code: string): Promise<string | undefined> {
  const { verdict } = await invitations.checkCode.call({ code })
  if (verdict === 'usable') return undefined
  return verdict === 'expired' ? CODE_EXPIRED : CODE_INVALID
}
