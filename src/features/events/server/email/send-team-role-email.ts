import { sql } from 'kysely'
import { createElement } from 'react'
import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import { renderEmail } from '~/design/email/render-email'
import { formatShort } from '~/lib/time'
import type { Mailer } from '~/platform/email/mailer'
import { type EmailedRelation, PersonEmail, formatPersonEmailSubject } from './team-role-email'

export interface EmailServices {
  db: Database
  mailer: Pick<Mailer, 'send'>
  settings: Pick<SettingsSource, 'read'>
  publicUrl: string
}

const paths: Record<EmailedRelation, (id: string) => string> = {
  organizer: () => '/dashboard/events',
  manager: (id) => `/dashboard/events/${id}/edit`,
  check_in: (id) => `/dashboard/events/${id}/check-in`,
}

/**
 * Emails a person about their role in an event, as it is at the time of sending. Sends nothing to a person who
 * has been removed since the email was enqueued.
 */
export async function sendPersonEmail(
  { db, mailer, settings, publicUrl }: EmailServices,
  { userId, eventId, byId }: { userId: string; eventId: string; byId: string },
): Promise<void> {
  const { rows } = await sql<{
    email: string | null
    title: string
    starts_at: Date
    timezone: string
    venue_name: string
    location: string
    by_name: string | null
    relation: EmailedRelation
  }>`
    select a.email, e.title, e.event_date as starts_at, e.timezone, e.venue_name, e.location, b.display_name as by_name,
      case when e.organizer_id = a.id then 'organizer' else p.relation end as relation
    from events e join accounts a on a.id = ${userId}::uuid
    left join event_people p on p.event_id = e.id and p.person_id = a.id
    left join profiles b on b.id = ${byId}::uuid
    where e.id = ${eventId}::uuid and not is_suspended(a.id)
      and (e.organizer_id = a.id or p.relation is not null)`.execute(db)
  const row = rows[0]
  if (!row || row.email === null) return
  const { relation, title } = row
  const body = createElement(PersonEmail, {
    relation,
    title,
    byName: row.by_name,
    date: formatShort(row.starts_at, row.timezone),
    where: [row.venue_name, row.location].filter(Boolean).join(', '),
    link: `${publicUrl}${paths[relation](eventId)}`,
  })
  await mailer.send({
    to: row.email,
    subject: formatPersonEmailSubject(relation, title),
    ...(await renderEmail(body, await settings.read())),
  })
}
