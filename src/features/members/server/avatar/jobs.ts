import type { AvatarServices } from './context'
import { removeDueMedia, removeMediaJob } from './remove-media'

/** Registers the job that deletes unused files: right after a picture is replaced, and periodically for leftovers. */
export function registerAvatarJobs({ db, jobs, storage }: AvatarServices): void {
  jobs.work<object>(removeMediaJob, () => removeDueMedia(db, storage))
  // The periodic run also deletes the files of uploads that were cut off when the process was killed, and of accounts
  // that an SQL statement deleted.
  jobs.every(300, 'delete unused files', () => removeDueMedia(db, storage))
}
