import type { EventRelation } from '~/features/events/server/public'

/** Whoever undoes whatever is old, not only what is of the last minutes. */
export const SENIOR: readonly EventRelation[] = ['organizer', 'manager']

export function isSeniorAt({ relations }: { relations: readonly EventRelation[] }): boolean {
  return relations.some((relation) => SENIOR.includes(relation))
}
