import { recordEvent } from '../security-log/record-event'
import { findGreetingName } from '../../rules/person-name'
import type { IdentityServices } from '../context'
import {
  alreadyRegisteredJob,
  emailChangeJob,
  type EmailChange,
  inviteJob,
  type Invite,
  nonceJob,
  recoverJob,
  type Recover,
  signInCodeJob,
  type SignInCode,
  verifyEmailJob,
  type VerifyEmail,
} from './jobs'
import { tryConsumeEmail } from '../limits/send-limits'
import { formatLink, linkTypes } from './format-link'
import { sendAuthEmail } from './send-auth-email'
import { formatUtc } from './format-utc'
import { ignoreDeletedAccount } from '../tokens/deleted-account'
import { issueToken, type NewToken } from '../tokens/issue-token'

// Loaded with the first email: the templates and their renderer would double the startup time.
const importEmails = () => import('./emails')

/** Registers the jobs that send emails with links and codes. */
export function registerCodeEmails(services: IdentityServices, now: () => Date): void {
  const { db, jobs, config, mailer, settings, secret } = services

  const work = <Payload extends object>(name: string, send: (payload: Payload) => Promise<void>) =>
    jobs.work(name, ignoreDeletedAccount(send))

  /** Issues a token and returns its link and code for an email. */
  async function issueLinkAndCode(
    token: Omit<NewToken, 'secret' | 'now'>,
    redirectTo: string | undefined,
  ): Promise<{ link: string; code: string; until: string; token: string }> {
    const issued = await db.transaction().execute((trx) => issueToken(trx, { ...token, secret, now: now() }))
    const type = linkTypes[token.purpose] ?? 'magiclink'
    const link = formatLink({ publicUrl: config.publicUrl, token: issued.token, type, redirectTo })
    return { link, code: issued.code, until: formatUtc(issued.expiresAt), token: issued.token }
  }

  work<VerifyEmail>(verifyEmailJob, async ({ redirectTo, challenge, ...accountKey }) => {
    const account = await findAccount(services, accountKey)
    if (account?.email == null || account.email_verified_at !== null) return
    const { id: userId, email } = account
    const sent = await issueLinkAndCode(
      { purpose: 'verify_email', userId, sentTo: email, challenge },
      redirectTo,
    )
    const { writeVerificationEmail } = await importEmails()
    const props = { name: findGreetingName(account.full_name), email, ...sent }
    await sendAuthEmail(
      services,
      { kind: 'confirmation', to: email, userId, redirectTo, ...sent },
      async () => writeVerificationEmail(props, await settings.read()),
    )
  })

  work<Recover>(recoverJob, async ({ email, requestedFrom, onlyVerified, ...end }) => {
    const { redirectTo, challenge, isApp } = end
    const account = await findAccount(services, { email })
    if (account === undefined || (onlyVerified && account.email_verified_at === null)) return
    const token = { purpose: 'recover', userId: account.id, sentTo: email, challenge, requestedFrom } as const
    const sent = await issueLinkAndCode(token, redirectTo)
    await recordEvent(services.db, { userId: account.id, kind: 'password_reset_requested', at: now() })
    const { writeResetPasswordEmail } = await importEmails()
    const shown = dropUnusedCode(sent, isApp)
    await sendAuthEmail(
      services,
      { kind: 'recovery', to: email, userId: account.id, redirectTo, ...shown },
      async () => writeResetPasswordEmail({ email, ...shown }, await settings.read()),
    )
  })

  work<SignInCode>(signInCodeJob, async ({ email, beginning, sendsNoAccountEmail, ...request }) => {
    const { redirectTo, challenge, requestedFrom, onlyVerified } = request
    const account = await findAccount(services, { email })
    if (onlyVerified && account?.email_verified_at == null) return
    if (account === undefined && beginning === undefined) {
      if (!sendsNoAccountEmail) return
      const { writeNoAccountEmail } = await importEmails()
      const signUpLink = `${config.publicUrl}/auth?tab=sign-up`
      const written = await writeNoAccountEmail({ email, signUpLink }, await settings.read())
      return mailer.send({ to: email, ...written })
    }
    const userId = account?.id ?? null
    // Stored for existing accounts, too: if the account has not verified the email, the person who verifies it gets a
    // new account.
    const payload = beginning === undefined ? {} : { beginning }
    const token = { purpose: 'sign_in', userId, sentTo: email, challenge, requestedFrom, payload } as const
    const sent = await issueLinkAndCode(token, redirectTo)
    const { writeSignInEmail } = await importEmails()
    const props = { email, isNew: account === undefined, ...sent }
    await sendAuthEmail(services, { kind: 'magicLink', to: email, userId, redirectTo, ...sent }, async () =>
      writeSignInEmail(props, await settings.read()),
    )
  })

  work<EmailChange>(emailChangeJob, async ({ redirectTo, challenge, isApp, ...accountKey }) => {
    const { writeAddressChangeEmail } = await importEmails()
    const limitContext = {
      ...services,
      ip: accountKey.email === undefined ? undefined : accountKey.requestedFrom,
      now,
    }
    // The request has already counted one email against the limits; only further recipients are counted here.
    const counted = new Set([accountKey.email])
    // If one of several accounts is deleted, the others still get their emails.
    const send = ignoreDeletedAccount(async ({ userId, current, next, ends }: Changing) => {
      for (const [end, to] of ends) {
        const isCounted = accountKey.email === undefined || counted.delete(to)
        if (!isCounted && !(await tryConsumeEmail(limitContext, 'email_change', to))) continue
        const sent = await issueLinkAndCode(
          { purpose: `email_change_${end}`, userId, sentTo: to, challenge, payload: { next } },
          redirectTo,
        )
        const shown = dropUnusedCode(sent, isApp)
        const props = { end, current: current ?? to, next, needsBoth: ends.length > 1, ...shown }
        await sendAuthEmail(
          services,
          { kind: 'emailChange', to, userId, redirectTo, newEmail: next, ...shown },
          async () => writeAddressChangeEmail(props, await settings.read()),
        )
      }
    })
    for (const changing of await findEmailChanges(services, accountKey)) await send(changing)
  })

  work<Invite>(inviteJob, async ({ userId, redirectTo, challenge }) => {
    const account = await findAccount(services, { userId })
    if (account?.email == null || account.email_verified_at !== null) return
    const { email } = account
    const sent = await issueLinkAndCode({ purpose: 'invite', userId, sentTo: email, challenge }, redirectTo)
    const { writeInviteEmail } = await importEmails()
    await sendAuthEmail(services, { kind: 'invite', to: email, userId, redirectTo, ...sent }, async () =>
      writeInviteEmail({ email, ...sent }, await settings.read()),
    )
  })

  work<{ userId: string }>(nonceJob, async ({ userId }) => {
    const account = await findAccount(services, { userId })
    if (account?.email == null) return
    const { email } = account
    const sent = await issueLinkAndCode({ purpose: 'reauthenticate', userId, sentTo: email }, undefined)
    const { writeNonceEmail } = await importEmails()
    await sendAuthEmail(
      services,
      { kind: 'reauthentication', to: email, userId, redirectTo: undefined, ...sent },
      async () => writeNonceEmail(sent, await settings.read()),
    )
  })

  work<{ email: string }>(alreadyRegisteredJob, async ({ email }) => {
    if ((await findAccount(services, { email })) === undefined) return
    const { writeAlreadyRegisteredEmail } = await importEmails()
    const props = {
      email,
      signInLink: `${config.publicUrl}/auth`,
      resetLink: `${config.publicUrl}/auth/forgot`,
    }
    await mailer.send({ to: email, ...(await writeAlreadyRegisteredEmail(props, await settings.read())) })
  })
}

/** Omits the code for our own pages, which have no field for it. */
function dropUnusedCode<T extends { code: string }>(sent: T, isApp: boolean | undefined) {
  return { ...sent, code: isApp ? sent.code : undefined }
}

type AccountKey = { userId: string; email?: undefined } | { userId?: undefined; email: string }

function selectAccounts({ db }: IdentityServices) {
  return db
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.email',
      'email_verified_at',
      'full_name',
      'new_email',
      'new_email_confirmed_by',
    ])
}

async function findAccount(services: IdentityServices, accountKey: AccountKey) {
  const [column, value] =
    accountKey.email === undefined
      ? (['accounts.id', accountKey.userId] as const)
      : (['accounts.email', accountKey.email] as const)
  return selectAccounts(services).where(column, '=', value).executeTakeFirst()
}

type Changing = Awaited<ReturnType<typeof findEmailChanges>>[number]

/** An address gets at most five emails an hour, so one request sends emails for at most five changes. */
const MAX_CHANGES = 5

/**
 * Finds the pending email change of this account, or all changes that involve this email, as the current or the new
 * address. Each email names its change.
 */
async function findEmailChanges(services: IdentityServices, { userId, email }: AccountKey) {
  const waiting = selectAccounts(services).where('new_email', 'is not', null)
  const found =
    email === undefined
      ? waiting.where('accounts.id', '=', userId)
      : waiting
          .where((eb) => eb.or([eb('accounts.email', '=', email), eb('new_email', '=', email)]))
          .orderBy((eb) => eb('accounts.email', 'is not distinct from', email), 'desc')
          .orderBy('accounts.updated_at', 'desc')
          .limit(MAX_CHANGES)
  const rows = await found.execute()
  return rows.flatMap(({ new_email: next, new_email_confirmed_by: half, ...account }) => {
    if (next === null) return []
    // An unverified current address may be a typing error, so it need not confirm.
    const current = account.email_verified_at === null ? null : account.email
    const ends = [
      ...(current === null || half === 'current' ? [] : [['current', current] as const]),
      ...(half === 'new' ? [] : [['new', next] as const]),
    ]
    return { userId: account.id, current, next, ends }
  })
}
