import type { AvatarServices } from './context'
import { removeDueMedia, removeMediaJob } from './remove-media'

/** Deletes the files that nobody shows: right after the picture was replaced, and now and then whatever is left. */
export function registerAvatarJobs({ db, jobs, storage }: AvatarServices): void {
  jobs.work<object>(removeMediaJob, () => removeDueMedia(db, storage))
  // For uploads that a killed process left half done, and for accounts that were deleted.
  jobs.every(300, 'delete files that nobody shows', () => removeDueMedia(db, storage))
}
