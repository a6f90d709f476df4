import { formatTaxRate } from '~/lib/tax-rate'
import { SETTING_KEYS, type Settings } from './settings'

/** Labels of the settings page and the audit log. */
export const SETTING_LABELS = {
  name: 'Name',
  membersArea: 'Members area',
  maintenanceNotice: 'Maintenance notice',
  invitationsPerMember: 'Invitations per member',
  feeBasisPoints: 'Service fee',
  feeTaxPpm: 'Tax in the service fee',
  priceDisplay: 'Prices shown',
  processingFees: 'Processing fees',
  holdMinutes: 'Hold minutes',
  emailSender: 'Sender',
  contactAddress: 'Contact address',
  legalName: 'Legal name',
  legalAddress: 'Legal address',
  taxId: 'Tax ID',
  terms: 'Terms of Service',
  privacy: 'Privacy',
  accessibility: 'Accessibility',
} as const satisfies Record<keyof Settings, string>

export const MEMBERS_AREA_LABELS = { signed_in: 'Anyone signed in', invited: 'Members only' } as const
export const FEE_BEARER_LABELS = { organizer: 'Paid by the organizer', site: 'Paid by the site' } as const
export const PRICE_DISPLAY_LABELS = { itemised: 'Fee shown on its own line', all_in: 'Fee included' } as const

const choiceLabels: Partial<Record<keyof Settings, Readonly<Record<string, string>>>> = {
  membersArea: MEMBERS_AREA_LABELS,
  priceDisplay: PRICE_DISPLAY_LABELS,
  processingFees: FEE_BEARER_LABELS,
}

/** Settings whose values are too long for one line. Descriptions of a change leave out these values. */
const longTexts: ReadonlySet<keyof Settings> = new Set([
  'terms',
  'privacy',
  'accessibility',
  'maintenanceNotice',
  'legalAddress',
])

/** Formats basis points as a percentage: `1250` -> `12.5%`. */
export function formatPercent(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

/** Formats a value for people, `12.5%` or `Members only`. Returns undefined for long texts. */
export function formatSettingValue(key: keyof Settings, value: string | number): string | undefined {
  if (longTexts.has(key)) return undefined
  if (key === 'feeBasisPoints' && typeof value === 'number') return formatPercent(value)
  if (key === 'feeTaxPpm' && typeof value === 'number') return formatTaxRate(value)
  const labels = choiceLabels[key]
  if (labels !== undefined) return labels[value] ?? String(value)
  if (key === 'emailSender' && value === '') return 'as configured'
  if (key === 'contactAddress' && value === '') return 'the sender'
  if (key === 'legalName' && value === '') return 'the site’s name'
  if (key === 'taxId' && value === '') return 'none'
  return String(value)
}

/** Describes a change: `Service fee 10% to 12%`, or `Terms of Service changed`. */
export function describeSettingChange(
  key: keyof Settings,
  from: string | number,
  to: string | number,
): string {
  const [before, after] = [formatSettingValue(key, from), formatSettingValue(key, to)]
  const label = SETTING_LABELS[key]
  return before === undefined || after === undefined ? `${label} changed` : `${label} ${before} to ${after}`
}

/**
 * Returns the setting of a stored key, `service_fee_basis_points` -> `feeBasisPoints`; undefined for a key of another
 * release.
 */
export function findSettingByStoredKey(stored: string): keyof Settings | undefined {
  const keys = Object.keys(SETTING_KEYS) as (keyof Settings)[]
  return keys.find((key) => SETTING_KEYS[key] === stored)
}
