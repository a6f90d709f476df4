import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { code } from '../contract-codes'
import type { InvitationPerson } from '../contract-shapes'
import { getCodeStatus } from '../rules/invitation-code'

/** A code as read from the database. Its status may still be pending although it has expired. */
export type CodeRow = Omit<z.input<typeof code>, 'expiresAt'> & { expiresAt: Date | null }

/** Selects a row of profiles as a person; null if there is none, or the account was deleted. */
export const selectPerson = (alias: string): RawBuilder<InvitationPerson | null> =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object('id', ${sql.ref(`${alias}.id`)},
    'name', ${sql.ref(`${alias}.full_name`)}, 'avatarUrl', ${sql.ref(`${alias}.avatar_url`)}) end`

export const codeColumns = sql`
  i.id, i.code, i.status, i.created_at as "createdAt", i.expires_at as "expiresAt", i.used_at as "usedAt", i.note,
  i.sent_to as "sentTo", ${selectPerson('creator')} as "createdBy", ${selectPerson('used')} as "usedBy"`

export const withPeople = sql`
  left join profiles creator on creator.id = i.created_by left join profiles used on used.id = i.used_by`

export const toCode = (row: CodeRow, now: Date): CodeRow => ({ ...row, status: getCodeStatus(row, now) })
