import type { TicketTypeChoice } from '../ticket-type-row'

/** The effect of a visitor's codes. Created by the code field, which is loaded on demand. */
export interface Opened {
  access?: { code: string; types: readonly TicketTypeChoice[] }
  promo?: {
    code: string
    /** The discount, such as `20%` or `$16.00`. */
    label: string
    takeOff: (subtotalCents: number) => number
    error?: string
  }
}

const MAX_LENGTH = 60

/**
 * Returns the codes in the URL (`?code=CREW88`, for both kinds `?code=CREW88~LEEDSCREW`); undefined when there is no
 * valid one.
 */
export function parseCodes(search: unknown): string | undefined {
  // `?code=123` is parsed as a number.
  const text = typeof search === 'number' ? String(search) : search
  return typeof text === 'string' && text.length <= MAX_LENGTH && /^[\w~-]+$/.test(text) ? text : undefined
}
