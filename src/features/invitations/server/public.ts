// What other features may call.
export { findInvitation, takeInvitation } from './take-invitation'
export { tellOfUse } from './tell-of-use'
export { judgeCode, normaliseCode } from '../rules/invitation-code'
