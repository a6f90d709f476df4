// What other features may call.
export { findOwnEvent, type OwnEvent } from './own-event'
