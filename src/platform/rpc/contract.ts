import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { Access } from './access'
import { baseSentences } from './sentences'

export type { Access }

/** Who may make a call. Set on every one: without `.meta` there is no `.route`, and `implementCalls` looks again at start. */
export type CallMeta = { access?: Access }

const fieldProblems = z.object({
  fields: z.array(z.object({ path: z.string(), message: z.string() })),
})

/** An id of ours, in whatever letters it was written: they are compared with what PostgreSQL answers, which are small. */
export const id = z.string().max(64).toLowerCase()

/** Dates in other years are typing errors. PostgreSQL has no year 0000. */
export const YEARS = /^(?:20\d\d|2100)-/u
export const WRONG_YEAR = 'Choose a year from 2000 to 2100.'

/** A calendar day, `2026-12-05`. */
export const day = z.iso.date({ error: 'Choose a day.', abort: true }).regex(YEARS, WRONG_YEAR)

const builder = oc.$meta<CallMeta>({}).errors({
  BAD_REQUEST: { status: 400, message: baseSentences.BAD_REQUEST, data: fieldProblems.optional() },
  UNAUTHORIZED: { status: 401, message: baseSentences.UNAUTHORIZED },
  FORBIDDEN: { status: 403, message: baseSentences.FORBIDDEN },
  /** From `members_area` alone. */
  MEMBERS_ONLY: { status: 403, message: baseSentences.MEMBERS_ONLY },
  TWO_STEP_NEEDED: { status: 403, message: baseSentences.TWO_STEP_NEEDED },
  NOT_FOUND: { status: 404, message: baseSentences.NOT_FOUND },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: baseSentences.TOO_MANY_REQUESTS,
    data: z.object({ retryAfterSeconds: z.int() }).optional(),
  },
})

/** The builder of every call: `call.meta({ access }).route({ method, path, tags, summary }).input(…).output(…)`. */
export const call = {
  meta: (meta: Required<CallMeta>) => builder.meta(meta),
}
