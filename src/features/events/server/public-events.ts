import { createSharedReads } from '~/lib/shared-reads'
import type { EventDetail, EventPage } from '../contract'
import { type EventReader, findEvent } from './get-event'
import { type ListInput, listEvents } from './list-events'

/**
 * Reads of public events, shared by concurrent requests. Takes no caller, so that the result is the same for everyone.
 * Create one per process.
 */
export function createPublicEvents(services: EventReader) {
  const pages = createSharedReads<EventPage>()
  const details = createSharedReads<EventDetail | undefined>()
  return {
    list: (input: ListInput, now: Date) =>
      pages(JSON.stringify(input), () => listEvents(services, input, now)),
    find: (id: string, now: Date) => details(id, () => findEvent(services, id, now)),
  }
}
