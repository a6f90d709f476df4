import { createElement } from 'react'
import { sql } from 'kysely'
import { renderEmail } from '~/design/email/render-email'
import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import { formatDay } from '~/lib/time'
import type { EmailServices } from '../context'
import { HolderEmail } from '../email/holder-email'
import { sendMessageJob } from './message-job'
import { refreshManagerPages } from './refresh-manager-pages'

const BROKEN = new Set(['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE'])

type Services = EmailServices & { jobs: Pick<Jobs, 'enqueue'>; live: Pick<Live, 'publish'> }

/** The limits of one run of the job: short enough for a process to shut down quickly. */
const EMAILS_PER_RUN = 100
const RUN_MS = 60_000
/** A claim that is older than this belongs to a process that has died. */
const CLAIM_MINUTES = 10
/** This many refused emails in a row mean a problem of the mail server, not of the addresses. */
const REFUSED_IN_A_ROW = 3

/**
 * Sends the emails of a message in batches. Each email is claimed in its own transaction before it is sent, and deleted
 * afterwards: a crash in between leaves a claim, and that email is not retried because it may have arrived. So no
 * recipient gets a message twice, even when the job repeats. Throws while the mail server refuses some emails, so that
 * the job is retried.
 */
export async function deliverMessage(services: Services, messageId: string): Promise<void> {
  const { db, jobs, live } = services
  const message = await findMessage(db, messageId)
  if (!message) return
  await expireClaims(db, messageId)
  const emailMessage = await writeMessageEmail(services, message)
  const began = new Date()
  const { refused, isEnough } = await sendBatch(services, { messageId, emailMessage, began })
  await refreshManagerPages(db, live, message.eventId)
  if (isEnough) throw new Error(refused ?? 'The mail server is not accepting email')
  const left = await countUnsent(db, messageId, began)
  if (left.open > 0) return jobs.enqueue(db, sendMessageJob, { messageId })
  if (left.refused > 0) throw new Error(refused ?? `${left.refused} addresses were refused`)
  // Runs this job again once the claims of a crashed process have expired.
  if (left.claimed > 0)
    await jobs.enqueue(
      db,
      sendMessageJob,
      { messageId },
      { singletonKey: messageId, startAfter: new Date(Date.now() + (CLAIM_MINUTES + 1) * 60_000) },
    )
}

interface Message {
  eventId: string
  title: string
  day: string
  subject: string
  body: string
}

async function findMessage(db: Database, id: string): Promise<Message | undefined> {
  const row = await db
    .selectFrom('holder_messages as m')
    .innerJoin('events as e', 'e.id', 'm.event_id')
    .select(['e.id', 'e.title', 'e.event_date', 'e.timezone', 'e.is_date_open', 'm.subject', 'm.body'])
    .where('m.id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      eventId: row.id,
      title: row.title,
      day: row.is_date_open ? '' : formatDay(row.event_date, row.timezone),
      subject: row.subject,
      body: row.body,
    }
  )
}

async function writeMessageEmail({ settings, publicUrl }: Services, message: Message) {
  const { title, day, subject, body } = message
  const element = createElement(HolderEmail, {
    title,
    day,
    subject,
    body,
    tickets: `${publicUrl}/customer/dashboard`,
  })
  return {
    subject: `${title}: ${subject}`,
    ...(await renderEmail(element, await settings.read())),
  }
}

async function sendBatch(
  { db, mailer }: Services,
  {
    messageId,
    emailMessage,
    began,
  }: { messageId: string; emailMessage: { subject: string; html: string; text: string }; began: Date },
): Promise<{ refused: string | undefined; isEnough: boolean }> {
  let refused: string | undefined
  let inARow = 0
  for (let sent = 0; sent < EMAILS_PER_RUN && Date.now() < began.getTime() + RUN_MS; sent += 1) {
    const email = await claimNextAddress(db, messageId, began)
    if (email === undefined) break
    try {
      await mailer.send({ to: email, ...emailMessage })
      inARow = 0
      await deleteRecipient(db, { messageId, email })
    } catch (error) {
      // Leaves the claim in place: the connection broke after the content was sent, so the email may have arrived.
      if (isPossiblyDelivered(error)) continue
      await releaseClaim(db, { messageId, email })
      refused = String(error)
      inARow += 1
      if (inARow === REFUSED_IN_A_ROW) return { refused, isEnough: true }
    }
  }
  return { refused, isEnough: false }
}

/** Claims the next address and returns it. Addresses that were refused in this run are skipped. */
async function claimNextAddress(db: Database, messageId: string, began: Date): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    update holder_emails set claimed_at = now() where message_id = ${messageId} and email = (
      select email from holder_emails where message_id = ${messageId} and claimed_at is null
        and (refused_at is null or refused_at < ${began}::timestamptz)
      order by refused_at nulls first, email limit 1 for update skip locked
    ) returning email`.execute(db)
  return rows[0]?.email
}

async function deleteRecipient(
  db: Database,
  { messageId, email }: { messageId: string; email: string },
): Promise<void> {
  await db
    .deleteFrom('holder_emails')
    .where('message_id', '=', messageId)
    .where('email', '=', email)
    .execute()
}

async function releaseClaim(
  db: Database,
  { messageId, email }: { messageId: string; email: string },
): Promise<void> {
  await db
    .updateTable('holder_emails')
    .set({ claimed_at: null, refused_at: new Date() })
    .where('message_id', '=', messageId)
    .where('email', '=', email)
    .execute()
}

async function expireClaims(db: Database, messageId: string): Promise<void> {
  await sql`
    with gone as (
      delete from holder_emails where message_id = ${messageId} and claimed_at < now() - make_interval(mins => ${CLAIM_MINUTES}) returning 1
    )
    update holder_messages set unknown = unknown + (select count(*) from gone)
    where id = ${messageId} and exists (select from gone)`.execute(db)
}

async function countUnsent(
  db: Database,
  messageId: string,
  began: Date,
): Promise<{ open: number; refused: number; claimed: number }> {
  const { rows } = await sql<{ open: number; refused: number; claimed: number }>`
    select count(*) filter (where claimed_at is null and (refused_at is null or refused_at < ${began}::timestamptz)) as open,
      count(*) filter (where claimed_at is null and refused_at >= ${began}::timestamptz) as refused,
      count(*) filter (where claimed_at is not null) as claimed
    from holder_emails where message_id = ${messageId}`.execute(db)
  return rows[0] ?? { open: 0, refused: 0, claimed: 0 }
}

/**
 * Returns whether a failed email may still have arrived: the connection broke without a response after the content had
 * started. A response of the server, or a failed connection, means that it has not.
 */
export function isPossiblyDelivered(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('responseCode' in error && typeof error.responseCode === 'number') return false
  const code = 'code' in error ? String(error.code) : ''
  const command = 'command' in error ? String(error.command) : ''
  return BROKEN.has(code) && !/^(?:CONN|EHLO|HELO|STARTTLS|AUTH|MAIL FROM|RCPT TO)/u.test(command)
}
