import { normalizeCode } from '~/features/invitations/server/public'
import type { Beginning } from '../email-and-sms/jobs'
import { AuthError } from './auth-error'

/** Splits `data` of an app’s sign-up into metadata and invitation code. */
export function parseSignUpData({ invitation_code: given, ...metadata }: Record<string, unknown>): Beginning {
  return { metadata, code: typeof given === 'string' ? normalizeCode(given) || undefined : undefined }
}

/** Returns the error for a refused invitation code. The specification fixes its message. */
export function createInvitationError(reason: 'invalid' | 'expired'): AuthError {
  const message = reason === 'expired' ? 'Invitation code has expired' : 'Invalid or expired invitation code'
  return new AuthError(422, 'validation_failed', message)
}
