import { confirmPassword } from '~/features/identity/server/public'
import { signedIn } from '~/platform/rpc/context'
import type { Context } from '../context'

/** Before what cannot be undone: is it the admin, or somebody at their desk? @throws TOO_MANY_REQUESTS */
export async function confirmIdentity(
  context: Pick<Context, 'caller' | 'db' | 'ip' | 'limits' | 'now' | 'requestHeaders' | 'secret'>,
  password: string | undefined,
): Promise<'confirmed' | 'wrong' | 'busy' | 'missing'> {
  if (password === undefined) return 'missing'
  return confirmPassword(context, { userId: signedIn(context).id, password })
}
