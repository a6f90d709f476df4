import { formatShort, formatShortDay } from '~/lib/time'

interface Window {
  saleStartsAt: string | null
  saleEndsAt: string | null
}

/** When a type is on sale, as it stands in its row: `Until Sat 5 Dec, 23:00`, in the event's zone. `startsAt`: the night's own begin, with which every sale ends. */
export function saleWindowWords(
  { saleStartsAt, saleEndsAt }: Window,
  { timezone, startsAt, now }: { timezone: string; startsAt: string; now: number },
): string {
  if (saleEndsAt !== null && Date.parse(saleEndsAt) <= now)
    return `Ended ${formatShortDay(saleEndsAt, timezone)}`
  if (saleStartsAt !== null && Date.parse(saleStartsAt) > now)
    return `From ${formatShort(saleStartsAt, timezone)}`
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

/** `six`, `13` */
export const numberWord = (count: number): string => numbers[count] ?? String(count)

/** What stands under a type's row, without its code. */
export function stockWords({
  stock,
  soldOrHeld,
  waiting,
}: {
  stock: number
  soldOrHeld: number
  waiting: number
}): string {
  const line = waiting === 0 ? '' : `${waiting} ${waiting === 1 ? 'waits' : 'wait'} in line`
  if (stock > 0 && soldOrHeld >= stock) return line === '' ? 'Sold out' : `Sold out, ${line}`
  const low = soldOrHeld === 0 ? '' : `${soldOrHeld} sold or held, so not fewer than ${soldOrHeld}`
  return [low, line].filter((part) => part !== '').join('. ')
}
