import type { Jobs } from '~/platform/jobs/jobs'
import { type InvoiceServices, issueDueInvoices } from './issue-due-invoices'

/** Registers the job of the invoices feature. Call it before the job runner starts. */
export function registerInvoiceJobs({
  jobs,
  db,
  settings,
}: Omit<InvoiceServices, 'now'> & { jobs: Pick<Jobs, 'every'> }): void {
  jobs.every(10, 'issue invoices', () => issueDueInvoices({ db, settings, now: () => new Date() }), 12)
}
