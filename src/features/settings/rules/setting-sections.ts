import type { Settings } from './settings'

/**
 * Maps each setting to its section. The settings of a section are saved together. Each text is a section of its own,
 * so that saving one text never publishes a draft of another.
 */
export const SETTING_SECTIONS = {
  name: 'site',
  membersArea: 'site',
  maintenanceNotice: 'site',
  invitationsPerMember: 'invitations',
  feeBasisPoints: 'money',
  feeTaxPpm: 'money',
  priceDisplay: 'money',
  processingFees: 'money',
  holdMinutes: 'money',
  emailSender: 'mail',
  contactAddress: 'mail',
  legalName: 'invoices',
  legalAddress: 'invoices',
  taxId: 'invoices',
  terms: 'Terms of Service',
  privacy: 'Privacy',
  accessibility: 'Accessibility',
} as const satisfies Record<keyof Settings, string>

export type SettingSection = (typeof SETTING_SECTIONS)[keyof Settings]

export function isInOneSection(keys: readonly (keyof Settings)[]): boolean {
  return new Set(keys.map((key) => SETTING_SECTIONS[key])).size <= 1
}
