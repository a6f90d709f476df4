// The public interface for other features.
export type { InvitationTallies } from './tallies'
export { countOwn } from './mine/allowance'
export { findInvitation, takeInvitation } from './take-invitation'
export { tellOfUse } from './tell-of-use'
export { judgeCode, normaliseCode } from '../rules/invitation-code'
export { codesLeft } from '../rules/allowance'
