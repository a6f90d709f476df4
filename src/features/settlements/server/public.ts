// The public interface for other features.
export { closeSettlement } from './settlement/close-settlement'
export { findSettlementResult } from './settlement/find-result'
export { listSettlementCases } from './settlement/list-cases'
export { reverseUnsentTransfers } from './transfers/reverse-unsent-transfers'
export { listWaitingSettlements } from './settlement/list-waiting'
