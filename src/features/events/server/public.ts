export { storeDemoVenues } from './demo-venues/store-demo-venues'
export { eventRelations, findOwnEvent, type OwnEvent } from './own-event'
export { findOwnEvents } from './own-events'
export { mayDo, relationsFor, type EventRelation } from '../rules/event-policy'
export { eventEnd } from '../rules/event-end'
export { eventEndIn } from './event-end'
export { changeEventTimes, type EventTimes } from '../rules/event-times'
export { cancelEvent, postponeEvent, setEventDate } from './change-status'
export {
  findPendingChange,
  markHoldersNotified,
  initNotifiedState,
  notifyAtOf,
  notifyHoldersJob,
  type NotifiedState,
} from './notified-state'
export { leaveBookedSet, lockEventOfBooking } from './line-up/leave-booked-set'
export { findManagersOf, findPeopleOf } from './dashboard/event-people'
