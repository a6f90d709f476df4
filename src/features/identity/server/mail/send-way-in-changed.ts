import { findContact } from '~/platform/mail/sender-address'
import { utc } from './utc'
import type { IdentityServices } from '../context'
import { wayInChangedJob, type ToldChange } from './tell-of-change'

// The templates and what renders them are loaded with the first mail: they would double the time of a start.
const mails = () => import('./mails')

/** Tells people that a way into their account changed: where they are reached, and where they were reached before. */
export function registerWayInChanged(services: IdentityServices): void {
  const { jobs, db } = services

  async function tell(change: ToldChange): Promise<void> {
    const account = await db
      .selectFrom('accounts')
      .select(['email', 'email_verified_at', 'phone'])
      .where('id', '=', change.userId)
      .executeTakeFirst()
    if (account === undefined) return
    const { formerEmail, formerPhone } = change
    const addresses = [account.email, formerEmail].filter((to) => to !== null && to !== undefined)
    for (const to of new Set(addresses)) await sendMail(services, change, { to, email: account.email })
    // Whoever never had an address is told where they are reached; and so is the number that was theirs until now.
    const isFirst =
      change.what === 'email_added' || (change.what === 'email_changed' && formerEmail === undefined)
    const hadNone = account.email === null || isFirst
    const numbers = [hadNone ? account.phone : null, formerPhone]
    for (const to of new Set(numbers.filter((one) => one !== null && one !== undefined)))
      await sendText(services, change, to)
  }

  jobs.work<ToldChange>(wayInChangedJob, tell)
  // What waited when an earlier version ended.
  jobs.work<{ userId: string; at: string }>('identity.password_changed', ({ userId, at }) =>
    tell({ userId, at, what: 'password_changed', ip: null }),
  )
}

async function sendMail(
  { config, mail, settings }: IdentityServices,
  { what, elsewhere, at, ip }: ToldChange,
  { to, email }: { to: string; email: string | null },
): Promise<void> {
  const house = await settings.read()
  const { writeWayInChangedMail } = await mails()
  const written = await writeWayInChangedMail(
    {
      what,
      elsewhere,
      to,
      newEmail: email === null || email === to ? undefined : email,
      at: utc(new Date(at)),
      ip,
      publicUrl: config.publicUrl,
      contact: findContact(house, config.mailFrom),
    },
    house,
  )
  await mail.send({ to, ...written })
}

async function sendText(
  { config, sms, settings }: IdentityServices,
  { what, elsewhere, at }: ToldChange,
  to: string,
): Promise<void> {
  if (!sms.isOn) return
  const { name } = await settings.read()
  const { happenedOf } = await import('./way-in-changed-mail')
  const text = `${name}: ${happenedOf({ what, elsewhere })} on ${utc(new Date(at))}. Not you? Go to ${config.publicUrl}/auth at once.`
  await sms.send({ to, text, channel: 'sms' })
}
