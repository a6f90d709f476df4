import { formatShort, formatShortDay } from '~/lib/time'

interface Window {
  saleStartsAt: string | null
  saleEndsAt: string | null
}

/**
 * Formats when a type is on sale, in the event's zone: `Until Sat 5 Dec, 23:00`, `Fri 27 Nov – Sun 6 Dec`. Every sale
 * ends at the latest when the event starts, at `startsAt`.
 */
export function formatSaleWindow(
  { saleStartsAt, saleEndsAt }: Window,
  { timezone, startsAt, now }: { timezone: string; startsAt: string; now: number },
): string {
  if (saleEndsAt !== null && Date.parse(saleEndsAt) <= now)
    return `Ended ${formatShortDay(saleEndsAt, timezone)}`
  if (saleStartsAt !== null && Date.parse(saleStartsAt) > now)
    return saleEndsAt === null
      ? `From ${formatShort(saleStartsAt, timezone)}`
      : `${formatShortDay(saleStartsAt, timezone)} – ${formatShortDay(saleEndsAt, timezone)}`
  return `Until ${formatShort(saleEndsAt ?? startsAt, timezone)}`
}

const numbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Spells out a number up to twelve, such as `six`; larger numbers stay digits. */
export const spellNumber = (count: number): string => numbers[count] ?? String(count)

/** Describes the stock below a type's row. */
export function describeStock({
  stock,
  soldOrHeld,
  waiting,
}: {
  stock: number
  soldOrHeld: number
  waiting: number
}): string {
  const line = waiting === 0 ? '' : `${waiting} ${waiting === 1 ? 'person' : 'people'} on the waitlist`
  if (stock > 0 && soldOrHeld >= stock) return line === '' ? 'Sold out' : `Sold out, ${line}`
  const low = soldOrHeld === 0 ? '' : `${soldOrHeld} sold or held, so not fewer than ${soldOrHeld}`
  return [low, line].filter((part) => part !== '').join('. ')
}
