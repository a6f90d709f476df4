import { isId } from '~/lib/ids'
import { removeUserFactor, removeUserPasskey } from '../../admin/remove-sign-in-method'
import { listPasskeys } from '../../passkeys/own-passkeys'
import { createAdminError } from '../admin-error'
import { AuthError } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { requireService } from '../require-service'
import { findAuthUser } from '../format-user'
import { toPasskeyBody } from './passkeys'

async function getUser(request: AuthRequest) {
  await requireService(request)
  const id = getUserId(request)
  const user = isId(id) ? await findAuthUser(request.context.db, id) : undefined
  if (user === undefined) throw createAdminError('not_found')
  return user
}

const getUserId = ({ params }: AuthRequest) => (params['user'] ?? '').toLowerCase()

export const adminMethodCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/admin/users/:user/factors',
    handle: async (request) => {
      const { factors } = await getUser(request)
      return Array.isArray(factors) ? factors : []
    },
  },
  {
    method: 'DELETE',
    path: '/admin/users/:user/factors/:id',
    handle: async (request) => {
      const service = await requireService(request)
      const id = (request.params['id'] ?? '').toLowerCase()
      const outcome = await removeUserFactor(request.context, service, {
        userId: getUserId(request),
        factorId: id,
      })
      if (outcome === 'no_method') throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
      if (outcome !== 'removed') throw createAdminError(outcome)
      return { id }
    },
  },
  {
    method: 'GET',
    path: '/admin/users/:user/passkeys',
    handle: async (request) => {
      const { id } = await getUser(request)
      return (await listPasskeys(request.context.db, id)).map(toPasskeyBody)
    },
  },
  {
    method: 'DELETE',
    path: '/admin/users/:user/passkeys/:id',
    handle: async (request) => {
      const service = await requireService(request)
      const outcome = await removeUserPasskey(request.context, service, {
        userId: getUserId(request),
        passkeyId: (request.params['id'] ?? '').toLowerCase(),
      })
      if (outcome === 'no_method')
        throw new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found')
      if (outcome !== 'removed') throw createAdminError(outcome)
      return undefined
    },
  },
]
