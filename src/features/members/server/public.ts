// The public interface for other features.
export { removeMediaJob } from './avatar/remove-media'
export { storePictureSet } from './avatar/store-picture-set'
