import type { QueryClient } from '@tanstack/react-query'
import { addMonths } from '../../rules/month-days'
import { availabilityQuery } from '../queries'
import { listFreeDays } from './day-states'

/**
 * Fetches the month to open, for the loader of the page: the month of the requested day, otherwise the current month,
 * or the next month if the current month has no free day left. If the calendar fails to load, only its part of the
 * page shows the error.
 */
export async function loadMonthToOpen(
  queryClient: QueryClient,
  djId: string,
  { day, now }: { day: string | undefined; now: Date },
): Promise<string> {
  const month = (day ?? now.toISOString()).slice(0, 7)
  const fetchStates = (target: string) =>
    queryClient.ensureQueryData(availabilityQuery(djId, target)).catch(() => undefined)
  const states = await fetchStates(month)
  if (day !== undefined || states === undefined || listFreeDays(states).length > 0) return month
  const next = addMonths(month, 1)
  return listFreeDays(await fetchStates(next)).length > 0 ? next : month
}
