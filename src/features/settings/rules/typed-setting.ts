import { DEFAULT_TEXTS, isTextKey } from './default-texts'
import type { Settings } from './settings'
import { normalizeSetting } from './setting-problems'
import { formatPercent } from './setting-labels'
import { formatTaxRate, parseTaxRate } from '~/lib/tax-rate'

const numbers: ReadonlySet<keyof Settings> = new Set(['invitationsPerMember', 'holdMinutes'])

/** Formats a value for its input field, such as `10%`. For an empty text, returns the default text. */
export function formatTypedSetting(key: keyof Settings, value: string | number): string {
  if (key === 'feeBasisPoints' && typeof value === 'number') return formatPercent(value)
  if (key === 'feeTaxPpm' && typeof value === 'number') return formatTaxRate(value)
  if (isTextKey(key) && value === '') return DEFAULT_TEXTS[key]
  return String(value)
}

/**
 * Parses the text of a field. Returns text that isn't a number unchanged, so that validation refuses it with a
 * message.
 */
export function parseTypedSetting(key: keyof Settings, typed: string): string | number {
  const text = typed.trim()
  if (numbers.has(key)) return /^\d{1,6}$/.test(text) ? Number(text) : text
  if (key === 'feeTaxPpm') return parseTaxRate(text) ?? text
  if (key !== 'feeBasisPoints') return normalizeSetting(key, typed)
  const [, whole, hundredths = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?\s*%?$/.exec(text) ?? []
  return whole === undefined ? text : Number(whole) * 100 + Number(hundredths.padEnd(2, '0'))
}
