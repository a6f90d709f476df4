import type { QueryClient } from '@tanstack/react-query'
import { addMonths } from '../../rules/month-days'
import { availabilityQuery } from '../queries'
import { freeDays } from './day-states'

/**
 * Fetches the month to open, for the loader of the page: the month of the requested day, else the current one, or the
 * next one if it has no free day left. When the calendar fails to load, its part of the page shows the error.
 */
export async function readOpenMonth(
  queryClient: QueryClient,
  djId: string,
  { asked, now }: { asked: string | undefined; now: Date },
): Promise<string> {
  const month = (asked ?? now.toISOString()).slice(0, 7)
  const read = (which: string) =>
    queryClient.ensureQueryData(availabilityQuery(djId, which)).catch(() => undefined)
  const states = await read(month)
  if (asked !== undefined || states === undefined || freeDays(states).length > 0) return month
  const next = addMonths(month, 1)
  return freeDays(await read(next)).length > 0 ? next : month
}
