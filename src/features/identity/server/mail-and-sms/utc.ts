import { formatShort } from '~/lib/time'

/** A mail does not know where it is read. */
export function utc(at: Date): string {
  return `${formatShort(at, 'UTC')} UTC`
}
