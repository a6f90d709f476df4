import { AuthError, invalid } from './auth-error'
import { invitationRefused } from './invitation-in'

/** What a call of a program is refused with, for each outcome of its use case. */
export function adminRefusal(
  outcome:
    | 'not_found'
    | 'is_admin'
    | 'taken'
    | 'email_taken'
    | 'phone_taken'
    | 'id_taken'
    | 'invalid'
    | 'expired'
    | 'too_large'
    | 'bad_name',
): AuthError {
  switch (outcome) {
    case 'not_found':
      return new AuthError(404, 'user_not_found', 'User not found')
    case 'is_admin':
      return new AuthError(403, 'not_admin', 'The account of an admin is out of reach of service tokens')
    case 'taken':
    case 'email_taken':
      return new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
    case 'phone_taken':
      return new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
    case 'id_taken':
      return new AuthError(422, 'conflict', 'A user with this id already exists')
    case 'too_large':
      return invalid('data is too large')
    case 'bad_name':
      return invalid('full_name is too long')
    case 'invalid':
    case 'expired':
      return invitationRefused(outcome)
  }
}
