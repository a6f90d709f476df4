import { z } from 'zod'
import { FULL_NAME_MAX } from '../../../rules/person-name'
import { dropUnchangedContacts, limitUserChange, updateUser } from '../../accounts/update-user'
import { type Holder, isAssured } from '../../sessions/lock-account'
import { findPasswordOwner } from '../../passwords/password-check'
import { PasswordQueueFull } from '../../passwords/password-hash'
import { reauthenticate } from '../../sessions/reauthentication'
import { AuthError, createValidationError } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import {
  isReauthenticationSatisfied,
  requireReauthenticated,
  requireSession,
  createAssuranceError,
  createSessionError,
} from '../bearer-session'
import { requireStrongPassword } from '../require-strong-password'
import { getLinkTarget } from '../link-target'
import { reportSendLimit, createTextsDisabledError } from '../send-limit'
import { findAuthUser } from '../format-user'
import { blank, channel, email, metadata, password, phone } from '../request-schemas'
import { consumeBudget } from '../../limits/action-limits'

const body = z.looseObject({
  email: email.or(blank).optional(),
  phone: phone.or(blank).optional(),
  password: password.or(blank).optional(),
  current_password: z.string().max(1000).or(blank).optional(),
  nonce: z.string().max(100).or(blank).optional(),
  data: metadata.nullish(),
  channel: channel.nullish(),
  code_challenge: z.unknown().optional(),
  code_challenge_method: z.unknown().optional(),
})

async function getUser({ context }: AuthRequest, userId: string): Promise<Record<string, unknown>> {
  const user = await findAuthUser(context.db, userId)
  if (user === undefined)
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return user
}

async function handleUpdateUser(request: AuthRequest): Promise<Record<string, unknown>> {
  const { context } = request
  const session = await requireSession(request)
  const { userId } = session
  await consumeBudget(context.limits, 'user_account', userId)
  const given = request.read(body)
  const change = await dropUnchangedContacts(context, userId, {
    email: given.email,
    phone: given.phone,
    channel: given.channel ?? 'sms',
    password: given.password,
    data: given.data ?? undefined,
    linkTarget: getLinkTarget(request, given),
  })
  const isSensitive = [change.password, change.email, change.phone].some((value) => value !== undefined)
  if (!isAssured(session))
    throw isSensitive
      ? createAssuranceError(401, 'to update email, phone or password')
      : createAssuranceError()
  if (change.phone !== undefined && !context.sms.isOn) throw createTextsDisabledError()
  if (change.password !== undefined)
    await requireStrongPassword(context, change.password, await findPasswordOwner(context.db, userId))
  await requireReauthentication(request, session, { given, isSensitive })
  await reportSendLimit(change.email === undefined ? 'sms' : 'email', () =>
    limitUserChange(context, userId, change),
  )
  const outcome = await updateUser(context, session, change)
  switch (outcome) {
    case 'updated':
      return getUser(request, userId)
    case 'ended':
      throw createSessionError()
    case 'same_password':
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
    case 'too_large':
      throw createValidationError('data is too large')
    default:
      throw createValidationError(
        `full_name cannot be longer than ${FULL_NAME_MAX} characters or contain a link`,
      )
  }
}

/**
 * Checks a current password if one is sent. A nonce is used up in two cases only: if the change needs it, or if it is
 * sent alone to reauthenticate the session for 15 minutes.
 */
async function requireReauthentication(
  request: AuthRequest,
  session: Holder,
  {
    given: { current_password: password, nonce },
    isSensitive,
  }: { given: z.output<typeof body>; isSensitive: boolean },
): Promise<void> {
  if (password !== undefined) await checkProof({ password })
  else if (nonce !== undefined && !(isSensitive && (await isReauthenticationSatisfied(request, session))))
    await checkProof({ code: nonce })
  if (isSensitive) await requireReauthenticated(request, session)

  async function checkProof(proof: Parameters<typeof reauthenticate>[2]) {
    const outcome = await reauthenticate(request.context, session, proof)
    if (outcome === 'busy') throw new PasswordQueueFull()
    if (outcome !== 'wrong') return
    throw 'code' in proof
      ? new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
      : new AuthError(400, 'current_password_invalid', 'Current password is wrong')
  }
}

export const userCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/user',
    handle: async (request) => getUser(request, (await requireSession(request)).userId),
  },
  { method: 'PUT', path: '/user', handle: handleUpdateUser },
]
