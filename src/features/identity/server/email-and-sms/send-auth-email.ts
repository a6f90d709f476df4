import type { EmailMessage } from '~/platform/email/email'
import { escapeHtml } from '~/lib/escape-html'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import type { IdentityServices } from '../context'
import { callHook } from './call-hook'

/**
 * The emails with a link or a code. The keys are Supabase's template names, the values its `email_action_type` for the
 * hook.
 */
const ACTIONS = {
  confirmation: 'signup',
  recovery: 'recovery',
  magicLink: 'magiclink',
  emailChange: 'email_change',
  invite: 'invite',
  reauthentication: 'reauthentication',
} as const

interface AuthEmail {
  kind: keyof typeof ACTIONS
  to: string
  /** Null when the email has no account yet. */
  userId: string | null
  code: string | undefined
  link: string
  /** The token of the link, for `verifyOtp({ token_hash })`. */
  token: string
  redirectTo: string | undefined
  newEmail?: string
}

/**
 * Sends an email with a link or a code: through the operator's hook, with the operator's template, or with the default
 * text from `write`.
 * @throws if it was not accepted, so that the job retries it
 */
export async function sendAuthEmail(
  { config, db, mailer }: Pick<IdentityServices, 'config' | 'db' | 'mailer'>,
  { kind, to, userId, code = '', link, token, redirectTo, newEmail }: AuthEmail,
  write: () => Promise<Omit<EmailMessage, 'to'>>,
): Promise<void> {
  const { hooks, emailTemplates } = config.auth
  if (hooks.sendEmail !== undefined) {
    const user =
      userId === null
        ? undefined
        : await db
            .selectFrom('accounts')
            .select(['id', 'email', 'phone', 'user_metadata'])
            .where('id', '=', userId)
            .executeTakeFirst()
    await callHook(hooks.sendEmail, {
      user: user ?? { id: '', email: to },
      to,
      email_data: {
        token: code,
        token_hash: token,
        redirect_to: redirectTo ?? config.publicUrl,
        email_action_type: ACTIONS[kind],
        site_url: `${config.publicUrl}${AUTH_SERVICE_PATH}`,
        link,
        new_email: newEmail ?? '',
      },
    })
    return
  }
  const template = emailTemplates[kind]
  if (template === undefined) return mailer.send({ to, ...(await write()) })
  const values: Record<string, string> = {
    ConfirmationURL: link,
    Token: code,
    TokenHash: token,
    SiteURL: config.publicUrl,
    Email: to,
    NewEmail: newEmail ?? '',
    RedirectTo: redirectTo ?? config.publicUrl,
  }
  const fill = (text: string, quote: (value: string) => string) =>
    text.replaceAll(/\{\{\s*\.?(\w+)\s*\}\}/g, (_all, name: string) => quote(values[name] ?? ''))
  const leaveUnquoted = (value: string) => value
  await mailer.send({
    to,
    subject: fill(template.subject, leaveUnquoted),
    html: fill(template.html, escapeHtml),
    text: fill(template.text, leaveUnquoted),
  })
}
