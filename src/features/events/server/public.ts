// What other features may call.
export { findOwnEvent, type OwnEvent } from './own-event'
export { findOwnEvents } from './own-events'
export { mayDo } from '../rules/event-policy'
export { changeNight, type NightTimes } from '../rules/night-times'
export { cancelNight, postponeNight, setNightDate } from './change-night'
export { noteTold, takeUntold, tellHoldersJob, type Told } from './told'
export { findManagersOf, findPeopleOf } from './desk/event-people'
