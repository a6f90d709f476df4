import { createSharedReads } from '~/lib/shared-reads'
import type { EventDetail, EventPage } from '../contract'
import { type EventReader, findEvent } from './get-event'
import { type ListInput, listEvents } from './list-events'

/**
 * Reads of public events, shared by requests that arrive together. They are the same for all callers: no caller is passed in, so that
 * nothing personal can reach another person. One per process.
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
