import type { CheckInList } from '../contract'
import { checkInClient } from './queries'

/** What the page is drawn with; NOT_FOUND for whoever does not work this door. The list itself never stands in the HTML. */
export async function readEvent(eventId: string): Promise<Pick<CheckInList, 'event' | 'counts'>> {
  const { event, counts } = await checkInClient.open.call({ eventId })
  return { event, counts }
}
