// The public interface for other features.
export { closeSettlement } from './settlement/close-settlement'
export { findSettlementResult } from './settlement/find-result'
export { listSettlementCases } from './settlement/list-cases'
export { dropTransfers } from './transfers/drop-transfers'
export { listWaitingSettlements } from './settlement/list-waiting'
