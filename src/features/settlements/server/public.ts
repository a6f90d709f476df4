// The public interface for other features.
export { closeSettlement } from './settlement/close-settlement'
export { findSettlementResult, listWaitingSettlements } from './settlement/list-waiting'
