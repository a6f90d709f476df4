import type { EmailMessage } from '~/platform/email/email'
import { escapeHtml } from '~/lib/escape-html'
import type { EmailPlaceholder } from '~/platform/config/auth-file'
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
  services: Pick<IdentityServices, 'config' | 'db' | 'mailer'>,
  email: AuthEmail,
  write: () => Promise<Omit<EmailMessage, 'to'>>,
): Promise<void> {
  const { config, mailer } = services
  const { hooks, emailTemplates } = config.auth
  if (hooks.sendEmail !== undefined) {
    await callHook(hooks.sendEmail, await createHookBody(services, email))
    return
  }
  const template = emailTemplates[email.kind]
  const message = template === undefined ? await write() : fillTemplate(template, email, config.publicUrl)
  await mailer.send({ to: email.to, ...message })
}

async function createHookBody(
  { config, db }: Pick<IdentityServices, 'config' | 'db'>,
  { kind, to, userId, code = '', link, token, redirectTo, newEmail }: AuthEmail,
) {
  const user =
    userId !== null &&
    (await db
      .selectFrom('accounts')
      .select(['id', 'email', 'phone', 'user_metadata'])
      .where('id', '=', userId)
      .executeTakeFirst())
  return {
    user: user || { id: '', email: to },
    to,
    email_data: {
      token: code,
      token_hash: token,
      redirect_to: redirectTo ?? config.publicUrl,
      email_action_type: ACTIONS[kind],
      // As in Supabase, `site_url` is the URL of the auth service, but `SiteURL` in a template is the URL of the
      // site.
      site_url: `${config.publicUrl}${AUTH_SERVICE_PATH}`,
      link,
      new_email: newEmail ?? '',
    },
  }
}

function fillTemplate(
  template: Readonly<Record<'subject' | 'html' | 'text', string>>,
  { to, code = '', link, token, redirectTo, newEmail }: AuthEmail,
  publicUrl: string,
): Omit<EmailMessage, 'to'> {
  const values: Record<EmailPlaceholder, string> = {
    ConfirmationURL: link,
    Token: code,
    TokenHash: token,
    SiteURL: publicUrl,
    Email: to,
    NewEmail: newEmail ?? '',
    RedirectTo: redirectTo ?? publicUrl,
  }
  // AUTH_FILE has been checked: a template has no other placeholders.
  const fill = (text: string, quote = (value: string) => value) =>
    text.replaceAll(/\{\{\s*\.?(\w+)\s*\}\}/g, (_all, name: EmailPlaceholder) => quote(values[name]))
  return { subject: fill(template.subject), html: fill(template.html, escapeHtml), text: fill(template.text) }
}
