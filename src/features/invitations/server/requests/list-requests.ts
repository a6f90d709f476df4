import { sql } from 'kysely'
import type { z } from 'zod'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { readTimePage } from '~/lib/list-page'
import type { inviteRequest } from '../../contract-requests'
import { getCodeStatus, type InvitationStatus } from '../../rules/invitation-code'
import { OCCUPATION_LABELS } from '../../rules/invite-request'
import { selectPerson } from '../code-row'
import type { ReadContext } from '../context'

const PAGE = 25

export type InviteRequest = z.input<typeof inviteRequest>
type RequestRow = Omit<InviteRequest, 'code'> & {
  micros: number
  code: { id: string; code: string; status: InvitationStatus; expiresAt: string | null } | null
}

const requestColumns = sql`
  r.id, r.full_name as "fullName", r.email, r.occupation, r.about, nullif(r.links, '') as link,
  nullif(r.vouched_by, '') as "vouchedBy", r.status, r.created_at as "requestedAt", r.answered_at as "answeredAt",
  ${selectPerson('admin')} as "answeredBy", r.answer_message as "answerMessage",
  case when i.id is not null
    then json_build_object('id', i.id, 'code', i.code, 'status', i.status, 'expiresAt', i.expires_at) end as code,
  case when a.id is null then 'none'
    when exists (select from user_roles u where u.user_id = a.id and u.role <> 'customer') then 'member'
    else 'customer' end as account`

/** Lists pending requests, the oldest first, or answered ones, the newest answer first. */
export async function listRequests(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { status, after }: { status: 'pending' | 'answered'; after?: string | undefined },
  limit = PAGE,
): Promise<{ requests: InviteRequest[]; nextCursor: string | null }> {
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const { where, order, micros } =
      status === 'pending'
        ? createTimePageClauses('r', start, [sql`r.status = 'pending'`], { oldestFirst: true })
        : createTimePageClauses('r', start, [sql`r.status <> 'pending'`], { moment: 'answered_at' })
    const { rows } = await sql<RequestRow>`
      select ${requestColumns}, ${micros} as micros from invite_requests r
        left join profiles admin on admin.id = r.answered_by left join invitations i on i.id = r.invitation_id
        left join accounts a on a.email = r.email
      where ${where} order by ${order} limit ${sql.lit(most)}`.execute(db)
    return rows
  })
  return { requests: shown.map((row) => toRequest(row, now())), nextCursor }
}

function toRequest({ code, ...request }: RequestRow, now: Date): InviteRequest {
  const expiresAt = code?.expiresAt ? new Date(code.expiresAt) : null
  return {
    ...request,
    occupation: formatOccupation(request.occupation),
    code: code && { id: code.id, code: code.code, status: getCodeStatus({ ...code, expiresAt }, now) },
  }
}

function formatOccupation(occupation: string): string {
  return Object.entries(OCCUPATION_LABELS).find(([key]) => key === occupation)?.[1] ?? occupation
}
