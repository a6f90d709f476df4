import type { EventRelation } from '~/features/events/server/public'

/** Relations that may undo any scan, not only those of the last minutes. */
export const EVENT_MANAGERS: readonly EventRelation[] = ['organizer', 'manager']

export function isEventManager({ relations }: { relations: readonly EventRelation[] }): boolean {
  return relations.some((relation) => EVENT_MANAGERS.includes(relation))
}
