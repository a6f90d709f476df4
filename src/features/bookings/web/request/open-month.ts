import type { QueryClient } from '@tanstack/react-query'
import { addMonths } from '../../rules/month-days'
import { availabilityQuery } from '../queries'
import { freeDays } from './day-states'

/**
 * For the page's loader: the month to open, which is read then. That of the day that is asked for; else this one, or the
 * next when nothing is free in what is left of it. Where the calendar fails, its part of the page says so.
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
