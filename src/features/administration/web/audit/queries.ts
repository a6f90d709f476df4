import { keepPreviousData } from '@tanstack/react-query'
import { administration } from '../queries'
import { type AuditSearch, periodOf } from './audit-search'

/** One page; the one before stays while the next is on its way. */
export const auditQuery = (search: AuditSearch) => {
  const { q, action, person, after, before } = search
  return administration.audit.list.queryOptions({
    input: {
      period: periodOf(search),
      ...(q && { q }),
      ...(action && { action }),
      ...(person && { personId: person }),
      ...(after && { after }),
      ...(before && { before }),
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** `today` by the days of this zone, which only the browser knows. */
export const auditCountsQuery = (timezone: string) =>
  administration.audit.counts.queryOptions({ input: { timezone }, staleTime: 10_000 })

/** The newest of everything that somebody did or that was done to them. */
export const auditTrailQuery = (personId: string) => auditQuery({ person: personId })
