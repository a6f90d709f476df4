// The public interface for other features.
export type { InvitationTallies } from './invitation-counts'
export { countOwnCodes } from './mine/allowance'
export { findInvitation, claimInvitation } from './claim-invitation'
export { refreshAfterUse } from './refresh-after-use'
export { getCodeUsability, normalizeCode } from '../rules/invitation-code'
export { countCodesLeft } from '../rules/allowance'
