import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { Cursor, Key } from '~/lib/cursor'
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

/** The most rows of a page, and how many without a word about it. */
export const pageLimit = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual)

const pageCursor = z.string().max(500)
export const nextCursor = z.string().nullable()

/** `nextCursor` of the page before, in a list that goes one way. Other text is refused: the list would start over and repeat rows. */
export const pageAfter = <K extends Key>(cursor: Cursor<K>) =>
  pageCursor.refine((text) => cursor.find(text) !== undefined, 'Not a place in this list').optional()

/** The place of a list that pages both ways, from the address of a screen. Addresses live long: an unknown place is the first page. */
export const pageEitherWay = {
  /** One of the two at most; `after` wins. */
  after: pageCursor.optional(),
  before: pageCursor.optional(),
}

/** What a page says about its place in a list that pages both ways. */
export const pagePosition = {
  /** Number of the first row in the whole list, from 1; 0 of an empty page. */
  from: z.int().min(0),
  nextCursor,
  previousCursor: z.string().nullable(),
}

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
