import { keepPreviousData } from '@tanstack/react-query'
import { administration } from '../queries'
import { type AuditSearch, getPeriod } from './audit-search'

/** One page of the audit log; the previous page stays visible while the next one loads. */
export const auditQuery = (search: AuditSearch) => {
  const { q, action, person, after, before } = search
  return administration.audit.list.queryOptions({
    input: { period: getPeriod(search), q, action, personId: person, after, before },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Counts entries; `today` uses the browser’s time zone. */
export const auditCountsQuery = (timezone: string) =>
  administration.audit.counts.queryOptions({ input: { timezone }, staleTime: 10_000 })

export const auditTrailQuery = (personId: string) => auditQuery({ person: personId })
