import { z } from 'zod'
import { manyLines } from '~/lib/many-lines'
import { oneLine } from '~/lib/one-line'
import { id } from '~/platform/rpc/contract'
import { writeEquipment } from './rules/equipment'
import { GENRES } from './rules/genre'
import { MEMBER_TYPES } from './rules/member-type'
import {
  BIO_MAX,
  DJ_NAME_MAX,
  EQUIPMENT_LINE_MAX,
  EQUIPMENT_MAX_LINES,
  GENRES_MAX,
  LOCATION_MAX,
  PHONE_MAX,
  PRICE_RANGE_MAX,
  RATE_MAX_CENTS,
  SOCIAL_LINKS_MAX,
} from './rules/profile-limits'

const iso = z.iso.datetime()
const count = z.int().min(0)
const memberType = z.enum(MEMBER_TYPES)
const genre = z.enum(GENRES)

export const djCard = z.object({
  id,
  /** The DJ name, else the full name. */
  name: z.string(),
  /** The first of their genres. */
  genre: z.string().nullable(),
  location: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  isVerified: z.boolean(),
  /** Mean of the published reviews with one decimal; null while there are none. */
  rating: z.number().min(1).max(5).nullable(),
  /** Completed ones. */
  bookings: count,
})
export type DjCard = z.output<typeof djCard>

export const upcomingEvent = z.object({
  id,
  title: z.string(),
  startsAt: iso,
  timezone: z.string(),
  venueName: z.string(),
  location: z.string(),
  imageUrl: z.string().nullable(),
})
export type UpcomingEvent = z.output<typeof upcomingEvent>

const socialLink = z.object({ label: z.string(), url: z.string() })

/** What this viewer may see of it; null is either absent or not for them. */
const contact = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whom what is left out is for, the wider circle of the two; null when nothing is kept from this viewer. */
  keptFor: z.enum(['members', 'connections']).nullable(),
})

export const djDetail = djCard.extend({
  genres: z.array(genre),
  bio: z.string().nullable(),
  equipment: z.array(z.string()),
  rateCents: count.nullable(),
  priceRange: z.string().nullable(),
  depositPercent: z.int().min(0).max(100).nullable(),
  /** 1 is Monday. */
  availabilityDays: z.array(z.int().min(1).max(7)),
  contact,
  socialLinks: z.array(socialLink),
  upcomingEvents: z.array(upcomingEvent),
  /** The latest first. */
  pastEvents: z.array(upcomingEvent),
  isSelf: z.boolean(),
  /** False on one's own page only: nobody else finds a hidden one. */
  isPublic: z.boolean(),
})
export type DjDetail = z.output<typeof djDetail>

/** A member of any type, as other signed-in people see them. */
export const memberDetail = z.object({
  id,
  name: z.string(),
  /** Where it differs from the name. */
  fullName: z.string().nullable(),
  memberTypes: z.array(memberType),
  location: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  isVerified: z.boolean(),
  isDj: z.boolean(),
  bio: z.string().nullable(),
  contact,
  socialLinks: z.array(socialLink),
  upcomingEvents: z.array(upcomingEvent),
  isSelf: z.boolean(),
})
export type MemberDetail = z.output<typeof memberDetail>

const visibility = z.enum(['everyone', 'members', 'connections'])
export type Visibility = z.output<typeof visibility>

// Counted as it is kept: some letters become three once they are composed, and a number of things gets spaces.
const text = (most: number, clean: (typed: string) => string = oneLine) =>
  z
    .string()
    .overwrite(clean)
    .max(most, `Use at most ${most} characters.`)
    .transform((value) => value || null)
    .nullable()

/** The whole profile is saved at once; what a field may hold is said by its rule in rules/. */
export const profileInput = z.object({
  fullName: z
    .string()
    .trim()
    .min(1, 'Enter your name.')
    .overwrite(oneLine)
    .max(100, 'Use at most 100 characters.'),
  location: text(LOCATION_MAX),
  bio: text(BIO_MAX, manyLines),
  djName: text(DJ_NAME_MAX),
  phone: text(PHONE_MAX),
  phoneVisibility: visibility,
  bookingEmail: text(254),
  bookingEmailVisibility: visibility,
  socialLinks: z
    .array(
      z.object({
        label: z.string().trim().min(1).overwrite(oneLine).max(40),
        url: z.string().trim().max(300),
      }),
    )
    .max(SOCIAL_LINKS_MAX, `Keep at most ${SOCIAL_LINKS_MAX} links.`),
  genres: z.array(genre).max(GENRES_MAX, `Choose at most ${GENRES_MAX}.`),
  priceRange: text(PRICE_RANGE_MAX),
  rateCents: z
    .int()
    .min(0, 'Enter an amount.')
    .max(RATE_MAX_CENTS, 'Enter at most $1,000,000.00.')
    .nullable(),
  depositPercent: z.int().min(0, 'From 0 to 100.').max(100, 'From 0 to 100.').nullable(),
  availabilityDays: z.array(z.int().min(1).max(7)).max(7),
  timezone: z.string().max(64).nullable(),
  equipment: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .overwrite((line) => writeEquipment(oneLine(line)))
        .max(EQUIPMENT_LINE_MAX, `Use at most ${EQUIPMENT_LINE_MAX} characters.`),
    )
    .max(EQUIPMENT_MAX_LINES, `Keep at most ${EQUIPMENT_MAX_LINES} lines.`),
  isPublic: z.boolean(),
  /** `version` of the profile that was changed: saving over somebody's newer words is refused. */
  version: z.string().regex(/^\d{1,19}$/),
})
export type ProfileInput = z.input<typeof profileInput>

export const myProfile = z.object({
  id,
  email: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  memberTypes: z.array(memberType),
  profileViews: count,
  values: z.object({
    fullName: z.string(),
    location: z.string().nullable(),
    bio: z.string().nullable(),
    djName: z.string().nullable(),
    phone: z.string().nullable(),
    phoneVisibility: visibility,
    bookingEmail: z.string().nullable(),
    bookingEmailVisibility: visibility,
    socialLinks: z.array(socialLink),
    genres: z.array(genre),
    priceRange: z.string().nullable(),
    rateCents: count.nullable(),
    depositPercent: count.nullable(),
    availabilityDays: z.array(z.int()),
    timezone: z.string().nullable(),
    equipment: z.array(z.string()),
    isPublic: z.boolean(),
    version: z.string(),
  }),
})
export type MyProfile = z.output<typeof myProfile>

export const memberTypesInput = z
  .array(memberType)
  .min(1, 'Please select at least one member type')
  .max(MEMBER_TYPES.length)

export const dashboard = z.object({
  /** Accepted ones. */
  connections: count,
  connectionsThisMonth: count,
  /** As client or DJ. */
  bookings: count,
  /** Those that wait for this person's answer. */
  bookingsToAnswer: count,
  profileViews: count,
  /** This calendar month so far against the same days of the one before; null where there is nothing to compare. */
  /** `since` is the name of that month, such as `October`; `percent` is below zero when there were fewer. */
  profileViewsTrend: z.object({ percent: z.int(), since: z.string() }).nullable(),
  /** Connection requests that wait for this person. */
  requestsToAnswer: count,
  /** People they have shared a bill with and are not connected to. */
  sharedBills: count,
  memberTypes: z.array(memberType),
  nextEvent: upcomingEvent.extend({ sold: count, total: count, revenueCents: count }).nullable(),
})
export type Dashboard = z.output<typeof dashboard>

/** Something that happened around a person, newest first; the words are the screen's. */
export const activity = z.object({
  kind: z.enum([
    'connected',
    'booking_step',
    'booking_confirmed',
    'booking_completed',
    'review',
    'tickets_sold',
  ]),
  at: iso,
  person: z.object({ id, name: z.string(), avatarUrl: z.string().nullable() }).nullable(),
  /** Whether the caller did it. */
  isOwn: z.boolean(),
  /** Which one, of a `booking_step`. */
  step: z.enum(['request', 'offer', 'decline', 'cancel', 'expire']).nullable(),
  /** The event; null of a connection. */
  title: z.string().nullable(),
  href: z.string(),
  /** Of a request, an offer or an agreement its fee in cents; of a review its stars; of sales the tickets of that day. */
  amount: count.nullable(),
})
export type Activity = z.output<typeof activity>
