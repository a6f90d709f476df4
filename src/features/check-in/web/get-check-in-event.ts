import type { CheckInList } from '../contract'
import { checkInClient } from './queries'

/**
 * Returns the data to render the page with; NOT_FOUND for callers who may not check in here. The list itself is never
 * part of the HTML.
 */
export async function getCheckInEvent(eventId: string): Promise<Pick<CheckInList, 'event' | 'counts'>> {
  const { event, counts } = await checkInClient.open.call({ eventId })
  return { event, counts }
}
