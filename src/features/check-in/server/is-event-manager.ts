import type { EventRelation } from '~/features/events/server/public'

/** The relations to an event whose people may undo any scan, not only those of the last ten minutes. */
export const EVENT_MANAGERS: readonly EventRelation[] = ['organizer', 'manager']

export function isEventManager({ relations }: { relations: readonly EventRelation[] }): boolean {
  return relations.some((relation) => EVENT_MANAGERS.includes(relation))
}
