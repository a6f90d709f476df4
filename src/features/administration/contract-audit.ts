import { z } from 'zod'
import { defineCalls, id, bidirectionalPage, pageLimit, pagePosition } from '~/platform/rpc/contract'
import { AUDIT_FAMILIES, AUDIT_PERIODS } from './rules/audit-filters'

const person = z.object({
  id,
  /** A pseudonym such as "Deleted moderator 3F2A7C" once the account is deleted. */
  name: z.string(),
  avatarUrl: z.string().nullable(),
  isRemoved: z.boolean(),
})
export type AuditPerson = z.output<typeof person>

const entry = z.object({
  id,
  at: z.iso.datetime(),
  /** Null for actions of the system. */
  actor: person.nullable(),
  /** The predicate after the actor’s name, such as `hid a message`. */
  did: z.string(),
  /** The object: `in Deep end`, a person’s name or an invitation code, with a link if it has a page. */
  to: z.object({ text: z.string(), isCode: z.boolean(), href: z.string().nullable() }).nullable(),
  /** `pending → revoked`, or the reason; empty if there is nothing to add. */
  change: z.string(),
  /** When the effect of the action ends. Shown after the change, in the reader’s time zone. */
  until: z.iso.datetime().nullable(),
  link: z.object({ label: z.string(), href: z.string() }).nullable(),
})
export type AuditLogEntry = z.output<typeof entry>

export const auditFilter = z.object({
  q: z.string().max(100, 'Use at most 100 characters.').optional(),
  action: z.enum(AUDIT_FAMILIES).optional(),
  period: z.enum(AUDIT_PERIODS).default('all'),
})

const page = z.object({
  entries: z.array(entry),
  ...pagePosition,
  /**
   * True if so many people have the searched name that the search covers only some of them. Older entries of the
   * others may then be missing.
   */
  isNameTooCommon: z.boolean(),
})
export type AuditPage = z.output<typeof page>

const admin = defineCalls('administration', 'admin')

export const auditContract = {
  list: admin('GET', '/admin/audit', 'Audit log entries, newest first')
    .input(
      auditFilter.extend({
        personId: id.optional(),
        ...bidirectionalPage,
        limit: pageLimit(100, 25),
      }),
    )
    .output(page),
  counts: admin('GET', '/admin/audit/counts', 'Number of entries in the audit log')
    .input(
      z.object({
        /** The time zone that defines today, such as Europe/Berlin. Unknown zones count as UTC. */
        timezone: z.string().max(64).default('UTC'),
      }),
    )
    .output(z.object({ today: z.int().min(0), all: z.int().min(0) })),
}
