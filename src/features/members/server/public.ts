// The public interface for other features.
export { removeMediaJob } from './avatar/remove-media'
export { storeSet } from './avatar/store-set'
