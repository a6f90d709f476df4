import { isZone } from '~/lib/time'
import type { ProfileInput } from '../../contract-shapes'
import type { ProfileDraft } from './profile-draft'

/** Error messages by field: `fullName`, or `socialLinks.<key of the row>`. */
export type Problems = Record<string, string>

type Read = { input: ProfileInput; problems: Problems }

/** Returns the input to send, and the errors found locally; the server validates everything again. */
export function parseDraft(draft: ProfileDraft, version: string): Read {
  const problems: Problems = {}
  if (draft.fullName.trim() === '') problems['fullName'] = 'Enter your name.'
  const rateCents = parseCents(draft.rate)
  if (rateCents === undefined) problems['rate'] = 'Enter an amount such as $1,200.00.'
  const depositPercent = parsePercent(draft.deposit)
  if (depositPercent === undefined) problems['deposit'] = 'Enter a percentage such as 25%.'
  const timezone = draft.timezone.trim()
  if (timezone !== '' && !isZone(timezone)) problems['timezone'] = 'Choose a zone such as Europe/Berlin.'
  for (const { key, count, item } of draft.equipment) {
    if (item.trim() === '' && count.trim() !== '') problems[`equipment.${key}`] = 'Enter the item.'
    else if (!/^\d{0,3}$/u.test(count.trim())) problems[`equipment.${key}`] = 'Enter a whole number.'
  }
  const input: ProfileInput = {
    fullName: draft.fullName,
    location: draft.location,
    bio: draft.bio,
    djName: draft.djName,
    phone: draft.phone,
    phoneVisibility: draft.phoneVisibility,
    bookingEmail: draft.bookingEmail,
    bookingEmailVisibility: draft.bookingEmailVisibility,
    socialLinks: listSentLinks(draft).map(({ label, url }) => ({ label, url })),
    genres: draft.genres,
    priceRange: draft.priceRange,
    rateCents: rateCents ?? null,
    depositPercent: depositPercent ?? null,
    availabilityDays: draft.availabilityDays,
    timezone: timezone || null,
    equipment: listSentEquipment(draft).map(({ count, item }) =>
      count.trim() ? `${Number(count)} × ${item.trim()}` : item.trim(),
    ),
    isPublic: draft.isPublic,
    version,
  }
  return { input, problems }
}

/** Maps the server’s errors from paths of the sent input to fields of the draft. */
export function toDraftProblems(problems: Record<string, string>, sent: ProfileDraft): Problems {
  return Object.fromEntries(
    Object.entries(problems).map(([path, sentence]) => {
      const [field = '', place] = path.split('.')
      if (field === 'rateCents') return ['rate', sentence]
      if (field === 'depositPercent') return ['deposit', sentence]
      if (field === 'types') return ['memberTypes', sentence]
      const rows =
        field === 'socialLinks' ? listSentLinks(sent) : field === 'equipment' ? listSentEquipment(sent) : []
      const row = place === undefined ? undefined : rows[Number(place)]
      return [row ? `${field}.${row.key}` : field, sentence]
    }),
  )
}

const listSentLinks = ({ socialLinks }: ProfileDraft) => socialLinks.filter(({ url }) => url.trim() !== '')
const listSentEquipment = ({ equipment }: ProfileDraft) => equipment.filter(({ item }) => item.trim() !== '')

/** Parses `$1,200.50` as 120050 cents; empty as null, anything else as undefined. */
export function parseCents(text: string): number | null | undefined {
  const plain = text.replace(/[\s,$]/gu, '')
  if (plain === '') return null
  const [, dollars, cents = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/u.exec(plain) ?? []
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** Parses `25%` as 25; empty as null, anything but an integer from 0 to 100 as undefined. */
export function parsePercent(text: string): number | null | undefined {
  const plain = text.replace(/[\s%]/gu, '')
  if (plain === '') return null
  return /^\d{1,3}$/u.test(plain) && Number(plain) <= 100 ? Number(plain) : undefined
}
