import { z } from 'zod'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { authenticationResponse, registrationResponse } from '../../../contract-shapes'
import { FRIENDLY_NAME_MAX } from '../../../rules/factor'
import { VERIFY_FIRST } from '../../../rules/factor-messages'
import { addPasskey, startAddingPasskey } from '../../passkeys/add-passkey'
import type { Question } from '../../passkeys/challenges'
import { listPasskeys, type Passkey, removePasskey, renamePasskey } from '../../passkeys/own-passkeys'
import { signInWithPasskey, startPasskeySignIn } from '../../passkeys/sign-in-with-passkey'
import type { AuthCall, AuthRequest } from '../auth-call'
import { AuthError } from '../auth-error'
import { requireAssurance, requireReauthenticatedSession } from '../bearer-session'
import { createSessionResponse } from '../session-response'

const challengeId = z.string({ error: 'challenge_id is missing' }).max(64).toLowerCase()
const addBody = z.looseObject({ challenge_id: challengeId, credential: registrationResponse })
const signInBody = z.looseObject({ challenge_id: challengeId, credential: authenticationResponse })
const renameBody = z.looseObject({
  friendly_name: z
    .string({ error: 'friendly_name is missing' })
    .transform(cleanSingleLineText)
    .pipe(
      z
        .string()
        .min(1, 'friendly_name is missing')
        .max(FRIENDLY_NAME_MAX, `friendly_name must be ${FRIENDLY_NAME_MAX} characters or less`),
    ),
})

function toChallengeBody({ challengeId: id, expiresAt }: Question, options: object) {
  return { challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

export function toPasskeyBody({ id, name, addedAt, lastUsedAt }: Passkey) {
  return {
    id,
    friendly_name: name,
    created_at: addedAt,
    ...(lastUsedAt !== null && { last_used_at: lastUsedAt }),
  }
}

const errors = {
  over: [400, 'webauthn_challenge_not_found', 'Challenge not found, expired or already used'],
  wrong: [400, 'webauthn_verification_failed', 'Credential verification failed'],
  exists: [422, 'webauthn_credential_exists', 'Credential is already registered'],
  too_many: [422, 'too_many_passkeys', 'Maximum number of passkeys reached'],
  unknown: [400, 'webauthn_verification_failed', 'Credential verification failed'],
  not_found: [404, 'webauthn_credential_not_found', 'Passkey not found'],
  unverified: [403, 'email_not_confirmed', VERIFY_FIRST],
  unassured: [403, 'insufficient_aal', 'AAL2 session is required to manage passkeys'],
  ended: [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
} as const

function createPasskeyError(outcome: keyof typeof errors): AuthError {
  const [status, code, message] = errors[outcome]
  return new AuthError(status, code, message)
}

async function handleStartAdding(request: AuthRequest) {
  const outcome = await startAddingPasskey(request.context, await requireReauthenticatedSession(request))
  if (typeof outcome === 'string') throw createPasskeyError(outcome)
  return toChallengeBody(outcome, outcome.options)
}

async function handleAdd(request: AuthRequest) {
  const holder = await requireAssurance(request)
  const { challenge_id: id, credential } = request.read(addBody)
  const outcome = await addPasskey(request.context, holder, { challengeId: id, response: credential })
  if (typeof outcome === 'string') throw createPasskeyError(outcome)
  return toPasskeyBody(outcome)
}

async function handleStartSignIn({ context }: AuthRequest) {
  const started = await startPasskeySignIn(context)
  return toChallengeBody(started, started.options)
}

async function handleSignIn({ context, read }: AuthRequest) {
  const { challenge_id: id, credential } = read(signInBody)
  const outcome = await signInWithPasskey(context, { challengeId: id, response: credential })
  if (typeof outcome === 'string') throw createPasskeyError(outcome)
  if ('suspendedUntil' in outcome) throw new AuthError(403, 'user_banned', 'User is banned')
  return createSessionResponse(context, outcome.sessionId)
}

async function handleList(request: AuthRequest) {
  const { userId } = await requireAssurance(request)
  return (await listPasskeys(request.context.db, userId)).map(toPasskeyBody)
}

async function handleRename(request: AuthRequest) {
  const holder = await requireAssurance(request)
  const { friendly_name: name } = request.read(renameBody)
  const passkeyId = request.params['id'] ?? ''
  const outcome = await renamePasskey(request.context, holder, { passkeyId, name })
  if (typeof outcome === 'string') throw createPasskeyError(outcome)
  return toPasskeyBody(outcome)
}

async function handleRemove(request: AuthRequest) {
  const outcome = await removePasskey(
    request.context,
    await requireReauthenticatedSession(request),
    request.params['id'] ?? '',
  )
  if (outcome !== 'removed') throw createPasskeyError(outcome)
  return undefined
}

export const passkeyCalls: readonly AuthCall[] = [
  { method: 'POST', path: '/passkeys/registration/options', handle: handleStartAdding },
  { method: 'POST', path: '/passkeys/registration/verify', handle: handleAdd },
  { method: 'POST', path: '/passkeys/authentication/options', handle: handleStartSignIn },
  { method: 'POST', path: '/passkeys/authentication/verify', handle: handleSignIn },
  { method: 'GET', path: '/passkeys', handle: handleList },
  { method: 'PATCH', path: '/passkeys/:id', handle: handleRename },
  { method: 'DELETE', path: '/passkeys/:id', handle: handleRemove },
]
