import type { Settings } from './settings'
import { percentWords } from './setting-words'

type Filled = Pick<Settings, 'name' | 'feeBasisPoints' | 'holdMinutes'>

const fillings = {
  '{name}': { key: 'name', fill: ({ name }) => name },
  '{service_fee}': { key: 'feeBasisPoints', fill: ({ feeBasisPoints }) => percentWords(feeBasisPoints) },
  '{hold_minutes}': { key: 'holdMinutes', fill: ({ holdMinutes }) => String(holdMinutes) },
} as const satisfies Record<string, { key: keyof Filled; fill: (settings: Filled) => string }>

type Placeholder = keyof typeof fillings

/** What may stand in a text for a setting: `{name}`, `{service_fee}`, `{hold_minutes}`. */
export const PLACEHOLDERS = Object.keys(fillings) as Placeholder[]

const pattern = /\{(?:name|service_fee|hold_minutes)\}/g

/** The words with each placeholder as the settings stand; anything else in braces stays as it is. */
export function fillPlaceholders(words: string, settings: Filled): string {
  return words.replaceAll(pattern, (found) => fillings[found as Placeholder].fill(settings))
}

/** The settings that a text follows. */
export function settingsNamedIn(text: string): (keyof Filled)[] {
  return PLACEHOLDERS.filter((placeholder) => text.includes(placeholder)).map((found) => fillings[found].key)
}
