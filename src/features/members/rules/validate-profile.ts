import { findPlaceZone } from '~/lib/city-zones'
import { isEmail, normalizeEmail } from '~/lib/email'
import { hasLink, LINK_IN_NAME } from '~/lib/link-in-name'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { isZone } from '~/lib/time'
import { normalizeEquipment } from './equipment'
import { validateSocialLink, type SocialLink } from './social-link'

export const PHONE_FORM = 'Enter a number such as +49 30 555 0142.'

/** The text fields of a profile that a schema alone cannot validate. */
export type ProfileTexts = {
  fullName: string
  location: string | null
  bio: string | null
  djName: string | null
  phone: string | null
  bookingEmail: string | null
  socialLinks: SocialLink[]
  genres: string[]
  priceRange: string | null
  availabilityDays: number[]
  timezone: string | null
  equipment: string[]
}

/** The error message of a field, and the dotted path of this field in the input, such as `socialLinks.2.url`. */
export type FieldProblem = { path: string; message: string }

/**
 * Returns the profile in its stored form, and all problems that prevent saving. `isPublicHost` validates the hosts of
 * links, as in validateSocialLink.
 */
export function validateProfile<Input extends ProfileTexts>(
  input: Input,
  isPublicHost: (host: string) => boolean,
): { values: Input; problems: FieldProblem[] } {
  const problems: FieldProblem[] = []
  const addProblem = (path: string, message: string) => void problems.push({ path, message })

  const fullName = cleanSingleLineText(input.fullName)
  if (fullName === '') addProblem('fullName', 'Enter your name.')
  for (const field of ['fullName', 'djName'] as const)
    if (hasLink(input[field] ?? '')) addProblem(field, LINK_IN_NAME)

  const phone = input.phone === null ? null : parsePhone(input.phone)
  if (phone === undefined) addProblem('phone', PHONE_FORM)

  const bookingEmail = input.bookingEmail === null ? null : normalizeEmail(input.bookingEmail)
  if (bookingEmail !== null && !isEmail(bookingEmail))
    addProblem('bookingEmail', 'Enter an address such as name@example.com.')

  // Refuses a bare offset such as +02:00, which has no daylight saving time.
  if (input.timezone !== null && !(/^[A-Za-z]/u.test(input.timezone) && isZone(input.timezone)))
    addProblem('timezone', 'Choose a time zone from the list.')

  const socialLinks = input.socialLinks.map((typed, position) => {
    const label = cleanSingleLineText(typed.label)
    if (label === '') addProblem(`socialLinks.${position}.label`, 'Choose the kind of link.')
    const judged = validateSocialLink({ label, url: typed.url }, isPublicHost)
    if ('problem' in judged) addProblem(`socialLinks.${position}.url`, judged.problem)
    return 'link' in judged ? judged.link : typed
  })
  for (const [position, { url }] of socialLinks.entries())
    if (socialLinks.findIndex((link) => link.url === url) < position)
      addProblem(`socialLinks.${position}.url`, 'This address is in the list already')

  const location = toNullable(cleanSingleLineText(input.location ?? ''))
  return {
    problems,
    values: {
      ...input,
      fullName,
      location,
      timezone: input.timezone ?? findPlaceZone(location ?? '') ?? null,
      bio: toNullable(cleanMultiLineText(input.bio ?? '')),
      djName: toNullable(cleanSingleLineText(input.djName ?? '')),
      phone: phone ?? null,
      bookingEmail,
      socialLinks,
      genres: [...new Set(input.genres)],
      priceRange: toNullable(cleanSingleLineText(input.priceRange ?? '')),
      availabilityDays: [...new Set(input.availabilityDays)].toSorted((a, b) => a - b),
      equipment: input.equipment
        .map((line) => normalizeEquipment(cleanSingleLineText(line)))
        .filter((line) => line !== ''),
    },
  }
}

function toNullable(text: string): string | null {
  return text === '' ? null : text
}

/** Returns a phone number as typed, with single spaces; undefined if it cannot be dialed. */
export function parsePhone(typed: string): string | undefined {
  const text = typed.replaceAll(/\s+/gu, ' ').trim()
  const digits = text.replaceAll(/\D/gu, '').length
  return /^\+?[0-9 ()./-]+$/u.test(text) && digits >= 6 && digits <= 15 ? text : undefined
}
