import { formatDateLabel, formatDayLabel } from '~/lib/format-day'
import { formatShortDate } from '~/lib/time'
import { useNow } from '~/design/use-now'
import { useReaderZone } from '~/design/use-reader-zone'

type Usage = { addedAt: string; lastUsedAt: string | null }

/**
 * Returns a function that formats `Added 3 Feb 2026, used today` in the reader's time zone. On the server and in the
 * first render, it formats only the date.
 */
export function useFormatAddedAndUsed(): (usage: Usage) => string {
  const now = useNow()
  const zone = useReaderZone() ?? 'UTC'
  return ({ addedAt, lastUsedAt }) => {
    if (now === undefined) return `Added ${formatShortDate(addedAt, zone).split(' ').slice(1).join(' ')}`
    const used = lastUsedAt === null ? 'not used yet' : `used ${formatLastUse(lastUsedAt, now, zone)}`
    return `Added ${formatDateLabel(addedAt, now, zone)}, ${used}`
  }
}

/** Formats a day as `today`, `yesterday` or `12 Mar`. */
function formatLastUse(at: string, now: number, zone: string): string {
  return formatDayLabel(at, now, zone).replace(/^(?:Today|Yesterday)$/u, (word) => word.toLowerCase())
}
