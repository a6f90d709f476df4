import { findContactAddress } from '~/platform/email/sender-address'
import { formatUtc } from './format-utc'
import type { IdentityServices } from '../context'
import { type Notice, sendWithinLimit } from '../limits/notification-limits'
import { changeNotificationJob, type ChangeNotification } from './notify-of-change'

// Loaded with the first email: the templates and their renderer would double the startup time.
const importEmails = () => import('./emails')

/** Job that notifies one recipient. It is retried separately, so that a failure doesn’t notify the others again. */
const recipientJob = 'identity.sign_in_method_changed_there'
/** Job for a delayed notification. Only the first one of an hour is stored, and it covers all later changes. */
const laterJob = 'identity.sign_in_method_changed_later'
type There = ChangeNotification & Pick<Notice, 'by' | 'to'>

/** With `since`, the notification may cover several changes, of which this is the first. */
type RecipientNotification = There & { since?: boolean }

/**
 * Registers the jobs that notify people of a changed sign-in method, at their current and former contacts. Further
 * changes of a kind within the hour are sent as one notification at its end, which names none of them. So repeated
 * changes cannot flood a stranger or run up costs.
 */
export function registerChangeNotifications(services: IdentityServices, now: () => Date): void {
  const { jobs, db } = services

  const findContacts = (userId: string) =>
    db
      .selectFrom('accounts')
      .select(['email', 'email_verified_at', 'phone'])
      .where('id', '=', userId)
      .executeTakeFirst()

  async function notifyPerson(change: ChangeNotification): Promise<void> {
    const account = await findContacts(change.userId)
    if (account === undefined) return
    const { formerEmail, formerPhone } = change
    const addresses = [account.email, formerEmail].filter((to) => to !== null && to !== undefined)
    // If the account had no email, its phone gets a text message.
    const isFirst =
      change.what === 'email_added' || (change.what === 'email_changed' && formerEmail === undefined)
    const hadNone = account.email === null || isFirst
    const numbers = [hadNone ? account.phone : null, formerPhone].filter(
      (to) => to !== null && to !== undefined,
    )
    const places: There[] = [
      ...[...new Set(addresses)].map((to) => ({ ...change, by: 'email' as const, to })),
      ...[...new Set(numbers)].map((to) => ({ ...change, by: 'text' as const, to })),
    ]
    await jobs.enqueueMany(db, recipientJob, places)
  }

  async function notifyRecipient(notified: RecipientNotification): Promise<void> {
    const { userId, what: kind, by, to } = notified
    const account = await findContacts(userId)
    if (account === undefined) return
    const { email, email_verified_at: confirmedAt } = account
    // A former contact counts as verified.
    const wasVerified = to !== email || confirmedAt !== null
    const wait = await sendWithinLimit(services, { userId, kind, by, to, wasVerified }, () =>
      by === 'email'
        ? sendChangeEmail(services, notified, { to, email })
        : sendChangeText(services, notified, to),
    )
    if (wait === undefined) return
    const { since: _, ...later } = notified
    await jobs.enqueue(db, laterJob, later, {
      singletonKey: `${userId} ${kind} ${to}`,
      startAfter: new Date(now().getTime() + wait * 1000),
    })
  }

  jobs.work<ChangeNotification>(changeNotificationJob, notifyPerson)
  jobs.work<There>(recipientJob, notifyRecipient)
  jobs.work<There>(laterJob, (later) => notifyRecipient({ ...later, since: true }))
  // Handles jobs that an earlier version enqueued.
  jobs.work<{ userId: string; at: string }>('identity.password_changed', ({ userId, at }) =>
    notifyPerson({ userId, at, what: 'password_changed', ip: null }),
  )
}

async function sendChangeEmail(
  { config, mailer, settings }: IdentityServices,
  { what: kind, elsewhere, at, ip, since }: RecipientNotification,
  { to, email }: { to: string; email: string | null },
): Promise<void> {
  const site = await settings.read()
  const { writeAccountChangeEmail } = await importEmails()
  const written = await writeAccountChangeEmail(
    {
      kind,
      elsewhere,
      to,
      newEmail: email === null || email === to ? undefined : email,
      at: formatUtc(new Date(at)),
      since,
      ip,
      publicUrl: config.publicUrl,
      contact: findContactAddress(site, config.mailFrom),
    },
    site,
  )
  await mailer.send({ to, ...written })
}

async function sendChangeText(
  { config, sms, settings }: IdentityServices,
  { what: kind, elsewhere, at, since }: RecipientNotification,
  to: string,
): Promise<void> {
  if (!sms.isOn) return
  const { name } = await settings.read()
  const { describeChange } = await import('./account-change-email')
  const text = `${name}: ${describeChange({ kind, elsewhere, since, at: formatUtc(new Date(at)) })}. Not you? Go to ${config.publicUrl}/auth now.`
  await sms.send({ to, text, channel: 'sms' })
}
