export { findTransferEmail } from './transfers/find-transfer'
