import { AuthError, createValidationError } from './auth-error'
import { createInvitationError } from './sign-up-data'

const EMAIL_TAKEN = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

const errors = {
  not_found: () => new AuthError(404, 'user_not_found', 'User not found'),
  is_staff: () =>
    new AuthError(403, 'not_admin', "Service tokens can't change the account of an admin or moderator"),
  taken: EMAIL_TAKEN,
  email_taken: EMAIL_TAKEN,
  phone_taken: () =>
    new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered'),
  id_taken: () => new AuthError(422, 'conflict', 'A user with this id already exists'),
  too_large: () => createValidationError('data is too large'),
  bad_name: () => createValidationError('full_name is too long or contains a link'),
  invalid: () => createInvitationError('invalid'),
  expired: () => createInvitationError('expired'),
} as const satisfies Record<string, () => AuthError>

export function createAdminError(outcome: keyof typeof errors): AuthError {
  return errors[outcome]()
}
