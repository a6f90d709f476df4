// What other features, and the server entry, may call.
export type { AccountPort } from './admin/account-port'
export { createCallerResolver } from './caller-resolver'
export { confirmPassword } from './confirm-password'
export { forgetGuesses } from './forget-guesses'
export { hashPassword } from './password-hash'
export { SESSION_COOKIE } from './session-cookie'
export { findSetupAddress } from './setup'
export { endSession, endSessions } from './sessions'
