const DAY_MS = 86_400_000

/** Whole days between two days such as `2026-12-05`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** How many tickets a day would sell out what is left in that many days; null where nothing is left, or no day. */
export function perDayToSellOut({ left, days }: { left: number; days: number | null }): number | null {
  return left <= 0 || days === null || days <= 0 ? null : Math.ceil(left / days)
}

/** Tickets per view in tenths of a percent, rounded; null without a view. */
export function conversionPerMille(tickets: number, views: number): number | null {
  return views === 0 ? null : Math.round((tickets / views) * 1000)
}
