export { selectEventRelations, findOwnEvent, getOwnEvent, type OwnEvent } from './own-event'
export { findOwnEvents } from './own-events'
export { eventFields, selectCurrency, selectEventFields } from './event-columns'
export { canAct, listAllowedRelations, type EventRelation } from '../rules/event-policy'
export { getEventEnd } from '../rules/event-end'
export { getEventEndSql } from './event-end'
export { changeEventTimes, type EventTimes } from '../rules/event-times'
export { findEventPayeeProblem, refreshEventPayee } from './payee-check'
export { decideWaiver, listOpenWaivers } from './payee-waiver'
export { cancelEvent, postponeEvent, setEventDate } from './change-status'
export {
  findPendingChange,
  markHoldersNotified,
  initNotifiedState,
  selectNotifyAt,
  notifyHoldersJob,
  type NotifiedState,
} from './notified-state'
export { leaveBookedSet, lockEventOfBooking } from './line-up/remove-booked-dj'
export { listEventManagers, listEventPeople } from './dashboard/event-people'
