import { z } from 'zod'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { timeCursor } from '~/lib/cursor'
import { defineCalls, id, instant, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import { MEMBER_TYPES } from '~/features/members/rules/member-type'
import { NOTE_MAX } from './rules/network-limits'

const count = z.int().min(0)

const person = z.object({
  id,
  fullName: z.string(),
  /** Null without a DJ name, or if it equals the full name. */
  djName: z.string().nullable(),
  memberTypes: z.array(z.enum(MEMBER_TYPES)),
  location: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  isVerified: z.boolean(),
  /** Whether the person is a DJ. A DJ who has a page has it at /dj/{id}. */
  isDj: z.boolean(),
  /** Whether the person has a page to link to. False for customers and for people who hide their profile. */
  hasPage: z.boolean(),
})
export type Person = z.output<typeof person>

const relationStatus = z.object({
  state: z.enum(['none', 'self', 'requested', 'incoming', 'connected', 'declined']),
  /** The id of the connection to answer, withdraw or remove; null if there is none. */
  connectionId: id.nullable(),
  /** The note of the pending request. */
  note: z.string().nullable(),
  /** The time from which the caller may send another request; null unless the state is `declined`. */
  requestAgainAt: instant.nullable(),
})
export type RelationState = z.output<typeof relationStatus>['state']
export type RelationStatusOutput = z.output<typeof relationStatus>

export const relation = relationStatus.extend({
  mutual: z.object({
    count,
    /** The first few mutual connections, to show by name. */
    people: z.array(z.object({ id, name: z.string(), avatarUrl: z.string().nullable() })),
  }),
})
export type Relation = z.output<typeof relation>

const shared = {
  mutualCount: count,
  /**
   * Describes what the two people share: `You’re both playing Low Ceiling` or `14 shared connections`. Null if they
   * share nothing.
   */
  reason: z.string().nullable(),
}

export const connection = z.object({
  id,
  person,
  note: z.string().nullable(),
  /** When the connection was accepted, or the request was sent. */
  since: instant,
  ...shared,
})
export type Connection = z.output<typeof connection>

export const member = z.object({ person, relation: relationStatus, ...shared })
export type Member = z.output<typeof member>

const tab = z.enum(['connections', 'pending', 'sent'])
export type NetworkTab = z.output<typeof tab>
const counts = z.object({ connections: count, pending: count, sent: count })
export type Counts = z.output<typeof counts>

const page = { after: pageAfter(timeCursor), limit: pageLimit(48, 24) }
const q = z.string().trim().max(100, 'Search with at most 100 characters').optional()

const inArea = defineCalls('network', 'members_area')
// These calls don't require access to the members area, so that anyone can end a connection or block a member.
const own = defineCalls('network', 'signed_in')
const MEMBER_NOT_FOUND = { NOT_FOUND: { status: 404, message: 'Member not found' } }
const REQUEST_NOT_FOUND = {
  NOT_FOUND: { status: 404, message: 'This request was already answered or withdrawn.' },
}

export const networkContract = {
  relation: inArea('GET', '/members/{id}/relation', "Get the caller's relation to a member")
    .meta({ scope: 'network:read' })
    .errors(MEMBER_NOT_FOUND)
    .input(z.object({ id }))
    .output(relation),
  request: inArea(
    'POST',
    '/members/{id}/connection',
    "Send a connection request; accepts the member's own pending request instead",
  )
    .errors({
      ...MEMBER_NOT_FOUND,
      OWN_ACCOUNT: { status: 422, message: "You can't connect with yourself." },
      DECLINED: {
        status: 409,
        message: 'This person declined your request. You can send another one three weeks after that.',
        data: z.object({ requestAgainAt: z.iso.datetime() }),
      },
    })
    .input(
      z.object({
        id,
        note: z
          .string()
          .overwrite(cleanMultiLineText)
          .max(NOTE_MAX, `Use at most ${NOTE_MAX} characters.`)
          .optional(),
      }),
    )
    .output(relationStatus),
  accept: inArea('POST', '/connections/{id}/accept', 'Accept a request')
    .errors(REQUEST_NOT_FOUND)
    .input(z.object({ id }))
    .output(relationStatus),
  decline: inArea('POST', '/connections/{id}/decline', 'Decline a request')
    .errors(REQUEST_NOT_FOUND)
    .input(z.object({ id }))
    .output(relationStatus),
  reopen: inArea('POST', '/connections/{id}/reopen', 'Undo declining a request')
    .errors(REQUEST_NOT_FOUND)
    .input(z.object({ id }))
    .output(relationStatus),
  withdraw: inArea('POST', '/connections/{id}/withdraw', 'Withdraw a request')
    .errors(REQUEST_NOT_FOUND)
    .input(z.object({ id }))
    .output(relationStatus),
  remove: inArea('DELETE', '/connections/{id}', 'Remove a connection for both people')
    .errors(REQUEST_NOT_FOUND)
    .input(z.object({ id }))
    .output(relationStatus),

  block: own(
    'PUT',
    '/blocks/{id}',
    "Block a person: both are hidden from each other; the person isn't notified",
  )
    .errors({ ...MEMBER_NOT_FOUND, OWN_ACCOUNT: { status: 422, message: "You can't block yourself." } })
    .input(z.object({ id }))
    .output(z.object({})),
  unblock: own('DELETE', '/blocks/{id}', 'Unblock a person').input(z.object({ id })).output(z.object({})),
  listBlocked: own('GET', '/blocks', 'List the people the caller blocked, newest first')
    .input(z.object(page))
    .output(z.object({ people: z.array(person), nextCursor })),

  list: inArea('GET', '/connections', "List the caller's connections or pending requests, newest first")
    .meta({ scope: 'network:read' })
    .meta({ reads: 'replica' })
    .input(z.object({ tab, /** Words of the full name or the DJ name to search for. */ q, ...page }))
    .output(z.object({ connections: z.array(connection), nextCursor })),
  counts: inArea('GET', '/connections/counts', 'Count connections and requests')
    .meta({ scope: 'network:read' })
    .output(counts),

  listMembers: inArea(
    'GET',
    '/members',
    'List members with a public profile, or suggested members with the reason',
  )
    .meta({ scope: 'network:read' })
    .meta({ reads: 'replica' })
    .input(
      z.object({
        /** Words of a name or a location to search for. */
        q,
        type: z.enum(MEMBER_TYPES).optional(),
        /**
         * `suggested`: members who are not connected to the caller but share an event or a connection, those with the
         * most in common first.
         */
        show: z.enum(['all', 'suggested']).default('all'),
        ...page,
      }),
    )
    .output(z.object({ members: z.array(member), nextCursor })),
}
