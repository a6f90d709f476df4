/** A relation of a person to an event; one person may have several. */
export const EVENT_RELATIONS = ['organizer', 'host', 'manager', 'check_in'] as const
export type EventRelation = (typeof EVENT_RELATIONS)[number]

/**
 * The actions that a relation to an event can allow:
 * - `edit`: change the event, the place, the line-up, and ticket types without their prices.
 * - `publish`: publish the event, or unpublish it while nothing is sold.
 * - `money`: manage prices, promo codes and refunds; cancel or postpone the event.
 * - `sales`: see revenue and analytics.
 * - `guests`: manage attendees, the guest list, comps and messages to ticket holders.
 * - `check_in`: check people in.
 * - `team`: manage the team, and transfer the event to a new organizer.
 */
export const EVENT_ACTIONS = ['edit', 'publish', 'money', 'sales', 'guests', 'check_in', 'team'] as const
export type EventAction = (typeof EVENT_ACTIONS)[number]

const actionsByRelation: Readonly<Record<EventRelation, readonly EventAction[]>> = {
  organizer: EVENT_ACTIONS,
  host: ['sales'],
  // Everything except money, revenue and the team.
  manager: ['edit', 'publish', 'guests', 'check_in'],
  check_in: ['check_in'],
}

export function listEventActions(relations: readonly EventRelation[]): EventAction[] {
  return EVENT_ACTIONS.filter((act) =>
    relations.some((relation) => actionsByRelation[relation].includes(act)),
  )
}

export function canAct(relations: readonly EventRelation[], act: EventAction): boolean {
  return relations.some((relation) => actionsByRelation[relation].includes(act))
}

/** Returns the relations that allow an action, for SQL conditions. */
export function listAllowedRelations(act: EventAction): EventRelation[] {
  return EVENT_RELATIONS.filter((relation) => canAct([relation], act))
}
