import { z } from 'zod'
import { isSignUpClosed, SIGN_UP_CLOSED } from '../../../rules/sign-up-closed'
import { newId } from '~/lib/ids'
import { signUpWithVerification } from '../../sign-up/sign-up-with-verification'
import { checkNewUser } from '../../sign-up/check-new-user'
import { deriveName } from '../../accounts/derive-name'
import { signUp } from '../../sign-up/sign-up'
import { AuthError } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { requireStrongPassword } from '../require-strong-password'
import { parseSignUpData, createInvitationError } from '../sign-up-data'
import { getLinkTarget } from '../link-target'
import { reportSendLimit, createTextsDisabledError } from '../send-limit'
import { createSessionResponse } from '../session-response'
import { toAuthUser } from '../format-user'
import { channel, metadata, password, reachable } from '../request-schemas'

const body = z.looseObject({
  password,
  data: metadata.nullish(),
  channel: channel.nullish(),
  code_challenge: z.unknown().optional(),
  code_challenge_method: z.unknown().optional(),
})

/** `signInAnonymously` sends neither email, phone nor password. */
const isAnonymousSignup = (given: Readonly<Record<string, unknown>>) =>
  [given['email'], given['phone'], given['password']].every((value) => (value ?? '') === '')

async function handleSignup(request: AuthRequest): Promise<Record<string, unknown>> {
  const { context } = request
  if (isAnonymousSignup(request.read(z.looseObject({}))))
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const { password: given, data, channel: by, ...rest } = request.read(body)
  const destination = request.read(reachable)
  const linkTarget = getLinkTarget(request, rest)
  const { metadata: userMetadata, code } = parseSignUpData(data ?? {})
  const fullName = deriveName(userMetadata, destination)
  if (isSignUpClosed(context.config.auth, code)) throw new AuthError(422, 'signup_disabled', SIGN_UP_CLOSED)
  await requireStrongPassword(context, given, { ...destination, fullName })

  const provider = destination.email === undefined ? 'phone' : 'email'
  await checkNewUser(context, {
    ...destination,
    provider,
    metadata: { ...userMetadata, full_name: fullName },
  })

  if (destination.email !== undefined && !context.config.auth.confirmEmail) {
    const opened = await signUp(context, {
      fullName,
      email: destination.email,
      password: given,
      code,
      metadata: userMetadata,
      isConfirmed: true,
    })
    if (opened === 'taken') throw new AuthError(422, 'user_already_exists', 'User already registered')
    if (typeof opened === 'string') throw createInvitationError(opened)
    return createSessionResponse(context, opened.sessionId)
  }

  const id = newId()
  const now = context.now()
  const outcome = await reportSendLimit(destination.email === undefined ? 'sms' : 'email', () =>
    signUpWithVerification(context, {
      id,
      destination,
      fullName,
      password: given,
      metadata: userMetadata,
      code,
      channel: by ?? 'sms',
      linkTarget,
      now,
    }),
  )
  if (outcome === 'no texts') throw createTextsDisabledError()
  if (outcome !== 'sent') throw createInvitationError(outcome)
  return createUnconfirmedUser({
    id,
    destination,
    fullName,
    metadata: userMetadata,
    isMember: code !== undefined,
    now,
  })
}

/**
 * Builds the user in the response to a sign-up from the request alone, so that it doesn’t reveal whether the email is
 * registered.
 */
function createUnconfirmedUser({
  id,
  destination,
  fullName,
  metadata: userMetadata,
  isMember,
  now,
}: {
  id: string
  destination: { email: string; phone?: undefined } | { email?: undefined; phone: string }
  fullName: string
  metadata: Readonly<Record<string, unknown>>
  isMember: boolean
  now: Date
}) {
  const user = toAuthUser(
    {
      id,
      email: destination.email ?? null,
      phone: destination.phone ?? null,
      email_verified_at: null,
      phone_verified_at: null,
      new_email: null,
      new_phone: null,
      suspended_until: null,
      last_signed_in_at: null,
      created_at: now,
      updated_at: now,
      user_metadata: userMetadata,
      app_metadata: {},
      full_name: fullName,
      avatar_url: null,
      roles: [isMember ? 'user' : 'customer'],
    },
    [],
    [],
  )
  return { ...user, confirmation_sent_at: now.toISOString() }
}

export const signupCalls: readonly AuthCall[] = [{ method: 'POST', path: '/signup', handle: handleSignup }]
