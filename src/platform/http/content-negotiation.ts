import Negotiator from 'negotiator'
import type { Encoding } from './encoding'

// The best encoding first. The order in Accept-Encoding isn't used: clients list gzip first without preferring it.
const ENCODINGS: Encoding[] = ['br', 'gzip']

/** Returns the best encoding that Accept-Encoding allows, or undefined for none. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const accepted = negotiator.encodings(ENCODINGS)
  return ENCODINGS.find((encoding) => accepted.includes(encoding))
}

/** Whether Accept prefers a page to JSON. */
export function isHtmlPreferred(accept: string | undefined): boolean {
  const negotiator = new Negotiator({ headers: { accept } })
  return negotiator.mediaType(['application/json', 'text/html']) === 'text/html'
}
