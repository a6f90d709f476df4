import { sql } from 'kysely'
import type { Code } from '../contract-codes'
import type { OwnCode } from '../contract-mine'
import type { InvitationPerson } from '../contract-shapes'
import { type InvitationStatus, getCodeStatus } from '../rules/invitation-code'

export type CodeRow = {
  id: string
  code: string
  status: InvitationStatus
  created_at: Date
  expires_at: Date | null
  used_at: Date | null
  note: string | null
  sent_to: string | null
  created_by: string | null
  creator_name: string | null
  creator_avatar: string | null
  used_by: string | null
  user_name: string | null
  user_avatar: string | null
}

export const codeColumns = sql`
  i.id, i.code, i.status, i.created_at, i.expires_at, i.used_at, i.note, i.sent_to,
  i.created_by, creator.full_name as creator_name, creator.avatar_url as creator_avatar,
  i.used_by, used.full_name as user_name, used.avatar_url as user_avatar`

export const withPeople = sql`
  left join profiles creator on creator.id = i.created_by left join profiles used on used.id = i.used_by`

export function toCode(row: CodeRow, now: Date): Code {
  return {
    ...toOwnCode(row, now),
    createdBy: toPerson(row.created_by, row.creator_name, row.creator_avatar),
  }
}

export function toOwnCode(row: CodeRow, now: Date): OwnCode {
  return {
    id: row.id,
    code: row.code,
    status: getCodeStatus({ status: row.status, expiresAt: row.expires_at }, now),
    usedBy: toPerson(row.used_by, row.user_name, row.user_avatar),
    usedAt: row.used_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    note: row.note,
    sentTo: row.sent_to,
  }
}

/** Returns null if there is no person, or the account was deleted. */
export function toPerson(
  id: string | null,
  name: string | null,
  avatarUrl: string | null,
): InvitationPerson | null {
  return id === null || name === null ? null : { id, name, avatarUrl }
}
