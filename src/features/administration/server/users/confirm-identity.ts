import { confirmPassword } from '~/features/identity/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'

/**
 * Verifies the caller’s password before an irreversible action, in case the admin left the device unlocked.
 * @throws PASSWORD_MISSING, WRONG_PASSWORD, BUSY, TOO_MANY_REQUESTS
 */
export async function confirmIdentity(
  context: Pick<Context, 'caller' | 'db' | 'ip' | 'limits' | 'now' | 'requestHeaders' | 'secret'>,
  password: string | undefined,
): Promise<void> {
  if (!password) throw refuse('PASSWORD_MISSING')
  const result = await confirmPassword(context, { userId: requireCaller(context).id, password })
  if (result === 'wrong') throw refuse('WRONG_PASSWORD')
  if (result === 'busy') throw refuse('BUSY')
}
