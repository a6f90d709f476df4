/** T-02: 0 to 10 of each ticket type. */
export const MAX_PER_TYPE = 10

export interface SelectedItem {
  ticketTypeId: string
  quantity: number
}

/**
 * The most tickets of all types together. An account has one open order per event, so it can hold no more without
 * paying.
 */
export const MAX_PER_ORDER = 20

export type SelectionProblem =
  | { kind: 'empty' }
  | { kind: 'too_many_in_all' }
  | { kind: 'too_many'; ticketTypeId: string }

/** Returns how many of a type can be selected while `remaining` are available. */
export function countSelectableTickets(remaining: number): number {
  return Math.max(0, Math.min(MAX_PER_TYPE, remaining))
}

/**
 * Merges items into one per ticket type, sorted by id. Equal selections become identical, and locks are taken in this
 * order.
 */
export function mergeSelection(items: readonly SelectedItem[]): SelectedItem[] {
  const quantities = new Map<string, number>()
  for (const { ticketTypeId, quantity } of items) {
    const id = ticketTypeId.toLowerCase()
    quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  return [...quantities]
    .filter(([, quantity]) => quantity !== 0)
    .map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
    .sort((a, b) => (a.ticketTypeId < b.ticketTypeId ? -1 : 1))
}

/** Returns what is wrong with a merged selection, regardless of stock; undefined when it is valid. */
export function findSelectionProblem(items: readonly SelectedItem[]): SelectionProblem | undefined {
  if (items.length === 0) return { kind: 'empty' }
  const tooMany = items.find(({ quantity }) => quantity > MAX_PER_TYPE)
  if (tooMany) return { kind: 'too_many', ticketTypeId: tooMany.ticketTypeId }
  const total = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return total > MAX_PER_ORDER ? { kind: 'too_many_in_all' } : undefined
}

/** Describes a selection of merged items, to check that two reservations with the same key are the same request. */
export function describeSelection(
  eventId: string,
  items: readonly SelectedItem[],
  promoCode?: string | null,
): string {
  const lines = items.map((item) => `${item.ticketTypeId}:${item.quantity}`)
  return [eventId.toLowerCase(), ...lines, ...(promoCode ? [promoCode] : [])].join(' ')
}
