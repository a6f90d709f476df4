export const MAX_TICKET_TYPES = 30
export const MAX_PROMO_CODES = 200

export const MAX_CENTS = 10_000_000
export const MAX_STOCK = 1_000_000

/** Returns the error for a stock below the tickets that are sold or held. */
export function describeMinStock(soldOrHeld: number): string {
  return `At least ${soldOrHeld}: that many are sold or held.`
}

export function describeMinLimit(used: number): string {
  return `At least ${used}: ${used === 1 ? 'one order uses' : 'that many orders use'} it.`
}

export interface Crowd {
  stockSum: number
  /** Null: the capacity is unknown. */
  capacity: number | null
}

/** Returns the number of tickets beyond the capacity; 0 when there are none or the capacity is unknown. */
export function countOverCapacity({ stockSum, capacity }: Crowd): number {
  return capacity === null ? 0 : Math.max(0, stockSum - capacity)
}

/** Returns the list with one item moved to index `to`; beyond the end means last. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = [...items]
  const [thing] = rest.splice(from, 1)
  if (thing !== undefined) rest.splice(Math.max(0, to), 0, thing)
  return rest
}
