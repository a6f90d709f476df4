import { findAddressProblem } from '~/lib/postal-address'
import { MAX_TAX_PPM } from '~/lib/tax'

/** Who may open the members' area: anyone signed in, or invited members only. */
export type MembersArea = 'signed_in' | 'invited'
/** Whether the service fee has a separate line or is included in every price. */
export type PriceDisplay = 'itemised' | 'all_in'
/**
 * The party that pays the fees of the payment provider: the organizer of the event, or the site from its service
 * fees.
 */
export type FeeBearer = 'organizer' | 'site'

/** The settings that an admin can change. An empty text means the default text, or none. */
export interface Settings {
  name: string
  membersArea: MembersArea
  /** The notice that every page shows, unless it is empty. */
  maintenanceNotice: string
  /** The maximum number of invite codes, open and used, that a member may have: 0 to 50. */
  invitationsPerMember: number
  /** The service fee as a share of the subtotal, in basis points: 1000 is 10%. */
  feeBasisPoints: number
  /** The rate of the tax that the service fee includes, in millionths: 190,000 is 19%. */
  feeTaxPpm: number
  priceDisplay: PriceDisplay
  processingFees: FeeBearer
  /** Minutes that tickets are held during checkout, 2 to 30. */
  holdMinutes: number
  /** The sender address of emails; empty for the configured one. */
  emailSender: string
  /** The contact address of the site, for example to appeal a suspension. If empty, the sender of emails is shown. */
  contactAddress: string
  /** The name of the platform on invoices for the service fee; empty for the site's name. */
  legalName: string
  /** The platform's address on invoices for the service fee, including the country: at most five lines. */
  legalAddress: string
  taxId: string
  /** Markdown; empty for the default text. */
  terms: string
  privacy: string
  accessibility: string
}

/** The defaults, as in the specification. */
export const DEFAULT_SETTINGS: Settings = {
  name: 'Back to Back',
  membersArea: 'signed_in',
  maintenanceNotice: '',
  invitationsPerMember: 5,
  feeBasisPoints: 1000,
  feeTaxPpm: 0,
  priceDisplay: 'itemised',
  processingFees: 'organizer',
  holdMinutes: 10,
  emailSender: '',
  contactAddress: '',
  legalName: '',
  legalAddress: '',
  taxId: '',
  terms: '',
  privacy: '',
  accessibility: '',
}

/** The names of the settings in the database table `settings` and in the audit log. */
export const SETTING_KEYS = {
  name: 'name',
  membersArea: 'members_area',
  maintenanceNotice: 'maintenance_notice',
  invitationsPerMember: 'invitations_per_member',
  feeBasisPoints: 'service_fee_basis_points',
  feeTaxPpm: 'service_fee_tax_ppm',
  priceDisplay: 'price_display',
  processingFees: 'processing_fees',
  holdMinutes: 'hold_minutes',
  emailSender: 'email_sender',
  contactAddress: 'contact_address',
  legalName: 'legal_name',
  legalAddress: 'legal_address',
  taxId: 'tax_id',
  terms: 'terms',
  privacy: 'privacy',
  accessibility: 'accessibility',
} as const satisfies Record<keyof Settings, string>

export const NAME_MAX = 40
export const MAINTENANCE_NOTICE_MAX = 300
export const LEGAL_NAME_MAX = 120
export const TAX_ID_MAX = 40
export const TEXT_MAX = 40_000
export const MAX_INVITATIONS = 50
export const MAX_FEE_BASIS_POINTS = 3000
export const MIN_HOLD_MINUTES = 2
export const MAX_HOLD_MINUTES = 30

type Readers = { [Key in keyof Settings]: (value: unknown) => Settings[Key] | undefined }

const createTextParser =
  (max: number) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && Array.from(value).length <= max ? value : undefined
const createIntegerParser =
  (min: number, max: number) =>
  (value: unknown): number | undefined =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
const createChoiceParser =
  <Choice extends string>(...choices: readonly Choice[]) =>
  (value: unknown): Choice | undefined =>
    choices.find((choice) => choice === value)

/** Parsers for stored or submitted values; they return undefined for an invalid value. */
export const settingParsers: Readers = {
  name: (value) =>
    typeof value === 'string' && value.trim() !== '' ? createTextParser(NAME_MAX)(value) : undefined,
  membersArea: createChoiceParser('signed_in', 'invited'),
  maintenanceNotice: createTextParser(MAINTENANCE_NOTICE_MAX),
  invitationsPerMember: createIntegerParser(0, MAX_INVITATIONS),
  feeBasisPoints: createIntegerParser(0, MAX_FEE_BASIS_POINTS),
  feeTaxPpm: createIntegerParser(0, MAX_TAX_PPM),
  priceDisplay: createChoiceParser('itemised', 'all_in'),
  processingFees: createChoiceParser('organizer', 'site'),
  holdMinutes: createIntegerParser(MIN_HOLD_MINUTES, MAX_HOLD_MINUTES),
  emailSender: createTextParser(254),
  contactAddress: createTextParser(254),
  legalName: createTextParser(LEGAL_NAME_MAX),
  legalAddress: (value) =>
    typeof value === 'string' && findAddressProblem(value) === undefined ? value : undefined,
  taxId: createTextParser(TAX_ID_MAX),
  terms: createTextParser(TEXT_MAX),
  privacy: createTextParser(TEXT_MAX),
  accessibility: createTextParser(TEXT_MAX),
}

/** Builds the settings from stored rows. Missing and invalid values get their default. */
export function toSettings(rows: readonly { key: string; value: unknown }[]): Settings {
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const read = <Key extends keyof Settings>(key: Key): Settings[Key] =>
    settingParsers[key](stored.get(SETTING_KEYS[key])) ?? DEFAULT_SETTINGS[key]
  return {
    name: read('name'),
    membersArea: read('membersArea'),
    maintenanceNotice: read('maintenanceNotice'),
    invitationsPerMember: read('invitationsPerMember'),
    feeBasisPoints: read('feeBasisPoints'),
    feeTaxPpm: read('feeTaxPpm'),
    priceDisplay: read('priceDisplay'),
    processingFees: read('processingFees'),
    holdMinutes: read('holdMinutes'),
    emailSender: read('emailSender'),
    contactAddress: read('contactAddress'),
    legalName: read('legalName'),
    legalAddress: read('legalAddress'),
    taxId: read('taxId'),
    terms: read('terms'),
    privacy: read('privacy'),
    accessibility: read('accessibility'),
  }
}
