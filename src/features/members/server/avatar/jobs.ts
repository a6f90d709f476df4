import type { AvatarServices } from './context'
import { removeDueMedia, removeMediaJob } from './remove-media'

/** Registers the job that deletes unused files: right after a picture is replaced, and periodically for leftovers. */
export function registerAvatarJobs({ db, jobs, storage }: AvatarServices): void {
  jobs.work<object>(removeMediaJob, () => removeDueMedia(db, storage))
  // Covers uploads of a killed process, and deleted accounts.
  jobs.every(300, 'delete unused files', () => removeDueMedia(db, storage))
}
