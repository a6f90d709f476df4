import { z } from 'zod'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { authenticationResponse, registrationResponse } from '../../../contract-shapes'
import { FACTORS_MAX, FACTOR_KINDS, FRIENDLY_NAME_MAX } from '../../../rules/factor'
import { createFactorChallenge } from '../../factors/challenge-factor'
import { removeFactor } from '../../factors/change-factor'
import { enrollFactor } from '../../factors/enroll-factor'
import { isAssured } from '../../sessions/lock-account'
import { isUnverifiedFactor } from '../../factors/list-factors'
import { verifyFactor } from '../../factors/verify-factor'
import { getRelyingParty } from '../../passkeys/relying-party'
import type { AuthCall, AuthRequest } from '../auth-call'
import { AuthError, createValidationError } from '../auth-error'
import { requireReauthenticated, requireSession, createSessionError, verifyFirst } from '../bearer-session'
import { reportSendLimit } from '../send-limit'
import { createSessionResponse } from '../session-response'
import { channel, phone } from '../request-schemas'

const createTextSchema = (most: number) =>
  z
    .union([z.string().max(most), z.null()])
    .transform((given) => cleanSingleLineText(given ?? '') || undefined)
    .optional()

const enrollBody = z.looseObject({
  factor_type: z.enum(FACTOR_KINDS, 'factor_type needs to be totp, phone, or webauthn'),
  friendly_name: createTextSchema(FRIENDLY_NAME_MAX),
  issuer: createTextSchema(100),
  phone: z.unknown().optional(),
})

/** A client may send our relying party id, but no other. */
const party = z.looseObject({ rpId: z.string().max(300).optional() })

const challengeBody = z.looseObject({
  channel: channel.nullish(),
  webauthn: party.optional(),
})

const verifyBody = z.looseObject({
  challenge_id: z.string({ error: 'challenge_id is missing' }).max(64).toLowerCase(),
  code: z.union([z.string(), z.number()]).transform(String).optional(),
  webauthn: party
    .extend({ type: z.enum(['create', 'request']), credential_response: z.unknown().optional() })
    .optional(),
})

function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

/**
 * Returns the error for an outcome that every factor call can have; `needed` names the call’s action in the error
 * message.
 */
function createFactorError(
  outcome: 'not_found' | 'unassured' | 'unverified' | 'ended',
  needed: string,
  status = 403,
): AuthError {
  if (outcome === 'not_found') return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  if (outcome === 'unverified') return verifyFirst()
  if (outcome === 'unassured') return new AuthError(status, 'insufficient_aal', `AAL2 required to ${needed}`)
  return createSessionError()
}

async function handleEnroll(request: AuthRequest) {
  const holder = await requireSession(request)
  // A session without two-step verification is refused in `enrollFactor`, so that it gets the error of this call.
  if (isAssured(holder)) await requireReauthenticated(request, holder)
  const body = request.read(enrollBody)
  const { factor_type: kind, friendly_name: name } = body
  const outcome = await enrollFactor(request.context, holder, {
    name,
    ...(kind === 'phone'
      ? { kind, phone: request.read(z.looseObject({ phone })).phone }
      : kind === 'totp'
        ? { kind, issuer: body.issuer }
        : { kind }),
  })
  if (outcome === 'too_many')
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      `Maximum number of ${FACTORS_MAX} enrolled factors reached, unenroll to continue`,
    )
  if (outcome === 'name_taken')
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name ?? ''}" for this user already exists`,
    )
  if (outcome === 'phone_taken')
    throw new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    )
  if (outcome === 'no_text_messages')
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (typeof outcome === 'string') throw createFactorError(outcome, 'enroll a new factor')
  return {
    id: outcome.id,
    type: outcome.kind,
    friendly_name: outcome.name ?? undefined,
    ...(outcome.phone !== null && { phone: outcome.phone.slice(1) }),
    ...(outcome.totp && {
      totp: { qr_code: outcome.totp.qr, secret: outcome.totp.secret, uri: outcome.totp.uri },
    }),
  }
}

async function handleChallenge(request: AuthRequest) {
  const holder = await requireSession(request)
  const { channel: by, webauthn } = request.read(challengeBody)
  checkRelyingParty(request, webauthn)
  const factorId = request.params['id'] ?? ''
  // A challenge for an unverified factor is part of adding it: a security key is only created then.
  const isAdding = await isUnverifiedFactor(request.context.db, { userId: holder.userId, factorId })
  if (isAdding && isAssured(holder)) await requireReauthenticated(request, holder)
  const run = () => createFactorChallenge(request.context, holder, { factorId, channel: by ?? 'sms' })
  // Apps send a channel only for a challenge by text message. Only that can reach a message limit.
  const outcome = await (by == null ? run() : reportSendLimit('sms', run))
  if (outcome === 'not_sent')
    throw new AuthError(422, 'sms_send_failed', 'Error sending the message, try again in a moment')
  if (typeof outcome === 'string') throw createFactorError(outcome, 'challenge an unverified factor')
  const { challengeId, kind, expiresAt, creation, request: wanted } = outcome
  return {
    id: challengeId,
    type: kind,
    expires_at: toSeconds(expiresAt),
    ...(creation && { webauthn: { type: 'create', credential_options: { publicKey: creation } } }),
    ...(wanted && { webauthn: { type: 'request', credential_options: { publicKey: wanted } } }),
  }
}

async function handleVerify(request: AuthRequest) {
  const holder = await requireSession(request)
  const { challenge_id: challengeId, code, webauthn } = request.read(verifyBody)
  checkRelyingParty(request, webauthn)
  const outcome = await verifyFactor(request.context, holder, {
    factorId: request.params['id'] ?? '',
    challengeId,
    proof: { code, ...parseSecurityKeyResponse(webauthn) },
  })
  if (typeof outcome === 'string') throw createFactorError(outcome, 'verify a new factor')
  if ('problem' in outcome)
    throw outcome.problem === 'over'
      ? new AuthError(
          422,
          'mfa_challenge_expired',
          'MFA challenge has expired, verify against another challenge or create a new challenge.',
        )
      : new AuthError(
          422,
          'mfa_verification_failed',
          {
            totp: 'Invalid TOTP code entered',
            phone: 'Invalid MFA Phone code entered',
            webauthn: 'Invalid credential',
          }[outcome.kind],
        )
  return createSessionResponse(request.context, holder.sessionId)
}

function parseSecurityKeyResponse(given: z.output<typeof verifyBody>['webauthn']) {
  if (given === undefined) return {}
  const { type, credential_response: response } = given
  const read =
    type === 'create'
      ? z.object({ registration: registrationResponse }).safeParse({ registration: response })
      : z.object({ authentication: authenticationResponse }).safeParse({ authentication: response })
  if (!read.success) throw createValidationError('Invalid credential response')
  return read.data
}

function checkRelyingParty({ context }: AuthRequest, given: { rpId?: string | undefined } | undefined): void {
  const { id } = getRelyingParty(context.config)
  if (given?.rpId !== undefined && given.rpId !== id) throw createValidationError(`rpId must be ${id}`)
}

async function handleUnenroll(request: AuthRequest) {
  const holder = await requireSession(request)
  const id = (request.params['id'] ?? '').toLowerCase()
  // An unverified factor protects nothing, so removing it needs no reauthentication.
  const isUnfinished = await isUnverifiedFactor(request.context.db, { userId: holder.userId, factorId: id })
  if (!isUnfinished && isAssured(holder)) await requireReauthenticated(request, holder)
  const outcome = await removeFactor(request.context, holder, id)
  // GoTrue responds with 422 here, and with 403 in the other calls.
  if (outcome !== 'removed') throw createFactorError(outcome, 'unenroll verified factor', 422)
  return { id }
}

export const factorCalls: readonly AuthCall[] = [
  { method: 'POST', path: '/factors', handle: handleEnroll },
  { method: 'POST', path: '/factors/:id/challenge', handle: handleChallenge },
  { method: 'POST', path: '/factors/:id/verify', handle: handleVerify },
  { method: 'DELETE', path: '/factors/:id', handle: handleUnenroll },
]
