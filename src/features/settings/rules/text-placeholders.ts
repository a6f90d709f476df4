import type { Settings } from './settings'
import { formatPercent } from './setting-labels'

type Filled = Pick<Settings, 'name' | 'feeBasisPoints' | 'holdMinutes' | 'contactAddress'>

const fillings = {
  '{name}': { key: 'name', fill: ({ name }) => name },
  '{service_fee}': { key: 'feeBasisPoints', fill: ({ feeBasisPoints }) => formatPercent(feeBasisPoints) },
  '{hold_minutes}': { key: 'holdMinutes', fill: ({ holdMinutes }) => String(holdMinutes) },
  '{contact}': {
    key: 'contactAddress',
    fill: ({ contactAddress }) =>
      contactAddress === '' ? 'the address that our emails come from' : contactAddress,
  },
} as const satisfies Record<string, { key: keyof Filled; fill: (settings: Filled) => string }>

type Placeholder = keyof typeof fillings

/** The placeholders that a text may use: `{name}`, `{service_fee}`, `{hold_minutes}`, `{contact}`. */
export const PLACEHOLDERS = Object.keys(fillings) as Placeholder[]

const pattern = /\{(?:name|service_fee|hold_minutes|contact)\}/g

/** Fills in the placeholders from the settings; other text in braces stays unchanged. */
export function fillPlaceholders(text: string, settings: Filled): string {
  return text.replaceAll(pattern, (found) => fillings[found as Placeholder].fill(settings))
}

/** Returns the settings whose placeholders occur in a text. */
export function listNamedSettings(text: string): (keyof Filled)[] {
  return PLACEHOLDERS.filter((placeholder) => text.includes(placeholder)).map((found) => fillings[found].key)
}
