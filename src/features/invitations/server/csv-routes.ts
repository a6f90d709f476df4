import { recordExport } from '~/database/record-export'
import { iteratePages } from '~/lib/iterate-pages'
import { createCsvResponse, type CsvColumn } from '~/platform/http/csv-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import type { CodeRow } from './code-row'
import type { InvitationStatus } from '../rules/invitation-code'
import { listCodes } from './codes/list-codes'
import type { InvitationsServices } from './context'
import { listRequests, type InviteRequest } from './requests/list-requests'

const PAGE = 500
const Q_MAX = 100

const codeColumns: readonly CsvColumn<CodeRow>[] = [
  { header: 'Code', of: ({ code }) => code },
  { header: 'Status', of: ({ status }) => status },
  { header: 'Created by', of: ({ createdBy }) => createdBy?.name ?? null },
  { header: 'Used by', of: ({ usedBy }) => usedBy?.name ?? null },
  { header: 'Used', of: ({ usedAt }) => usedAt },
  { header: 'Expires', of: ({ expiresAt }) => expiresAt ?? 'Never' },
  { header: 'Created', of: ({ createdAt }) => createdAt },
  { header: 'Note', of: ({ note }) => note },
  { header: 'Sent to', of: ({ sentTo }) => sentTo },
]

const requestColumns: readonly CsvColumn<InviteRequest>[] = [
  { header: 'Name', of: ({ fullName }) => fullName },
  { header: 'Email', of: ({ email }) => email },
  { header: 'Occupation', of: ({ occupation }) => occupation },
  { header: 'About', of: ({ about }) => about },
  { header: 'Link', of: ({ link }) => link },
  { header: 'Vouched for by', of: ({ vouchedBy }) => vouchedBy },
  { header: 'Status', of: ({ status }) => status },
  { header: 'Requested', of: ({ requestedAt }) => requestedAt },
  { header: 'Answered', of: ({ answeredAt }) => answeredAt },
  { header: 'Answered by', of: ({ answeredBy }) => answeredBy?.name ?? null },
  { header: 'Message', of: ({ answerMessage: words }) => words },
  { header: 'Code', of: ({ code }) => code?.code ?? null },
]

type Services = Pick<InvitationsServices, 'db'>

/** Creates the CSV routes for admins: codes with the search and filter of the screen, and the requests of one tab. */
export function createInvitationCsvRoutes({ db }: Services, now: () => Date = () => new Date()): RawRoute[] {
  const services = { db, now }
  return [
    {
      methods: ['GET'],
      path: /^\/admin\/invitations\.csv$/,
      kind: 'rest',
      access: 'admin',
      async handle(request) {
        const q = request.search.get('q')?.trim().slice(0, Q_MAX) ?? ''
        const status = statuses.find((known) => known === request.search.get('status'))
        // The search text is not logged, because it may be a person’s name.
        await recordExport(db, request, { ...exportAudit, details: { filter: status ?? 'all' } })
        const pages = iteratePages<CodeRow>(async (after) => {
          const { codes, nextCursor } = await listCodes(services, { q, status, after }, PAGE)
          return { rows: codes, nextCursor }
        })
        return createCsvResponse({ name: 'invitations', now: now(), columns: codeColumns, pages })
      },
    },
    {
      methods: ['GET'],
      path: /^\/admin\/invite-requests\.csv$/,
      kind: 'rest',
      access: 'admin',
      async handle(request) {
        const status = request.search.get('status') === 'answered' ? 'answered' : 'pending'
        await recordExport(db, request, { ...exportAudit, details: { filter: `requests, ${status}` } })
        const pages = iteratePages<InviteRequest>(async (after) => {
          const { requests, nextCursor } = await listRequests(services, { status, after }, PAGE)
          return { rows: requests, nextCursor }
        })
        return createCsvResponse({ name: 'invite-requests', now: now(), columns: requestColumns, pages })
      },
    },
  ]
}

const exportAudit = { action: 'invitations.export', table: 'invitations' } as const
const statuses: readonly InvitationStatus[] = ['pending', 'used', 'expired', 'revoked']
