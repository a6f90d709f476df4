import { createElement, type ReactElement } from 'react'
import { renderMail } from '~/design/mail/render-mail'
import { formatShort } from '~/lib/time'
import { findGreetingName } from '../rules/person-name'
import type { IdentityServices } from './context'
import { PasswordChangedMail, passwordChangedSubject } from './mail/password-changed-mail'
import { ResetPasswordMail, resetPasswordSubject } from './mail/reset-password-mail'
import { VerifyEmailMail, verifyEmailSubject } from './mail/verify-email-mail'
import { issueToken } from './one-time-token'

// Names and payloads only: a payload lies in the database in clear, so the token is made when the mail is written.
export const verifyEmailJob = 'identity.verify_email'
export const recoverJob = 'identity.recover'
export const passwordChangedJob = 'identity.password_changed'

/** Sends the mails of this feature. `now` may be set by tests. */
export function registerIdentityJobs(services: IdentityServices, now: () => Date = () => new Date()): void {
  const { db, jobs, config } = services

  jobs.work<{ userId: string }>(verifyEmailJob, async ({ userId }) => {
    const account = await findAccount(services, 'id', userId)
    if (account === undefined || account.isVerified) return
    const { token, expiresAt } = await issueToken(db, { userId, purpose: 'verify_email', now: now() })
    const link = `${config.publicUrl}/auth/verify?token=${token}`
    const name = findGreetingName(account.fullName)
    const mail = createElement(VerifyEmailMail, { name, email: account.email, link, until: utc(expiresAt) })
    await send(services, account.email, verifyEmailSubject, mail)
  })

  jobs.work<{ email: string }>(recoverJob, async ({ email }) => {
    const account = await findAccount(services, 'email', email)
    if (account === undefined) return
    const { token, expiresAt } = await issueToken(db, { userId: account.id, purpose: 'recover', now: now() })
    const link = `${config.publicUrl}/auth/reset?token=${token}`
    const mail = createElement(ResetPasswordMail, { email: account.email, link, until: utc(expiresAt) })
    await send(services, account.email, resetPasswordSubject, mail)
  })

  jobs.work<{ userId: string; at: string }>(passwordChangedJob, async ({ userId, at }) => {
    const account = await findAccount(services, 'id', userId)
    if (account === undefined) return
    const resetLink = `${config.publicUrl}/auth/forgot`
    const mail = createElement(PasswordChangedMail, {
      email: account.email,
      at: utc(new Date(at)),
      resetLink,
    })
    await send(services, account.email, passwordChangedSubject, mail)
  })
}

// A mail does not know where it is read.
function utc(at: Date): string {
  return `${formatShort(at, 'UTC')} UTC`
}

async function send(
  { mail }: IdentityServices,
  to: string,
  subject: string,
  body: ReactElement,
): Promise<void> {
  await mail.send({ to, subject, ...(await renderMail(body)) })
}

async function findAccount({ db }: IdentityServices, column: 'id' | 'email', value: string) {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.id', 'accounts.id')
    .select(['accounts.id', 'accounts.email', 'email_verified_at', 'full_name'])
    .where(`accounts.${column}`, '=', value)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      email: row.email,
      fullName: row.full_name,
      isVerified: row.email_verified_at !== null,
    }
  )
}
