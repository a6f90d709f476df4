// What other features may call.
export { onSharedBills } from './shared-bills'
