// The public interface for other features.
export type { InvitationTallies } from './tallies'
export { countOwn } from './mine/allowance'
export { findInvitation, claimInvitation } from './claim-invitation'
export { notifyOfUse } from './notify-of-use'
export { judgeCode, normalizeCode as normaliseCode } from '../rules/invitation-code'
export { countCodesLeft as codesLeft } from '../rules/allowance'
