export const ENTER_PASSWORD = 'Enter your password.'
export const ENTER_CODE = 'Enter the six digits.'
export const WRONG_PASSWORD = 'That is not your password.'
export const WRONG_CODE =
  'These are not the digits that were sent last. Have new ones sent if it has been a while.'
export const PHONES_OFF =
  'This house sends no text messages, so no code reaches you. Ask whoever runs it to delete the account.'
export const BUSY = 'Too many people are signing in right now. Try again in a moment.'
export const LAST_ADMIN = 'You are the last admin. Make somebody else an admin first.'
/** Fallback; the server sends a sentence that names the events. */
export const ORGANIZES = 'You organize nights to come. Cancel or hand them over first.'
export const PROOF_NEEDED = 'Show that it is you first.'
export const ALREADY_ASKED = 'One archive a day. The last one is still fresh.'
export const ACCOUNT_GONE = 'Your account is deleted. Thank you for the nights.'
