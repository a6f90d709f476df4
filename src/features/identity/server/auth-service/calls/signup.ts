import { z } from 'zod'
import { isSignUpClosed, SIGN_UP_CLOSED } from '../../../rules/sign-up-closed'
import { newId } from '~/lib/ids'
import { signUpToVerify } from '../../sign-up/sign-up-to-verify'
import { checkNewUser } from '../../sign-up/check-new-user'
import { nameOf } from '../../accounts/name-of'
import { signUp } from '../../sign-up/sign-up'
import { AuthError } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { needGoodPassword } from '../good-password'
import { beginningOf, invitationRefused } from '../invitation-in'
import { linkEndOf } from '../link-end'
import { asSendLimit, noTexts } from '../send-limit'
import { sessionAnswer } from '../session-answer'
import { shapeUser } from '../user-shape'
import { channel, metadata, password, reachable } from '../wire-shapes'

const body = z.looseObject({
  password,
  data: metadata.nullish(),
  channel: channel.nullish(),
  code_challenge: z.unknown().optional(),
  code_challenge_method: z.unknown().optional(),
})

/** `signInAnonymously` sends neither email, phone nor password. */
const isAnonymousSignup = (given: Readonly<Record<string, unknown>>) =>
  [given['email'], given['phone'], given['password']].every((one) => (one ?? '') === '')

async function signup(request: AuthRequest): Promise<Record<string, unknown>> {
  const { context } = request
  if (isAnonymousSignup(request.read(z.looseObject({}))))
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const { password: given, data, channel: by, ...rest } = request.read(body)
  const who = request.read(reachable)
  const end = linkEndOf(request, rest)
  const { metadata: kept, code } = beginningOf(data ?? {})
  const fullName = nameOf(kept, who)
  if (isSignUpClosed(context.config.auth, code)) throw new AuthError(422, 'signup_disabled', SIGN_UP_CLOSED)
  await needGoodPassword(context, given, { ...who, fullName })

  const provider = who.email === undefined ? 'phone' : 'email'
  await checkNewUser(context, { ...who, provider, metadata: { ...kept, full_name: fullName } })

  if (who.email !== undefined && !context.config.auth.confirmEmail) {
    const opened = await signUp(context, {
      fullName,
      email: who.email,
      password: given,
      code,
      metadata: kept,
      isConfirmed: true,
    })
    if (opened === 'taken') throw new AuthError(422, 'user_already_exists', 'User already registered')
    if (typeof opened === 'string') throw invitationRefused(opened)
    return sessionAnswer(context, opened.sessionId)
  }

  const id = newId()
  const now = context.now()
  const outcome = await asSendLimit(who.email === undefined ? 'sms' : 'email', () =>
    signUpToVerify(context, {
      id,
      who,
      fullName,
      password: given,
      metadata: kept,
      code,
      channel: by ?? 'sms',
      end,
      now,
    }),
  )
  if (outcome === 'no texts') throw noTexts()
  if (outcome !== 'sent') throw invitationRefused(outcome)
  return unconfirmedUser({
    id,
    who,
    fullName,
    metadata: kept,
    isMember: code !== undefined,
    now,
  })
}

/**
 * Builds the user in the response to a sign-up from the request alone, so that it doesn’t reveal whether the email is
 * registered.
 */
function unconfirmedUser({
  id,
  who,
  fullName,
  metadata: kept,
  isMember,
  now,
}: {
  id: string
  who: { email: string; phone?: undefined } | { email?: undefined; phone: string }
  fullName: string
  metadata: Readonly<Record<string, unknown>>
  isMember: boolean
  now: Date
}) {
  const user = shapeUser(
    {
      id,
      email: who.email ?? null,
      phone: who.phone ?? null,
      email_verified_at: null,
      phone_verified_at: null,
      new_email: null,
      new_phone: null,
      suspended_until: null,
      last_signed_in_at: null,
      created_at: now,
      updated_at: now,
      user_metadata: kept,
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

export const signupCalls: readonly AuthCall[] = [{ method: 'POST', path: '/signup', handle: signup }]
