import { formatShort } from '~/lib/time'

/** Emails use UTC, since the reader’s zone is unknown. */
export function formatUtc(at: Date): string {
  return `${formatShort(at, 'UTC')} UTC`
}
