import type { EventRelation } from '~/features/events/server/public'

/** Relations that may undo any scan, not only those of the last minutes. */
export const SENIOR: readonly EventRelation[] = ['organizer', 'manager']

export function isSeniorAt({ relations }: { relations: readonly EventRelation[] }): boolean {
  return relations.some((relation) => SENIOR.includes(relation))
}
