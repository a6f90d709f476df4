import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CURRENCIES } from '~/lib/currency'
import { MAX_TAX_PPM } from '~/lib/tax'
import type { Cursor, Key } from '~/lib/cursor'
import type { Access } from './access'
import { SCOPES, type Scope } from './scopes'
import { baseSentences } from './error-messages'

export type { Access }

export type CallMeta = {
  /**
   * The access that a call requires. Each call must have one: `defineCalls` takes it, and `implementCalls` checks it at
   * startup.
   */
  access?: Access
  /** The scope with which an API key can make the call. Without one, no key can. */
  scope?: Scope
  /** The call may read a replica, up to two seconds behind. Not for stock or permissions, see `listReplicaCalls`. */
  reads?: 'replica'
  /** The caller doesn't see the data that the call writes. So their next reads may use a replica that lacks it. */
  isUnseenWrite?: boolean
}

const fieldProblems = z.object({
  fields: z.array(z.object({ path: z.string(), message: z.string() })),
})

/** An id in upper or lower case, converted to lower case as in PostgreSQL. */
export const id = z.string().max(64).toLowerCase()

/** A scope of an API key. */
export const scope = z.enum(SCOPES, 'Choose scopes from the list.')

/** An ISO 4217 code. Amounts beside it are in its smallest unit. */
export const currency = z.enum(CURRENCIES, 'Choose a currency.')
/** Whether ticket prices include tax, have it added or have none, and the tax rate in millionths: 190,000 are 19%. */
export const tax = z.object({
  mode: z.enum(['none', 'included', 'added']),
  ratePpm: z.int().min(0).max(MAX_TAX_PPM),
})

/** A sum over several currencies: one amount per currency, the currency with the most orders first. */
export const amounts = z.array(z.object({ currency, cents: z.int() }))

/** A date in another year is a typo. PostgreSQL also has no year 0000. */
export const YEARS = /^(?:20\d\d|2100)-/u
export const WRONG_YEAR = 'Choose a year from 2000 to 2100.'

/** A calendar day, `2026-12-05`. */
export const day = z.iso.date({ error: 'Choose a day.', abort: true }).regex(YEARS, WRONG_YEAR)

/**
 * A moment in a response. Handlers return a `Date` or the text of PostgreSQL's JSON, and clients get ISO 8601 in UTC.
 * So on the server, the type of a response is `z.input` of its schema.
 */
export const instant = z
  .union([z.date(), z.string()])
  .transform((moment) => new Date(moment).toISOString())
  .pipe(z.iso.datetime())

/** Page size with a maximum and a default. */
export const pageLimit = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual)

const pageCursor = z.string().max(500)
export const nextCursor = z.string().nullable()

/**
 * The `nextCursor` of the previous page, in a list that only pages forward. Invalid text is refused, because starting
 * over would repeat rows.
 */
export const pageAfter = <K extends Key>(cursor: Cursor<K>) =>
  pageCursor
    .refine(
      (text) => cursor.find(text) !== undefined,
      'This cursor is not from this list. Use the one in a response.',
    )
    .optional()

/**
 * Position in a list that pages in both directions. It comes from the URL of a page, which people may open much later.
 * So an invalid cursor means the first page.
 */
export const bidirectionalPage = {
  /** Only one of the two cursors is used: `after`, if both are given. */
  after: pageCursor.optional(),
  before: pageCursor.optional(),
}

/** Where a page is in a list that pages in both directions. */
export const pagePosition = {
  /** Number of the first row in the whole list, from 1; 0 for an empty page. */
  from: z.int().min(0),
  nextCursor,
  previousCursor: z.string().nullable(),
}

const builder = oc.$meta<CallMeta>({}).errors({
  BAD_REQUEST: { status: 400, message: baseSentences.BAD_REQUEST, data: fieldProblems.optional() },
  UNAUTHORIZED: { status: 401, message: baseSentences.UNAUTHORIZED },
  FORBIDDEN: { status: 403, message: baseSentences.FORBIDDEN },
  /** Only for the access `members_area`. */
  MEMBERS_ONLY: { status: 403, message: baseSentences.MEMBERS_ONLY },
  TWO_STEP_NEEDED: { status: 403, message: baseSentences.TWO_STEP_NEEDED },
  NOT_FOUND: { status: 404, message: baseSentences.NOT_FOUND },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: baseSentences.TOO_MANY_REQUESTS,
    data: z.object({ retryAfterSeconds: z.int() }).optional(),
  },
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Defines calls with one tag of the API document and one access: `const own = defineCalls('bookings', 'members_area')`,
 * then `own('GET', '/bookings', 'List bookings').input(…).output(…)`.
 */
export const defineCalls =
  (tag: string, access: Access) => (method: Method, path: `/${string}`, summary: string) =>
    builder.meta({ access }).route({ method, path, tags: [tag], summary })
