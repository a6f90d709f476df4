import { findServiceToken } from '../tokens/service-token'
import type { Service } from '../admin/service'
import { AuthError } from './auth-error'
import type { AuthRequest } from './auth-call'

/**
 * Returns the service of the token. A person’s token is refused, even an admin’s: admins use the panel, which asks for
 * their password.
 * @throws AuthError no_authorization, not_admin
 */
export async function requireService({ context, bearer }: AuthRequest): Promise<Service> {
  if (bearer === undefined)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const service = await findServiceToken(context.db, { token: bearer, now: context.now() })
  if (service === undefined) throw new AuthError(403, 'not_admin', 'User not allowed')
  return service
}
