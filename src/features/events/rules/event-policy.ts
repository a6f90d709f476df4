/** How a person stands to an event; one person may stand in several ways. */
export const EVENT_RELATIONS = ['organizer', 'host', 'manager', 'door'] as const
export type EventRelation = (typeof EVENT_RELATIONS)[number]

/**
 * What the people of an event may do with it:
 * edit      the event, the place, the line-up, ticket types without their prices
 * publish   put it on sale, or take it back while nothing is sold
 * money     prices, promo codes, refunds, and so cancelling and postponing
 * sales     see how it sells: revenue and analytics
 * guests    attendees, guest list, comps, messages to holders
 * check_in  let people in
 * team      who helps, and who organizes from now on
 */
export const EVENT_ACTS = ['edit', 'publish', 'money', 'sales', 'guests', 'check_in', 'team'] as const
export type EventAct = (typeof EVENT_ACTS)[number]

const actsOf: Readonly<Record<EventRelation, readonly EventAct[]>> = {
  organizer: EVENT_ACTS,
  // Reads how their event sells.
  host: ['sales'],
  // All but the money.
  manager: ['edit', 'publish', 'guests', 'check_in'],
  door: ['check_in'],
}

export function actsFor(relations: readonly EventRelation[]): EventAct[] {
  return EVENT_ACTS.filter((act) => relations.some((relation) => actsOf[relation].includes(act)))
}

export function mayDo(relations: readonly EventRelation[], act: EventAct): boolean {
  return relations.some((relation) => actsOf[relation].includes(act))
}

/** Whoever has one of these may do it: for statements that ask on their way. */
export function relationsFor(act: EventAct): EventRelation[] {
  return EVENT_RELATIONS.filter((relation) => mayDo([relation], act))
}
