import type { EventRelation } from '../../../rules/event-policy'

/** What each may do, in one line. */
export const RELATION_WORDS: Readonly<Record<EventRelation, string>> = {
  organizer: 'Organizer: everything',
  host: 'Host: sees how it sells',
  manager: 'Manager: everything except money',
  door: 'Door: sees the door and nothing else',
}
