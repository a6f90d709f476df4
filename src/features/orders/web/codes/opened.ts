import type { TicketTypeChoice } from '../ticket-type-row'

/** What the codes of a visitor do; made by the code field, which is fetched when somebody has a code. */
export interface Opened {
  /** Hidden types that its code has opened. */
  access?: { code: string; types: readonly TicketTypeChoice[] }
  promo?: {
    code: string
    /** `20%` or `$16.00` */
    words: string
    /** In cents, of a subtotal. */
    takeOff: (subtotalCents: number) => number
    /** Why it did not count when the tickets were to be held. */
    fault?: string
  }
}

const LONGEST = 60

/** The codes in the address (`?code=CREW88`, of both kinds `?code=CREW88~LEEDSCREW`); undefined for what is none. */
export function readCodes(search: unknown): string | undefined {
  // `?code=123` comes as a number.
  const text = typeof search === 'number' ? String(search) : search
  return typeof text === 'string' && text.length <= LONGEST && /^[\w~-]+$/.test(text) ? text : undefined
}
