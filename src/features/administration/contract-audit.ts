import { z } from 'zod'
import { call, id, pageEitherWay, pageLimit, pagePosition } from '~/platform/rpc/contract'
import { AUDIT_FAMILIES, AUDIT_PERIODS } from './rules/audit-filters'

const person = z.object({
  id,
  /** A pseudonym such as "Deleted moderator 3F2A7C" once the account is deleted. */
  name: z.string(),
  avatarUrl: z.string().nullable(),
  isGone: z.boolean(),
})
export type AuditPerson = z.output<typeof person>

const entry = z.object({
  id,
  at: z.iso.datetime(),
  /** Null: the product itself. */
  actor: person.nullable(),
  /** `hid a message`; goes on after the actor's name. */
  did: z.string(),
  /** `in Deep end`, a person's name, an invitation code; where it leads, if anywhere. */
  to: z.object({ text: z.string(), isCode: z.boolean(), href: z.string().nullable() }).nullable(),
  /** `pending → revoked`, or why; empty where there is no more to say. */
  change: z.string(),
  /** Until when it holds: shown in the reader's zone, behind the change. */
  until: z.iso.datetime().nullable(),
  /** The report that led to it. */
  link: z.object({ label: z.string(), href: z.string() }).nullable(),
})
export type AuditLine = z.output<typeof entry>

export const auditFilter = z.object({
  q: z.string().max(100, 'Use at most 100 characters.').optional(),
  action: z.enum(AUDIT_FAMILIES).optional(),
  period: z.enum(AUDIT_PERIODS).default('all'),
})

const page = z.object({
  entries: z.array(entry),
  ...pagePosition,
  /** More people are called so than are looked for: older lines of some of them may be missing. */
  isNameTooCommon: z.boolean(),
})
export type AuditPage = z.output<typeof page>

const admin = call.meta({ access: 'admin' })
const tags = ['administration']

export const auditContract = {
  list: admin
    .route({ method: 'GET', path: '/admin/audit', tags, summary: 'What was done, newest first' })
    .input(
      auditFilter.extend({
        /** Everything done by or to this person. */
        personId: id.optional(),
        ...pageEitherWay,
        limit: pageLimit(100, 25),
      }),
    )
    .output(page),
  counts: admin
    .route({ method: 'GET', path: '/admin/audit/counts', tags, summary: 'How many lines the log has' })
    .input(
      z.object({
        /** Whose today it is, such as Europe/Berlin; another word for UTC where it is not known. */
        timezone: z.string().max(64).default('UTC'),
      }),
    )
    .output(z.object({ today: z.int().min(0), all: z.int().min(0) })),
}
