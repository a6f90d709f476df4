import type { EventRelation } from '../../../rules/event-policy'

export const RELATION_LABELS: Readonly<Record<EventRelation, string>> = {
  organizer: 'Organizer: everything',
  host: 'Host: sees sales',
  manager: 'Manager: everything except money',
  check_in: 'Check-in: sees only check-in',
}
