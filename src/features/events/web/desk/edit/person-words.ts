import type { EventRelation } from '../../../rules/event-policy'

export const RELATION_WORDS: Readonly<Record<EventRelation, string>> = {
  organizer: 'Organizer: everything',
  host: 'Host: sees how it sells',
  manager: 'Manager: everything except money',
  door: 'Door: sees the door and nothing else',
}
