import { z } from 'zod'
import { isEmail, normalizeEmail } from '~/lib/email'
import { PASSWORD_MAX } from '../../rules/password'
import { EMAIL_OR_PHONE } from '../../rules/messages'
import type { CodeChallenge } from '../../rules/code-challenge'
import { createValidationError } from './auth-error'

export const email = z
  .string()
  .max(1000)
  .transform(normalizeEmail)
  .refine(isEmail, 'Unable to validate email address: invalid format')

/** A phone number, with or without its plus, spaces, dots and hyphens; parsed to E.164. */
export const phone = z
  .string()
  .max(40)
  .transform((text) => `+${text.replaceAll(/[\s().-]/g, '').replace(/^(?:\+|00)/, '')}`)
  .refine((number) => /^\+[1-9]\d{6,14}$/.test(number), 'Invalid phone number format (E.164 required)')

/** A password as it was sent, not normalized. One above the length limit is refused before it is hashed. */
export const password = z
  .string({ error: 'Password is missing' })
  .min(1, 'Password is missing')
  .max(PASSWORD_MAX * 4, 'Password is too long')

const MAX_DEPTH = 20

/** Limits the depth of JSON, because a few thousand levels overflow the stack here and in clients. */
function isDepthWithin(value: unknown, maxDepth = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true
  return maxDepth > 0 && Object.values(value).every((item) => isDepthWithin(item, maxDepth - 1))
}

/** Metadata sent by an app. PostgreSQL’s JSON cannot store NUL or unpaired surrogates. */
export const metadata = z
  .record(z.string().max(200), z.unknown())
  .refine((data) => isDepthWithin(data), { error: 'data is nested too deeply', abort: true })
  .refine((data) => JSON.stringify(data).length <= 16_000, 'data is too large')
  .refine(
    (data) => !/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(data)),
    'data contains characters that cannot be stored',
  )

/** The channel of a text message; sms by default. */
export const channel = z
  .enum(['sms', 'whatsapp'], { error: "Invalid channel, supported values are 'sms' or 'whatsapp'" })
  .or(z.literal('').transform(() => 'sms' as const))
  .default('sms')

/** Clients send missing values as empty strings. */
export const blank = z.union([z.literal(''), z.null()]).transform(() => undefined)

/**
 * Either an email or a phone. Parsed separately from other members, because zod can’t merge its normalized
 * result into them.
 */
export const reachable = z
  .looseObject({ email: email.or(blank).optional(), phone: phone.or(blank).optional() })
  .transform(({ email: address, phone: number }, issues) => {
    if (address !== undefined && number === undefined) return { email: address, phone: undefined }
    if (number !== undefined && address === undefined) return { email: undefined, phone: number }
    issues.addIssue(
      address === undefined ? EMAIL_OR_PHONE : 'Only an email address or phone number should be provided.',
    )
    return z.NEVER
  })

/**
 * Returns the PKCE challenge of a body or URL (RFC 7636); undefined when there is none.
 * @throws AuthError validation_failed
 */
export function parseCodeChallenge(given: {
  code_challenge?: unknown
  code_challenge_method?: unknown
}): CodeChallenge | undefined {
  const { code_challenge: value, code_challenge_method: method } = given
  if ((value ?? '') === '' && (method ?? '') === '') return undefined
  const kind = typeof method === 'string' && method !== '' ? method.toLowerCase() : 'plain'
  if (typeof value !== 'string' || !/^[\w.~-]{43,128}$/.test(value))
    throw createValidationError('code challenge does not meet the required format')
  if (kind !== 's256' && kind !== 'plain')
    throw createValidationError('code challenge method must be s256 or plain')
  return { value, method: kind }
}
