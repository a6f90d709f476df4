import { createSharedReads } from '~/lib/shared-reads'
import type { EventDetail, EventPage } from '../contract'
import { type EventReader, findEvent } from './get-event'
import { type ListInput, listEvents } from './list-events'

/**
 * Creates functions that read public events and share one read between concurrent requests. They take no caller, so
 * the result is the same for everyone. Create one instance per process.
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
