import type { AccountServices } from './context'
import { registerExportJobs } from './export/jobs'
import { registerRemovalJobs } from './removal/jobs'

export function registerAccountJobs(services: AccountServices): void {
  registerExportJobs(services)
  registerRemovalJobs(services)
}
