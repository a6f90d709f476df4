export const WRONG_PASSWORD = 'That isn’t your current password.'
export const SAME_PASSWORD = 'This is already your password. Choose a different one.'
export const PASSWORD_LEAKED =
  'This password is easy to guess: it is on a list of stolen passwords, or it is your name, your email or the name of this site. Choose a different one.'
export const REAUTHENTICATION_MISSING =
  'Confirm that it’s you first: enter your password, or a code that we send you.'
export const SAME_EMAIL = 'This is already your email address.'
export const SAME_PHONE = 'This is already your phone number.'
export const PHONE_TAKEN = 'Another account already has that number.'
export const ONLY_SIGN_IN_METHOD = 'Without this number, we couldn’t reach you. Add an email address first.'
export const NO_PENDING_CHANGE = 'You have no phone number to confirm. Request a new code.'
export const CAPTCHA_FAILED = 'The security check failed. Try again.'
export const REAUTHENTICATION_REQUIRED = 'Confirm that it’s you first.'
export const FACTOR_NEEDED = 'You use two-step verification. Complete it or enter your password.'
