import { createElement } from 'react'
import { recordAudit } from '~/database/audit'
import { renderEmail } from '~/design/email/render-email'
import { requireCaller } from '~/platform/rpc/context'
import { findSettingProblem, normalizeSetting } from '../rules/setting-problems'
import type { SettingsContext } from './context'
import { TestEmail, formatTestEmailSubject } from './email/test-email'
import { refuse } from './refused-error'

/**
 * Sends a test email to the admin from an address that may not be saved yet, and returns the mail server's response.
 * @throws BAD_REQUEST when the sender is not a valid address, EMAIL_NEEDED when the admin has no email
 */
export async function sendTestEmail(
  context: SettingsContext,
  typed: string,
): Promise<{ isSent: boolean; message: string }> {
  const { db, config, limits, mailer, requestId } = context
  const { id, email } = requireCaller(context)
  const sender = String(normalizeSetting('emailSender', typed))
  const problem = findSettingProblem('emailSender', sender)
  if (problem !== undefined)
    throw refuse('BAD_REQUEST', {
      message: problem,
      data: { fields: [{ path: 'emailSender', message: problem }] },
    })
  if (email === null) throw refuse('EMAIL_NEEDED')
  await limits.consume('test_email', id, { points: 10, seconds: 600 })
  const { name } = await context.settings.read()
  const written = await renderEmail(createElement(TestEmail, { sender }), { name })
  try {
    await mailer.send(
      { to: email, subject: formatTestEmailSubject(name), ...written },
      sender === '' ? {} : { sender },
    )
  } catch (error) {
    context.log.warn({ err: error }, 'the mail server refused the test email')
    return { isSent: false, message: `Not sent. ${describeError(error)}` }
  }
  await db.transaction().execute((trx) =>
    recordAudit(trx, {
      actorId: id,
      action: 'settings.test_email',
      subject: { type: 'person', id },
      requestId,
    }),
  )
  const place =
    config.smtpUrl === undefined
      ? ' No mail server is configured, so you’ll find it in the demo mailbox.'
      : ''
  return { isSent: true, message: `Sent to ${email}.${place}` }
}

/**
 * nodemailer's `response` is the server's own line, `550 5.7.1 Sender not allowed`; otherwise the reason why there was
 * no response.
 */
function describeError(error: unknown): string {
  if (
    typeof error === 'object' &&
    error !== null &&
    'response' in error &&
    typeof error.response === 'string'
  )
    return `The mail server said: ${error.response}`
  return error instanceof Error
    ? `The mail server didn’t accept it: ${error.message}`
    : 'The mail server gave no reason.'
}
