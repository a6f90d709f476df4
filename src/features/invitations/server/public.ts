// What other features may call.
export { findInvitation, takeInvitation } from './take-invitation'
export { judgeCode, normaliseCode } from '../rules/invitation-code'
