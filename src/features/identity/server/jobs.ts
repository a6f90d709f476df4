import { formatShort } from '~/lib/time'
import { findGreetingName } from '../rules/person-name'
import type { IdentityServices } from './context'
import { forgetEnded } from './forget-ended'
import { issueToken } from './one-time-token'

// Names and payloads only: a payload lies in the database in clear, so the token is made when the mail is written.
export const verifyEmailJob = 'identity.verify_email'
export const recoverJob = 'identity.recover'
export const passwordChangedJob = 'identity.password_changed'

// The templates and what renders them are loaded with the first mail: they would double the time of a start.
const mails = () => import('./mails')

/** Sends the mails of this feature and forgets what has long ended. `now` may be set by tests. */
export function registerIdentityJobs(services: IdentityServices, now: () => Date = () => new Date()): void {
  const { db, jobs, config, mail, settings } = services

  jobs.every(3600, 'forget ended sessions and links', () => forgetEnded(db, now()))

  jobs.work<{ userId: string }>(verifyEmailJob, async ({ userId }) => {
    const account = await findAccount(services, 'id', userId)
    if (account === undefined || account.email === null || account.isVerified) return
    const { token, expiresAt } = await issueToken(db, { userId, purpose: 'verify_email', now: now() })
    const link = `${config.publicUrl}/auth/verify?token=${token}`
    const name = findGreetingName(account.fullName)
    const { writeVerifyEmailMail } = await mails()
    const props = { name, email: account.email, link, until: utc(expiresAt) }
    const written = await writeVerifyEmailMail(props, await settings.read())
    await mail.send({ to: account.email, ...written })
  })

  jobs.work<{ email: string }>(recoverJob, async ({ email }) => {
    const account = await findAccount(services, 'email', email)
    if (account === undefined || account.email === null) return
    const { token, expiresAt } = await issueToken(db, { userId: account.id, purpose: 'recover', now: now() })
    const link = `${config.publicUrl}/auth/reset?token=${token}`
    const { writeResetPasswordMail } = await mails()
    const props = { email: account.email, link, until: utc(expiresAt) }
    const written = await writeResetPasswordMail(props, await settings.read())
    await mail.send({ to: account.email, ...written })
  })

  jobs.work<{ userId: string; at: string }>(passwordChangedJob, async ({ userId, at }) => {
    const account = await findAccount(services, 'id', userId)
    if (account === undefined || account.email === null) return
    const resetLink = `${config.publicUrl}/auth/forgot`
    const { writePasswordChangedMail } = await mails()
    const props = { email: account.email, at: utc(new Date(at)), resetLink }
    const written = await writePasswordChangedMail(props, await settings.read())
    await mail.send({ to: account.email, ...written })
  })
}

// A mail does not know where it is read.
function utc(at: Date): string {
  return `${formatShort(at, 'UTC')} UTC`
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
