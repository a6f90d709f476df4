const DAY_MS = 86_400_000

/** Returns the number of days between two days such as `2026-12-05`; negative if `to` is earlier. */
export function countDaysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** Returns the tickets per day needed to sell out in that many days; null without tickets or days left. */
export function computePerDayToSellOut({ left, days }: { left: number; days: number | null }): number | null {
  return left <= 0 || days === null || days <= 0 ? null : Math.ceil(left / days)
}

/** Returns tickets per view in tenths of a percent, rounded; null without a view. */
export function computeConversion(tickets: number, views: number): number | null {
  return views === 0 ? null : Math.round((tickets / views) * 1000)
}
