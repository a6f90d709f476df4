// Texts fixed by the specification (sections 4, 5 and 8), used by the pages and the service.
export const ACCOUNT_CREATED = 'Account created! Please check your email for verification.'
export const SIGNED_OUT = 'Signed out successfully'
export const EMAIL_OR_PHONE = 'You must provide either an email or phone number.'

// Messages of the auth protocol that clients expect (see docs/adr on sign-up and taken addresses).
export const BAD_CREDENTIALS = 'Invalid login credentials'
export const ALREADY_REGISTERED = 'User already registered'

export const LINK_DEAD = 'This link has expired or was used already. Ask for a new one.'
export const BUSY = 'Too many people are signing in right now. Try again in a moment.'

export const HAS_ADMIN = 'This house has its admin already. Sign in to go on.'
export const SETUP_WRONG =
  'This is not the address that was printed at the last start. Copy it whole, and open it again.'

export const CODE_WRONG = 'This code is wrong or has expired. Type it again, or ask for a new one.'
export const PHONES_OFF = 'This house sends no text messages. Use your email address.'

export const CODE_SPENT =
  'Too many wrong codes: this one is used up. Ask for a new one; the link of the mail still works.'
/** Text messages contain no link. */
export const TEXT_CODE_SPENT = 'Too many wrong codes: this one is used up. Ask for a new one.'
