import { SETTING_KEYS, type Settings } from './settings'

/** As the screen names them, and the record of what was changed. */
export const SETTING_LABELS = {
  name: 'Name',
  membersArea: 'Members area',
  maintenanceNotice: 'Maintenance notice',
  invitationsPerMember: 'Invitations per member',
  feeBasisPoints: 'Service fee',
  priceDisplay: 'Prices shown',
  holdMinutes: 'Hold minutes',
  emailSender: 'Sender',
  contactAddress: 'Contact address',
  terms: 'Terms of Service',
  privacy: 'Privacy',
} as const satisfies Record<keyof Settings, string>

export const MEMBERS_AREA_WORDS = { signed_in: 'Anyone signed in', invited: 'Members only' } as const
export const PRICE_DISPLAY_WORDS = { itemised: 'Fee on its own line', all_in: 'Fee included' } as const

/** Too long to be said in a line: of these one says only that they changed. */
const longTexts: ReadonlySet<keyof Settings> = new Set(['terms', 'privacy', 'maintenanceNotice'])

/** `1250` -> `12.5%` */
export function percentWords(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

/** A value as a person reads it, `12.5%` or `Members only`. Undefined for what does not fit in a line. */
export function settingValueWords(key: keyof Settings, value: string | number): string | undefined {
  if (longTexts.has(key)) return undefined
  if (key === 'feeBasisPoints' && typeof value === 'number') return percentWords(value)
  const words: Readonly<Record<string, string>> = { ...MEMBERS_AREA_WORDS, ...PRICE_DISPLAY_WORDS }
  if (key === 'membersArea' || key === 'priceDisplay') return words[value] ?? String(value)
  if (key === 'emailSender' && value === '') return 'as configured'
  if (key === 'contactAddress' && value === '') return 'the sender'
  return String(value)
}

/** `Service fee 10% to 12%`, or `Terms of Service changed`. */
export function settingChangeWords(key: keyof Settings, from: string | number, to: string | number): string {
  const [before, after] = [settingValueWords(key, from), settingValueWords(key, to)]
  const label = SETTING_LABELS[key]
  return before === undefined || after === undefined ? `${label} changed` : `${label} ${before} to ${after}`
}

/** `service_fee_basis_points` -> `feeBasisPoints`; undefined for a key of another release. */
export function settingOfStoredKey(stored: string): keyof Settings | undefined {
  const keys = Object.keys(SETTING_KEYS) as (keyof Settings)[]
  return keys.find((key) => SETTING_KEYS[key] === stored)
}
