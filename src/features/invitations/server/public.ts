// What other features may call.
export type { InvitationTallies } from './tallies'
export { findInvitation, takeInvitation } from './take-invitation'
export { tellOfUse } from './tell-of-use'
export { judgeCode, normaliseCode } from '../rules/invitation-code'
