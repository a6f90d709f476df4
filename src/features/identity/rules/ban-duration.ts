/** Longer bans are shortened to ten years, which is also the longest ban in the admin interface. */
const MAX_YEARS = 10

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/**
 * Returns when a ban with the protocol's `ban_duration` ends: decimal numbers, each with its unit, such as `24h` or
 * `1h30m`; at most ten years. Null for `none`, which lifts the ban; undefined for an invalid duration.
 */
export function findBanEnd(duration: string, now: Date): Date | null | undefined {
  if (duration === 'none') return null
  if (duration.length > 60 || !/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(duration)) return undefined
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
  const ms = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0), 0)
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS)
  return new Date(Math.min(now.getTime() + ms, latest.getTime()))
}
