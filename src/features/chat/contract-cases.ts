import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { defineCalls, instant, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import { caseDetail, caseSummary, caseTab, count, decision, done, id, reasonText } from './contract-shapes'
import { type Decision, MUTE_MINUTES } from './rules/chat-limits'

const moderator = defineCalls('moderation', 'moderator')

const CASE_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'Report not found' } }
/** The error if another moderator has already decided the report. */
const DECIDED = { status: 409, message: 'This report has already been decided.' }
const TAKEN = { status: 409, message: 'Another moderator just took this report.' }
const FOR_ADMINS = { status: 403, message: 'This report was passed to an admin.' }
const PROTECTED = { status: 403, message: 'Admins and moderators can’t be muted or banned here.' }
const MUTING: ReadonlySet<Decision> = new Set(['mute', 'hide_and_mute'])

export const caseCounts = z.object({ open: count, mine: count, closed: count, oldestAt: instant.nullable() })

/** The moderation queue: reports grouped by the message or person they are about. */
export const cases = {
  counts: moderator('GET', '/moderation/counts', 'Number of open, own and closed reports').output(caseCounts),
  list: moderator('GET', '/moderation/cases', 'Reports, grouped by subject')
    .input(z.object({ tab: caseTab, after: pageAfter(timeCursor), limit: pageLimit(50, 20) }))
    .output(z.object({ cases: z.array(caseSummary), nextCursor })),
  get: moderator('GET', '/moderation/cases/{caseId}', 'Report details: content, reporters and context')
    .errors(CASE_NOT_FOUND)
    .input(z.object({ caseId: id }))
    .output(caseDetail),
  /** Assigns a report to the caller or releases it, so that two site moderators do not work on the same report. */
  take: moderator('POST', '/moderation/cases/{caseId}/take', 'Take a report, or release it')
    .errors({ ...CASE_NOT_FOUND, DECIDED, TAKEN, FOR_ADMINS })
    /** `from`: the id of the moderator from whom the caller takes the case over; null if the case was unassigned. */
    .input(z.object({ caseId: id, isTaken: z.boolean(), from: id.nullable().default(null) }))
    .output(done),
  pass: moderator('POST', '/moderation/cases/{caseId}/pass', 'Pass a report to an admin')
    .errors({ ...CASE_NOT_FOUND, DECIDED, TAKEN, FOR_ADMINS })
    .input(z.object({ caseId: id }))
    .output(done),
  decide: moderator('POST', '/moderation/cases/{caseId}/decision', 'Decide a report, with a reason')
    .errors({
      ...CASE_NOT_FOUND,
      DECIDED,
      TAKEN,
      FOR_ADMINS,
      PROTECTED,
      /** The decision does not fit the subject: a person can't be hidden, and a ban needs a room. */
      DECISION_NOT_POSSIBLE: { status: 422, message: 'That decision is no longer possible here.' },
    })
    .input(
      z
        .object({ caseId: id, decision, minutes: z.literal(MUTE_MINUTES).optional(), reason: reasonText })
        .refine((input) => !MUTING.has(input.decision) || input.minutes !== undefined, {
          path: ['minutes'],
          error: 'Choose how long the mute lasts.',
        }),
    )
    .output(done),
}
