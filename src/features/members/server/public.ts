// What other features may call.
export { removeMediaJob } from './avatar/remove-media'
