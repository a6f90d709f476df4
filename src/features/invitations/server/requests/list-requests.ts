import { sql } from 'kysely'
import { orderByTime } from '~/database/time-order'
import { readTimePage } from '~/lib/list-page'
import type { InviteRequest, InviteRequestList } from '../../contract-requests'
import { getCodeStatus, type InvitationStatus } from '../../rules/invitation-code'
import { OCCUPATION_LABELS } from '../../rules/invite-request'
import { toPerson } from '../code-row'
import type { ReadContext } from '../context'

const PAGE = 25

export interface RequestRow {
  id: string
  full_name: string
  email: string
  occupation: string
  about: string
  links: string
  vouched_by: string
  status: InviteRequest['status']
  created_at: Date
  answered_at: Date | null
  answered_by: string | null
  admin_name: string | null
  admin_avatar: string | null
  answer_message: string | null
  invitation_id: string | null
  code: string | null
  code_status: InvitationStatus | null
  code_expires_at: Date | null
  account: InviteRequest['account']
}

export const requestColumns = sql`
  r.id, r.full_name, r.email, r.occupation, r.about, r.links, r.vouched_by, r.status, r.created_at, r.answered_at,
  r.answered_by, admin.full_name as admin_name, admin.avatar_url as admin_avatar, r.answer_message,
  r.invitation_id, i.code, i.status as code_status, i.expires_at as code_expires_at,
  case when a.id is null then 'none'
    when exists (select from user_roles u where u.user_id = a.id and u.role <> 'customer') then 'member'
    else 'customer' end as account`

export const requestJoins = sql`
  left join profiles admin on admin.id = r.answered_by left join invitations i on i.id = r.invitation_id
  left join accounts a on a.email = r.email`

/** Lists pending requests, the oldest first, or answered ones, the newest answer first. */
export async function listRequests(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { status, after }: { status: 'pending' | 'answered'; after?: string | undefined },
  limit = PAGE,
): Promise<InviteRequestList> {
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const { where, order, micros } =
      status === 'pending'
        ? orderByTime('r', start, [sql`r.status = 'pending'`], { oldestFirst: true })
        : orderByTime('r', start, [sql`r.status <> 'pending'`], { moment: 'answered_at' })
    const { rows } = await sql<RequestRow & { micros: number }>`
      select ${requestColumns}, ${micros} as micros from invite_requests r ${requestJoins}
      where ${where} order by ${order} limit ${sql.lit(most)}`.execute(db)
    return rows
  })
  return { requests: shown.map((row) => toRequest(row, now())), nextCursor }
}

export function toRequest(row: RequestRow, now: Date): InviteRequest {
  return {
    id: row.id,
    fullName: row.full_name,
    email: row.email,
    occupation: formatOccupation(row.occupation),
    about: row.about,
    link: row.links || null,
    vouchedBy: row.vouched_by || null,
    status: row.status,
    requestedAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    answeredBy: toPerson(row.answered_by, row.admin_name, row.admin_avatar),
    answerMessage: row.answer_message,
    code:
      row.invitation_id === null || row.code === null || row.code_status === null
        ? null
        : {
            id: row.invitation_id,
            code: row.code,
            status: getCodeStatus({ status: row.code_status, expiresAt: row.code_expires_at }, now),
          },
    account: row.account,
  }
}

function formatOccupation(occupation: string): string {
  return Object.entries(OCCUPATION_LABELS).find(([key]) => key === occupation)?.[1] ?? occupation
}
