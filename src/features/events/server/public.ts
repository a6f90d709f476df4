// What other features may call.
export { findOwnEvent, type OwnEvent } from './own-event'
export {
  cancelNight,
  findNightTimes,
  type LocalTimes,
  type NightTimes,
  postponeNight,
  setNightDate,
} from './change-night'
export { noteTold, takeUntold, tellHoldersJob, type Told, toldNow } from './told'
