// Texts that the specification fixes (sections 4, 5 and 8).
export const ACCOUNT_CREATED = 'Account created! Please check your email for verification.'
export const SIGNED_OUT = 'Signed out successfully'
export const EMAIL_OR_PHONE = 'You must provide either an email or phone number.'

// Messages of the auth protocol that clients expect (see docs/adr on sign-up and taken addresses).
export const BAD_CREDENTIALS = 'Invalid login credentials'
export const ALREADY_REGISTERED = 'User already registered'

export const LINK_INVALID = 'This link has expired or was already used. Request a new one.'
export const BUSY = 'The server is busy right now. Try again in a moment.'

export const HAS_ADMIN = 'This site is already set up. Sign in to continue.'
export const SETUP_WRONG =
  'This isn’t the setup link that the server printed at its last start. Copy the full link and open it again.'

export const CODE_WRONG = 'This code is wrong or has expired. Check it, or request a new one.'
export const TEXT_MESSAGES_DISABLED = 'This site doesn’t send text messages. Use your email address.'

export const CODE_SPENT =
  'Too many wrong codes: this code no longer works. Request a new one, or use the link in the email.'
/** Doesn’t mention a link, because text messages contain none. */
export const TEXT_CODE_SPENT = 'Too many wrong codes: this code no longer works. Request a new one.'
