import { removePhone } from '../../contacts/change-contact'
import { unlinkIdentity } from '../../providers/own-identities'
import { formatStartUrl } from '../../providers/open-flow'
import { startFlow } from '../../providers/flow'
import { AuthError } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { requireReauthenticatedSession, createSessionError, verifyFirst } from '../bearer-session'
import { createRedirect } from '../redirect-response'
import { findAuthUser, ownIdentityId } from '../format-user'
import { readFlow } from './authorize'
import { consumeBudget } from '../../limits/action-limits'

/**
 * Refuses the call if the operator has turned off linking accounts.
 * @throws AuthError manual_linking_disabled
 */
export function requireLinking({ config }: Pick<AuthRequest['context'], 'config'>): void {
  if (!config.auth.manualLinking)
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

function createLastIdentityError() {
  return new AuthError(
    422,
    'single_identity_not_deletable',
    'User must have at least 1 identity after unlinking',
  )
}

/**
 * Unlinks the phone. The email can only be changed, because tickets and security notifications are sent to it.
 */
async function unlinkOwn(
  { context }: AuthRequest,
  { id, ...own }: { userId: string; sessionId: string; id: string },
): Promise<boolean> {
  const isEmail = id === ownIdentityId(own.userId, 'email')
  if (!isEmail && id !== ownIdentityId(own.userId, 'phone')) return false
  const user = await findAuthUser(context.db, own.userId)
  if (user === undefined) throw createSessionError()
  if (user.identities.length === 1) throw createLastIdentityError()
  if (isEmail)
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'The email of an account cannot be unlinked, only changed',
    )
  const outcome = await removePhone(context, own)
  if (outcome === 'ended') throw createSessionError()
  if (outcome === 'only') throw createLastIdentityError()
  return true
}

export const identityCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/user/identities/authorize',
    handle: async (request) => {
      const { context, search } = request
      requireLinking(request.context)
      const { userId, sessionId, isVerified } = await requireReauthenticatedSession(request)
      if (!isVerified) throw verifyFirst()
      await consumeBudget(context.limits, 'link_account', userId)
      const { idp: _, invitationCode: _none, ...flow } = readFlow(context, search)
      const { state } = await startFlow(context, { ...flow, linkTo: { userId, sessionId } })
      const url = formatStartUrl(context.config.publicUrl, state)
      return search.get('skip_http_redirect') === 'true' ? { url } : createRedirect(302, url)
    },
  },
  {
    method: 'DELETE',
    path: '/user/identities/:identity_id',
    handle: async (request) => {
      requireLinking(request.context)
      const { userId, sessionId } = await requireReauthenticatedSession(request)
      const id = request.params['identity_id'] ?? ''
      if (await unlinkOwn(request, { userId, sessionId, id })) return {}
      const outcome = await unlinkIdentity(request.context, { userId, sessionId, id })
      if (outcome === 'ended') throw createSessionError()
      if (outcome === 'unknown') throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
      if (outcome === 'last') throw createLastIdentityError()
      return {}
    },
  },
]
