import { keepPreviousData } from '@tanstack/react-query'
import { administration } from '../queries'
import { type AuditSearch, periodOf } from './audit-search'

/** One page; the page before stays visible while the next one loads. */
export const auditQuery = (search: AuditSearch) => {
  const { q, action, person, after, before } = search
  return administration.audit.list.queryOptions({
    input: { period: periodOf(search), q, action, personId: person, after, before },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** `today` by the days of this zone, which only the browser knows. */
export const auditCountsQuery = (timezone: string) =>
  administration.audit.counts.queryOptions({ input: { timezone }, staleTime: 10_000 })

/** The newest lines by or about a person. */
export const auditTrailQuery = (personId: string) => auditQuery({ person: personId })
