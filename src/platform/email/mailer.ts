import { createTransport } from 'nodemailer'
import type { EmailMessage } from './email'
import { createMailbox } from './mailbox'
import { addressOf } from './sender-address'

export type { EmailMessage } from './email'

export interface SendOptions {
  /** An address to try instead of the configured sender. */
  sender?: string
  /** One of thousands, such as the tickets after a sale: it goes over connections of its own, and no sign-in code waits behind it. */
  isBulk?: boolean
}

export interface Mailer {
  /** Resolves when the mail server has accepted the email. @throws when it has not, so that a job repeats it. */
  send(email: EmailMessage, options?: SendOptions): Promise<void>
  /** Returns what `sendBulkHere` needs in another thread; undefined when emails are stored in the data folder. */
  findThreadSender?(): Promise<ThreadSender | undefined>
  close(): Promise<void>
}

/** Plain data, which crosses to another thread. */
export interface ThreadSender {
  smtpUrl: string
  mailFrom: string
  sender: Sender
}

// With these a job of a paced batch takes at most 200 seconds when the mail server hangs: see EXPIRY_SECONDS in jobs.ts.
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 20_000,
}
const DEADLINE_MS = 45_000
const CONNECTIONS = 3
const BULK_CONNECTIONS = 5

/** Missing parts are as configured. */
export type Sender = { name?: string; address?: string }

/**
 * Sends by SMTP when `smtpUrl` is set; otherwise stores emails in the data folder, and the demo shows them at /dev/mail.
 * `findSender` is called for each email, so a changed setting counts for the next one.
 */
export function createMailer(
  config: { smtpUrl: string | undefined; mailFrom: string; dataDir: string },
  findSender: () => Promise<Sender>,
): Mailer {
  const configured = { name: nameOf(config.mailFrom), address: addressOf(config.mailFrom) }

  async function fromOf(
    email: EmailMessage,
    tried: string | undefined,
  ): Promise<{ name: string; address: string }> {
    const set = await findSender()
    const address = [tried, set.address].find((one) => one !== undefined && isPlainAddress(one))
    return {
      name: email.fromName ?? set.name ?? configured.name,
      address: address ?? configured.address,
    }
  }

  if (config.smtpUrl === undefined) {
    const mailbox = createMailbox(config.dataDir)
    return {
      send: async (email, { sender } = {}) => mailbox.keep(email, await fromOf(email, sender)),
      close: () => Promise.resolve(),
    }
  }
  const { smtpUrl } = config
  const connect = (maxConnections: number) =>
    createTransport({
      pool: true,
      ...TIMEOUTS,
      maxConnections,
      requireTLS: hasPassword(smtpUrl),
      url: smtpUrl,
    })
  const transport = connect(CONNECTIONS)
  const bulkTransport = connect(BULK_CONNECTIONS)
  return {
    findThreadSender: async () => ({ smtpUrl, mailFrom: config.mailFrom, sender: await findSender() }),
    async send(email, { sender, isBulk = false } = {}) {
      const { fromName: _, headers, idempotencyKey, ...rest } = email
      const from = await fromOf(email, sender)
      const message = {
        ...rest,
        from,
        // Text from a form never becomes a header: nodemailer encodes it.
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        ...(idempotencyKey === undefined
          ? {}
          : { messageId: `<${idempotencyKey}@${domainOf(from.address)}>` }),
        attachments: (email.attachments ?? []).map((file) => ({ ...file })),
        // Without this, an email that waited too long for a connection could still be sent after its job was retried.
        signal: AbortSignal.timeout(DEADLINE_MS),
      }
      await (isBulk ? bulkTransport : transport).sendMail(message)
    },
    async close() {
      transport.close()
      bulkTransport.close()
    },
  }
}

let opened: { key: string; mailer: Mailer } | undefined

/** Sends bulk email from this thread, over connections of its own: composing and SMTP delay requests in the main thread. */
export async function sendBulkHere(from: ThreadSender, email: EmailMessage): Promise<void> {
  const key = JSON.stringify(from)
  if (opened?.key !== key) {
    // After a change of the settings. An email under way there fails, and its job repeats it.
    void opened?.mailer.close()
    opened = { key, mailer: createMailer({ ...from, dataDir: '' }, async () => from.sender) }
  }
  await opened.mailer.send(email, { isBulk: true })
}

/** A password must not travel in the clear: without STARTTLS the email is not sent, unless the address says `?requireTLS=false`. */
function hasPassword(smtpUrl: string): boolean {
  const { protocol, username, password } = new URL(smtpUrl)
  return protocol === 'smtp:' && (username !== '' || password !== '')
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** Has nothing that could end the address and begin another one, or another line. */
function isPlainAddress(text: string): boolean {
  return /^[^\s<>(),;:"\\@]+@[^\s<>(),;:"\\@]+$/u.test(text)
}

/** `Back to Back <hello@b2b.example>` -> `Back to Back`; empty when there is only an address. */
function nameOf(mailFrom: string): string {
  return (/^(.*)<[^<>]+>\s*$/.exec(mailFrom)?.[1] ?? '').trim().replaceAll(/^"|"$/g, '')
}
