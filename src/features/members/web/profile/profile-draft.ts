import { formatMoney } from '~/lib/money'
import type { MyProfile, Visibility } from '../../contract-shapes'
import { parseEquipment } from '../../rules/equipment'
import type { Genre } from '../../rules/genre'
import type { MemberType } from '../../rules/member-type'

/** A removable row; `key` identifies it in the form and is not saved. */
export type LinkRow = { key: string; label: string; url: string }
export type EquipmentRow = { key: string; count: string; item: string }

/** The profile as typed: amounts are text, and rows may be empty or invalid. */
export type ProfileDraft = {
  fullName: string
  location: string
  djName: string
  bio: string
  phone: string
  phoneVisibility: Visibility
  bookingEmail: string
  bookingEmailVisibility: Visibility
  socialLinks: LinkRow[]
  isPublic: boolean
  genres: Genre[]
  priceRange: string
  rate: string
  deposit: string
  availabilityDays: number[]
  timezone: string
  equipment: EquipmentRow[]
  memberTypes: MemberType[]
}

type DraftField = keyof ProfileDraft

/** Field labels, in the order of the screen. */
export const fieldNames: Record<DraftField, string> = {
  fullName: 'Full name',
  location: 'Location',
  djName: 'DJ Name',
  bio: 'Bio',
  phone: 'Phone',
  phoneVisibility: 'Who can see the phone',
  bookingEmail: 'Booking address',
  bookingEmailVisibility: 'Who can see the booking address',
  socialLinks: 'Social links',
  isPublic: 'Shown to others',
  genres: 'Genre',
  priceRange: 'Price Range',
  rate: 'Rate per event',
  deposit: 'Deposit',
  availabilityDays: 'Availability days',
  timezone: 'Time zone',
  equipment: 'Equipment',
  memberTypes: 'Member types',
}

const fields = Object.keys(fieldNames) as DraftField[]

export function toDraft({ values, memberTypes }: MyProfile): ProfileDraft {
  return {
    fullName: values.fullName,
    location: values.location ?? '',
    djName: values.djName ?? '',
    bio: values.bio ?? '',
    phone: values.phone ?? '',
    phoneVisibility: values.phoneVisibility,
    bookingEmail: values.bookingEmail ?? '',
    bookingEmailVisibility: values.bookingEmailVisibility,
    socialLinks: values.socialLinks.map(({ label, url }, place) => ({
      key: `kept-${place}`,
      label,
      url: shortenAddress(url),
    })),
    isPublic: values.isPublic,
    genres: [...values.genres],
    priceRange: values.priceRange ?? '',
    rate: values.rateCents === null ? '' : formatMoney(values.rateCents, 'USD'),
    deposit: values.depositPercent === null ? '' : `${values.depositPercent}%`,
    availabilityDays: values.availabilityDays.toSorted((a, b) => a - b),
    timezone: values.timezone ?? '',
    equipment: values.equipment.map((line, place) => {
      const { count, item } = parseEquipment(line)
      return { key: `kept-${place}`, count: count?.replace(/\D/gu, '') ?? '', item }
    }),
    memberTypes: [...memberTypes],
  }
}

function shortenAddress(url: string): string {
  return url.replace(/^https:\/\//u, '').replace(/^([^/]+)\/$/u, '$1')
}

/** Returns the fields in which two drafts differ, in the order of the screen. */
export function listDifferences(a: ProfileDraft, b: ProfileDraft): DraftField[] {
  return fields.filter((field) => toComparable(a[field]) !== toComparable(b[field]))
}

function toComparable(value: ProfileDraft[DraftField]): string {
  if (!Array.isArray(value)) return JSON.stringify(value)
  const entries: readonly unknown[] = value
  return JSON.stringify(
    entries
      .map((entry) => (isRow(entry) ? Object.entries(entry).filter(([name]) => name !== 'key') : entry))
      .filter(
        (entry) =>
          !Array.isArray(entry) || entry.some(([name, text]) => name !== 'label' && text.trim() !== ''),
      ),
  )
}

function isRow(entry: unknown): entry is LinkRow | EquipmentRow {
  return typeof entry === 'object' && entry !== null && 'key' in entry
}

/** Returns `after` with the fields of `draft` that differ from `before`. */
export function applyOwnChanges(
  draft: ProfileDraft,
  before: ProfileDraft,
  after: ProfileDraft,
): ProfileDraft {
  const changed = new Set<string>(listDifferences(draft, before))
  const edits = Object.fromEntries(Object.entries(draft).filter(([field]) => changed.has(field)))
  return { ...after, ...edits }
}
