import type { Settings } from './settings'
import { SETTING_LABELS, formatSettingValue } from './setting-labels'

const MINUTE = 60_000

/** Describes who changed a setting: `Juno Okafor changed the service fee to 12% 2 minutes ago.` */
export function describeConflict(
  { key, by, at, value }: { key: keyof Settings; by: string | null; at: string; value: string | number },
  now: Date,
): string {
  const text = formatSettingValue(key, value)
  const to = text === undefined ? '' : ` to ${text}`
  return `${by ?? 'Another admin'} changed “${SETTING_LABELS[key]}”${to} ${formatAgo(now.getTime() - Date.parse(at))}.`
}

function formatAgo(age: number): string {
  const minutes = Math.floor(age / MINUTE)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return formatCountAgo(minutes, 'minute')
  return minutes < 48 * 60
    ? formatCountAgo(Math.floor(minutes / 60), 'hour')
    : formatCountAgo(Math.floor(minutes / 1440), 'day')
}

function formatCountAgo(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
