// What other features may call.
export { removeMediaJob } from './avatar/remove-media'
export { storeSet } from './avatar/store-set'
