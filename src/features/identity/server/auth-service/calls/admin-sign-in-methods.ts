import { isId } from '~/lib/ids'
import { removeFactorOf, removePasskeyOf } from '../../admin/remove-sign-in-method'
import { listPasskeys } from '../../passkeys/own-passkeys'
import { adminRefusal } from '../admin-refusal'
import { AuthError } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { needService } from '../need-service'
import { findAuthUser } from '../user-shape'
import { passkeyShape } from './passkeys'

async function needUser(request: AuthRequest) {
  await needService(request)
  const id = userIdOf(request)
  const user = isId(id) ? await findAuthUser(request.context.db, id) : undefined
  if (user === undefined) throw adminRefusal('not_found')
  return user
}

const userIdOf = ({ params }: AuthRequest) => (params['user'] ?? '').toLowerCase()

export const adminMethodCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/admin/users/:user/factors',
    handle: async (request) => {
      const { factors } = await needUser(request)
      return Array.isArray(factors) ? factors : []
    },
  },
  {
    method: 'DELETE',
    path: '/admin/users/:user/factors/:id',
    handle: async (request) => {
      const service = await needService(request)
      const id = (request.params['id'] ?? '').toLowerCase()
      const outcome = await removeFactorOf(request.context, service, {
        userId: userIdOf(request),
        factorId: id,
      })
      if (outcome === 'no_method') throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
      if (outcome !== 'removed') throw adminRefusal(outcome)
      return { id }
    },
  },
  {
    method: 'GET',
    path: '/admin/users/:user/passkeys',
    handle: async (request) => {
      const { id } = await needUser(request)
      return (await listPasskeys(request.context.db, id)).map(passkeyShape)
    },
  },
  {
    method: 'DELETE',
    path: '/admin/users/:user/passkeys/:id',
    handle: async (request) => {
      const service = await needService(request)
      const outcome = await removePasskeyOf(request.context, service, {
        userId: userIdOf(request),
        passkeyId: (request.params['id'] ?? '').toLowerCase(),
      })
      if (outcome === 'no_method')
        throw new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found')
      if (outcome !== 'removed') throw adminRefusal(outcome)
      return undefined
    },
  },
]
