import { z } from 'zod'
import { AREAS } from './rules/removal'
import { ENTER_CODE, ENTER_PASSWORD } from './rules/sentences'

const count = z.int().min(0)
/** ISO 8601. */
const moment = z.string()

export const exportState = z.object({
  /** `expired`: there was one, and its time is over. */
  state: z.enum(['none', 'waiting', 'ready', 'expired']),
  askedAt: moment.nullable(),
  expiresAt: moment.nullable(),
  /** Of the archive as it is downloaded. */
  bytes: count.nullable(),
  /** Where it is downloaded, for the person alone; while it is ready. */
  href: z.string().nullable(),
  /** Null: now. */
  mayAskFrom: moment.nullable(),
  /** Where the email goes; null: there is no address, or none that is confirmed, so it is found here alone. */
  emailedTo: z.string().nullable(),
})
export type ExportState = z.output<typeof exportState>

/** A part of what is held; the sentences for each are the page's. */
const part = z.object({ area: z.enum(AREAS), count })

export const removalView = z.object({
  /** How the person shows that it is they. */
  confirmBy: z.enum(['password', 'email', 'text']),
  /** In the way: events to come that are published or postponed, the next one first. */
  events: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      startsAt: moment,
      /** Where the event is. */
      timezone: z.string(),
    }),
  ),
  /** In the way: nobody else could look after the site. */
  isLastAdmin: z.boolean(),
  /** What goes, as far as there is any of it. */
  goes: z.array(part),
  /** What stays without the name. */
  stays: z.array(part),
})
export type RemovalView = z.output<typeof removalView>

/** One of the two, as `confirmBy` says. */
export const confirmation = z
  .object({
    password: z.string({ error: ENTER_PASSWORD }).min(1, ENTER_PASSWORD).max(1000).optional(),
    code: z.string({ error: ENTER_CODE }).min(1, ENTER_CODE).max(100).optional(),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    error: ENTER_PASSWORD,
    path: ['password'],
  })
