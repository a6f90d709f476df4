/** At most so many ticket types, and so many promo codes, in one event. */
export const MOST_TYPES = 30
export const MOST_PROMO_CODES = 200

/** What a ticket may cost, and what a code may take off, in cents. */
export const HIGHEST_CENTS = 10_000_000
export const LARGEST_STOCK = 1_000_000

/** `258 sold or held` leaves this as the lowest stock. */
export function tooLowSentence(soldOrHeld: number): string {
  return `At least ${soldOrHeld}: that many are sold or held.`
}

export function limitTooLowSentence(used: number): string {
  return `At least ${used}: ${used === 1 ? 'one order uses' : 'that many orders use'} it.`
}

export interface Crowd {
  stockSum: number
  /** Null: nobody has said how many people fit in. */
  capacity: number | null
}

/** How many more tickets there are than people fit in; 0 when all is well or nobody knows. */
export function overCapacity({ stockSum, capacity }: Crowd): number {
  return capacity === null ? 0 : Math.max(0, stockSum - capacity)
}

/** Where a thing of a list stands after it was moved to `to`; beyond the ends is at the end. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const rest = [...things]
  const [thing] = rest.splice(from, 1)
  if (thing !== undefined) rest.splice(Math.max(0, to), 0, thing)
  return rest
}
