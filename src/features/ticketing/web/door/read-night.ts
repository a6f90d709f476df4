import type { QueryClient } from '@tanstack/react-query'
import type { DoorList } from '../../contract-door'
import { ticketing } from '../queries'

/** The head of a door's list: what the page is drawn with. The list itself never stands in the HTML. */
export async function readNight(
  _queryClient: QueryClient,
  eventId: string,
): Promise<Pick<DoorList, 'event' | 'counts'>> {
  const { event, counts } = await ticketing.door.open.call({ eventId })
  return { event, counts }
}
