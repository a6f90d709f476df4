import { confirmPassword } from '~/features/identity/server/public'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'

/**
 * Verifies the caller’s password before an irreversible action, in case the admin left the device unlocked. @throws
 * TOO_MANY_REQUESTS
 */
export async function confirmIdentity(
  context: Pick<Context, 'caller' | 'db' | 'ip' | 'limits' | 'now' | 'requestHeaders' | 'secret'>,
  password: string | undefined,
): Promise<'confirmed' | 'wrong' | 'busy' | 'missing'> {
  if (password === undefined) return 'missing'
  return confirmPassword(context, { userId: signedIn(context).id, password })
}
