// The public interface for other features.
export { removeMediaJob } from './avatar/remove-media'
export { storeDemoPortraits } from './demo-portraits/store-demo-portraits'
export { storeSet } from './avatar/store-set'
export { toPixel, storePrint } from './demo-portraits/store-print'
