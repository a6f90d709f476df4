import { z } from 'zod'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { currency, id, instant } from '~/platform/rpc/contract'
import { normalizeEquipment } from './rules/equipment'
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

const count = z.int().min(0)
const memberType = z.enum(MEMBER_TYPES)
const genre = z.enum(GENRES)

export const djCard = z.object({
  id,
  /** The DJ name, otherwise the full name. */
  name: z.string(),
  genre: z.string().nullable(),
  location: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  isVerified: z.boolean(),
  /** Mean of the published reviews, with one decimal; null without reviews. */
  rating: z.number().min(1).max(5).nullable(),
  bookings: count,
})
export type DjCard = z.output<typeof djCard>

export const upcomingEvent = z.object({
  id,
  title: z.string(),
  startsAt: instant,
  timezone: z.string(),
  venueName: z.string(),
  location: z.string(),
  imageUrl: z.string().nullable(),
})
export type UpcomingEvent = z.output<typeof upcomingEvent>

const socialLink = z.object({ label: z.string(), url: z.string() })

/** The contact details that this viewer may see. A null field is either missing or hidden. */
const contact = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /**
   * The people who may see the hidden details. If email and phone differ, the wider audience of the two. Null if this
   * viewer sees everything.
   */
  restrictedTo: z.enum(['members', 'connections']).nullable(),
})

export const djDetail = djCard.extend({
  genres: z.array(genre),
  bio: z.string().nullable(),
  equipment: z.array(z.string()),
  rateCents: count.nullable(),
  priceRange: z.string().nullable(),
  depositPercent: z.int().min(0).max(100).nullable(),
  /** Weekdays as numbers; 1 is Monday. */
  availabilityDays: z.array(z.int().min(1).max(7)),
  contact,
  socialLinks: z.array(socialLink),
  upcomingEvents: z.array(upcomingEvent),
  pastEvents: z.array(upcomingEvent),
  isSelf: z.boolean(),
  /** False only on one’s own page: others cannot open a hidden page. */
  isPublic: z.boolean(),
})
export type DjDetail = z.output<typeof djDetail>

export const memberDetail = z.object({
  id,
  name: z.string(),
  /** The full name; null if it is the same as `name`. */
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

// Checks the length of the cleaned text, because cleaning can add characters: composing may turn a letter into three.
const createTextSchema = (most: number, clean: (typed: string) => string = cleanSingleLineText) =>
  z
    .string()
    .overwrite(clean)
    .max(most, `Use at most ${most} characters.`)
    .transform((value) => value || null)
    .nullable()

/** The whole profile, saved in one call; rules/ defines the valid values of each field. */
export const profileInput = z.object({
  fullName: z
    .string()
    .trim()
    .min(1, 'Enter your name.')
    .overwrite(cleanSingleLineText)
    .max(100, 'Use at most 100 characters.'),
  location: createTextSchema(LOCATION_MAX),
  bio: createTextSchema(BIO_MAX, cleanMultiLineText),
  djName: createTextSchema(DJ_NAME_MAX),
  phone: createTextSchema(PHONE_MAX),
  phoneVisibility: visibility,
  bookingEmail: createTextSchema(254),
  bookingEmailVisibility: visibility,
  socialLinks: z
    .array(
      z.object({
        label: z.string().trim().min(1).overwrite(cleanSingleLineText).max(40),
        url: z.string().trim().max(300),
      }),
    )
    .max(SOCIAL_LINKS_MAX, `Add at most ${SOCIAL_LINKS_MAX} links.`),
  genres: z.array(genre).max(GENRES_MAX, `Choose at most ${GENRES_MAX}.`),
  priceRange: createTextSchema(PRICE_RANGE_MAX),
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
        .overwrite((line) => normalizeEquipment(cleanSingleLineText(line)))
        .max(EQUIPMENT_LINE_MAX, `Use at most ${EQUIPMENT_LINE_MAX} characters.`),
    )
    .max(EQUIPMENT_MAX_LINES, `Add at most ${EQUIPMENT_MAX_LINES} lines.`),
  isPublic: z.boolean(),
  /** The `version` that the edit started from. Saving fails if the profile has changed since. */
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
  connections: count,
  connectionsThisMonth: count,
  bookings: count,
  bookingsToAnswer: count,
  profileViews: count,
  /**
   * Compares the profile views of this month so far with those of the same days of last month; null if there were
   * none in those days of last month.
   */
  /** `since` is the name of last month, such as `October`; `percent` is negative for a decrease. */
  profileViewsTrend: z.object({ percent: z.int(), since: z.string() }).nullable(),
  requestsToAnswer: count,
  /** People who were at the same events as the caller and are not connected to them. */
  sharedBills: count,
  memberTypes: z.array(memberType),
  nextEvent: upcomingEvent.extend({ sold: count, total: count, currency, revenueCents: count }).nullable(),
})
export type Dashboard = z.output<typeof dashboard>

/** An entry of a person’s activity feed. The screen writes the text. */
export const activity = z.object({
  kind: z.enum([
    'connected',
    'booking_step',
    'booking_confirmed',
    'booking_completed',
    'review',
    'tickets_sold',
  ]),
  at: instant,
  person: z.object({ id, name: z.string(), avatarUrl: z.string().nullable() }).nullable(),
  /** Whether the caller is the actor of this activity. */
  isOwn: z.boolean(),
  /** The kind of step if `kind` is `booking_step`, otherwise null. */
  step: z
    .enum([
      'request',
      'offer',
      'decline',
      'cancel',
      'expire',
      'pay',
      'propose_fee',
      'accept_fee',
      'decline_fee',
    ])
    .nullable(),
  title: z.string().nullable(),
  href: z.string(),
  /** Depends on the kind: a booking step’s fee or payment in the smallest unit of its currency, stars of a review, or the number of tickets sold that day. */
  amount: count.nullable(),
  /** The currency of the amount of a booking step. */
  currency: currency.nullable(),
})
export type Activity = z.output<typeof activity>
