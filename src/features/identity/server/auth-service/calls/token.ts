import { AuthError, createValidationError } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { grantIdToken } from '../grants/id-token'
import { grantPassword } from '../grants/password'
import { grantPkce } from '../grants/pkce'
import { grantRefreshToken } from '../grants/refresh-token'

async function refuseWeb3(): Promise<never> {
  throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}

/** A Map, because a plain object also has inherited keys such as `constructor`. */
const grants = new Map<string, (request: AuthRequest) => Promise<Record<string, unknown>>>([
  ['password', grantPassword],
  ['refresh_token', grantRefreshToken],
  ['pkce', grantPkce],
  ['id_token', grantIdToken],
  ['web3', refuseWeb3],
])

export const tokenCalls: readonly AuthCall[] = [
  {
    method: 'POST',
    path: '/token',
    handle: (request) => {
      const kind = request.search.get('grant_type')
      if (kind === null) throw createValidationError('grant_type is missing')
      const grant = grants.get(kind)
      if (grant === undefined) throw new AuthError(400, 'validation_failed', 'unsupported_grant_type')
      return grant(request)
    },
  },
]
