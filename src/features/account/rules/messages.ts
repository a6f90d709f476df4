export const ENTER_PASSWORD = 'Enter your password.'
export const ENTER_CODE = 'Enter the six-digit code.'
export const WRONG_PASSWORD = 'That password is incorrect.'
export const WRONG_CODE = 'That isn’t the latest code. If it has been a while, request a new one.'
export const TEXT_MESSAGES_DISABLED =
  'This site doesn’t send text messages, so no code can reach you. Ask the operator to delete your account.'
export const BUSY = 'The server is busy right now. Try again in a moment.'
export const LAST_ADMIN = 'You are the only active admin. Make someone else an admin first.'
/** Fallback text. The server usually sends a sentence that names the events. */
export const ORGANIZES_NEXT =
  'First cancel upcoming events or hand them over, and accept the settlements of past events.'
export const ORGANIZES = `You organize upcoming or unsettled events. ${ORGANIZES_NEXT}`
export const REAUTHENTICATION_REQUIRED = 'Confirm that it’s you first.'
export const ALREADY_REQUESTED =
  'You can request one archive a day. Download the last one, or try again later.'
export const ACCOUNT_DELETED = 'Your account is deleted.'
