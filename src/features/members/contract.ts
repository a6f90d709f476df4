import { z } from 'zod'
import { findCursor } from '~/lib/time-cursor'
import { call } from '~/platform/rpc/contract'
import { GENRES } from './rules/genre'

const id = z.string().max(64)
const iso = z.iso.datetime()
const count = z.int().min(0)

const djCard = z.object({
  id,
  /** The DJ name, else the full name. */
  name: z.string(),
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

const upcomingEvent = z.object({
  id,
  title: z.string(),
  startsAt: iso,
  timezone: z.string(),
  venueName: z.string(),
  location: z.string(),
  imageUrl: z.string().nullable(),
})
export type UpcomingEvent = z.output<typeof upcomingEvent>

const djDetail = djCard.extend({
  bio: z.string().nullable(),
  equipment: z.array(z.string()),
  rateCents: count.nullable(),
  /** 1 is Monday. */
  availabilityDays: z.array(z.int().min(1).max(7)),
  email: z.string(),
  phone: z.string().nullable(),
  socialLinks: z.array(z.object({ label: z.string(), url: z.string() })),
  upcomingEvents: z.array(upcomingEvent),
})
export type DjDetail = z.output<typeof djDetail>

const dashboard = z.object({
  /** Accepted ones. */
  connections: count,
  /** As client or DJ. */
  bookings: count,
  /** Those that wait for this person's answer. */
  bookingsToAnswer: count,
  profileViews: count,
  nextEvent: upcomingEvent.extend({ sold: count, total: count, revenueCents: count }).nullable(),
})
export type Dashboard = z.output<typeof dashboard>

const tags = ['members']
const read = call.meta({ access: 'public' })
const NOT_FOUND = { status: 404, message: 'DJ not found' }

export const membersContract = {
  discover: read
    .route({
      method: 'GET',
      path: '/djs',
      tags,
      summary: 'DJs with a public profile, the longest-standing first',
    })
    .input(
      z.object({
        /** Words that must occur in name or location. */
        q: z.string().trim().max(100, 'Search with at most 100 characters').optional(),
        genre: z.enum(GENRES).optional(),
        /** `nextCursor` of the page before. */
        after: z
          .string()
          .max(64)
          .refine((text) => findCursor(text) !== undefined, 'Not a place in this list')
          .optional(),
        limit: z.coerce.number().int().min(1).max(48).default(24),
      }),
    )
    .output(z.object({ djs: z.array(djCard), nextCursor: z.string().nullable() })),
  getDj: read
    .route({ method: 'GET', path: '/djs/{id}', tags, summary: 'The public page of a DJ' })
    .errors({ NOT_FOUND })
    .input(z.object({ id }))
    .output(djDetail),
  recordView: read
    .route({
      method: 'POST',
      path: '/djs/{id}/views',
      tags,
      summary: 'Count a look at a profile, once per viewer and day',
    })
    .input(z.object({ id }))
    .output(z.object({})),
  dashboard: call
    .meta({ access: 'signed_in' })
    .route({ method: 'GET', path: '/me/dashboard', tags, summary: "The figures of the caller's dashboard" })
    .output(dashboard),
}
