import { z } from 'zod'
import { AREAS } from './rules/deletion-areas'
import { ENTER_CODE, ENTER_PASSWORD } from './rules/messages'

const count = z.int().min(0)
/** ISO 8601. */
const moment = z.string()

export const exportState = z.object({
  /** `expired`: there was an archive, but its download period is over. */
  state: z.enum(['none', 'waiting', 'ready', 'expired']),
  requestedAt: moment.nullable(),
  expiresAt: moment.nullable(),
  /** Size of the archive in bytes, as downloaded (uncompressed). */
  bytes: count.nullable(),
  /** Download path for this person only; null unless the state is `ready`. */
  href: z.string().nullable(),
  /** The time from which the next request is allowed; null if it is allowed now. */
  nextRequestAt: moment.nullable(),
  /**
   * The verified address that gets the email. Null if the person has none; the archive then appears only in the
   * settings.
   */
  emailedTo: z.string().nullable(),
})
export type ExportState = z.output<typeof exportState>

/** One kind of stored data. The page has the texts for each kind. */
const part = z.object({ area: z.enum(AREAS), count })

export const removalView = z.object({
  /** How the person confirms the deletion. */
  confirmBy: z.enum(['password', 'email', 'text']),
  /**
   * The person's upcoming events, and past ones whose money isn't settled, soonest first. These events block the
   * deletion.
   */
  events: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      startsAt: moment,
      timezone: z.string(),
      isUnsettled: z.boolean(),
    }),
  ),
  /** True if the person is the only active admin, which blocks the deletion. */
  isLastAdmin: z.boolean(),
  /** Data that is deleted; areas without any are omitted. */
  deleted: z.array(part),
  /** Data that is kept, but without the person’s name. */
  retained: z.array(part),
})
export type RemovalView = z.output<typeof removalView>

/** Either the password or a code, as `confirmBy` requires. */
export const confirmation = z
  .object({
    password: z.string({ error: ENTER_PASSWORD }).min(1, ENTER_PASSWORD).max(1000).optional(),
    code: z.string({ error: ENTER_CODE }).min(1, ENTER_CODE).max(100).optional(),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), {
    error: ENTER_PASSWORD,
    path: ['password'],
  })
