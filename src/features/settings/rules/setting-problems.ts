import { isEmail, normalizeEmail } from '~/lib/email'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { formatCount } from '~/lib/count'
import { cleanAddress, findAddressProblem } from '~/lib/postal-address'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { DEFAULT_TEXTS, isTextKey } from './default-texts'
import {
  LEGAL_NAME_MAX,
  MIN_HOLD_MINUTES,
  MAX_FEE_BASIS_POINTS,
  MAX_HOLD_MINUTES,
  MAX_INVITATIONS,
  NAME_MAX,
  MAINTENANCE_NOTICE_MAX,
  type Settings,
  settingParsers,
  TAX_ID_MAX,
  TEXT_MAX,
} from './settings'

type Value = string | number

function isAddressKey(key: keyof Settings): boolean {
  return key === 'emailSender' || key === 'contactAddress'
}

/** Normalizes an entered value: removes invisible characters, and writes equivalent values in the same way. */
export function normalizeSetting(key: keyof Settings, value: Value): Value {
  if (typeof value === 'number') return value
  if (key === 'name' || key === 'legalName' || key === 'taxId') return cleanSingleLineText(value)
  if (isAddressKey(key)) return normalizeEmail(cleanSingleLineText(value))
  if (key === 'legalAddress') return cleanAddress(value)
  const text = cleanMultiLineText(value)
  // A text equal to the default is stored as empty, so that it follows the defaults of later releases.
  return isTextKey(key) && text === DEFAULT_TEXTS[key].trim() ? '' : text
}

const findLengthProblem = (value: Value, max: number): string | undefined => {
  const length = Array.from(String(value)).length
  return length > max
    ? `At most ${formatCount(max)} characters: shorten it by ${formatCount(length - max)}.`
    : undefined
}

const sentences: Record<keyof Settings, (value: Value) => string> = {
  name: (value) => findLengthProblem(value, NAME_MAX) ?? 'Enter a name for the site.',
  membersArea: () => 'Choose who can open the members area.',
  maintenanceNotice: (value) =>
    findLengthProblem(value, MAINTENANCE_NOTICE_MAX) ?? 'Enter a notice, or leave the field empty.',
  invitationsPerMember: () => `Enter a whole number from 0 to ${MAX_INVITATIONS}.`,
  feeBasisPoints: () => `Enter a percentage from 0 to ${MAX_FEE_BASIS_POINTS / 100}, such as 10 or 12.5.`,
  feeTaxPpm: () => 'Enter a percentage from 0 to 100, such as 19 or 8.875.',
  priceDisplay: () => 'Choose how prices are shown.',
  processingFees: () => 'Choose who pays the processing fees.',
  holdMinutes: () => `Enter whole minutes from ${MIN_HOLD_MINUTES} to ${MAX_HOLD_MINUTES}.`,
  emailSender: () => 'Enter an address such as hello@yoursite.example, or leave it empty.',
  contactAddress: () => 'Enter an address such as help@yoursite.example, or leave it empty.',
  legalName: (value) => findLengthProblem(value, LEGAL_NAME_MAX) ?? 'Enter a name, or leave the field empty.',
  legalAddress: (value) => findAddressProblem(String(value)) ?? 'Enter an address, or leave the field empty.',
  taxId: (value) => findLengthProblem(value, TAX_ID_MAX) ?? 'Enter a tax ID, or leave the field empty.',
  terms: (value) => findLengthProblem(value, TEXT_MAX) ?? 'Enter the text, or restore the default.',
  privacy: (value) => findLengthProblem(value, TEXT_MAX) ?? 'Enter the text, or restore the default.',
  accessibility: (value) => findLengthProblem(value, TEXT_MAX) ?? 'Enter the text, or restore the default.',
}

/** Returns the error message for a normalized value that can't be saved; undefined if it can be saved. */
export function findSettingProblem(key: keyof Settings, value: Value): string | undefined {
  const isTaken = settingParsers[key](value) !== undefined
  const isAddress = !isAddressKey(key) || value === '' || (typeof value === 'string' && isEmail(value))
  return isTaken && isAddress ? undefined : sentences[key](value)
}
