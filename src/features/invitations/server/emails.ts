import { sql } from 'kysely'
import { createElement } from 'react'
import { renderEmail } from '~/design/email/render-email'
import { formatShort } from '~/lib/time'
import { getCodeUsability, type InvitationStatus } from '../rules/invitation-code'
import { toCodePath } from '../rules/code-link'
import { findAccountKinds } from './account-kinds'
import type { InvitationsServices } from './context'
import { InvitationEmail, formatInvitationSubject } from './email/invitation-email'
import { DeclineEmail, formatDeclineSubject } from './email/decline-email'

/** Emails an open code. Skips codes that have been used, revoked, paused or expired since. */
export async function sendCodeEmail(
  { db, mailer, settings, config }: InvitationsServices,
  { invitationId, to }: { invitationId: string; to: string },
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom('invitations as i')
    .leftJoin('profiles as p', 'p.id', 'i.created_by')
    .leftJoin('invite_requests as r', 'r.invitation_id', 'i.id')
    .select([
      'i.code',
      'i.status',
      'i.expires_at',
      'p.full_name',
      'p.invitations_paused_at',
      'r.id as request_id',
    ])
    .select(sql<boolean>`is_suspended(i.created_by)`.as('is_suspended'))
    .where('i.id', '=', invitationId)
    .executeTakeFirst()
  // The code cannot be used while its creator is paused or suspended.
  if (!row || row.invitations_paused_at !== null || row.is_suspended) return
  const verdict = getCodeUsability({ status: row.status as InvitationStatus, expiresAt: row.expires_at }, now)
  if (verdict !== 'usable') return
  const hasAccount = (await findAccountKinds(db, [to])).has(to)
  const site = await settings.read()
  const props = {
    code: row.code,
    link: config.publicUrl + toCodePath(row.code, hasAccount),
    // In UTC, because the reader’s time zone is unknown.
    until: row.expires_at === null ? undefined : `${formatShort(row.expires_at, 'UTC')} UTC`,
    from: row.full_name ?? undefined,
    hasAccount,
    wasRequested: row.request_id !== null,
  }
  const written = await renderEmail(createElement(InvitationEmail, props), site)
  await mailer.send({ to, subject: formatInvitationSubject(props, site.name), ...written })
}

/** Sends the decline email with the admin’s message. */
export async function sendDeclineEmail(
  { db, mailer, settings }: InvitationsServices,
  requestId: string,
): Promise<void> {
  const request = await db
    .selectFrom('invite_requests')
    .select(['email', 'answer_message'])
    .where('id', '=', requestId)
    .where('status', '=', 'declined')
    .executeTakeFirst()
  if (!request?.answer_message) return
  const site = await settings.read()
  const written = await renderEmail(createElement(DeclineEmail, { message: request.answer_message }), site)
  await mailer.send({ to: request.email, subject: formatDeclineSubject(site.name), ...written })
}
