import { createTransport } from 'nodemailer'
import { withSpan } from '~/platform/telemetry/tracing'
import type { EmailMessage } from './email'
import { createMailbox } from './mailbox'
import { parseAddress } from './sender-address'

export type { EmailMessage } from './email'

export interface SendOptions {
  /** A sender address to test in place of the configured one. */
  sender?: string
  /**
   * Set for an email that is one of thousands, such as tickets after a sale. It uses separate connections, so that
   * sign-in codes don't wait behind it.
   */
  isBulk?: boolean
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the email.
   * @throws when it hasn't, so that the job is retried.
   */
  send(email: EmailMessage, options?: SendOptions): Promise<void>
  /** Returns the input for `sendBulkEmailInThisThread` in another thread; undefined if emails are stored in the data folder. */
  findThreadSender?(): Promise<ThreadSender | undefined>
  close(): Promise<void>
}

/** Plain data that can be posted to another thread. */
export interface ThreadSender {
  smtpUrl: string
  mailFrom: string
  sender: Sender
}

// If the mail server hangs, these timeouts end a job of a rate-limited batch after at most 200 seconds: see
// EXPIRY_SECONDS in jobs.ts.
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 20_000,
}
const DEADLINE_MS = 45_000
const CONNECTIONS = 3
const BULK_CONNECTIONS = 5

/** The sender of emails. A missing name or address is taken from the configuration. */
export type Sender = { name?: string; address?: string }

/**
 * Sends by SMTP when `smtpUrl` is set; otherwise stores emails in the data folder, and the demo shows them at
 * /dev/mail. Calls `findSender` for each email, so a changed setting applies from the next one.
 */
export function createMailer(
  config: { smtpUrl: string | undefined; mailFrom: string; dataDir: string },
  findSender: () => Promise<Sender>,
): Mailer {
  const configured = { name: parseName(config.mailFrom), address: parseAddress(config.mailFrom) }

  async function resolveSender(
    email: EmailMessage,
    tried: string | undefined,
  ): Promise<{ name: string; address: string }> {
    const set = await findSender()
    const address = [tried, set.address].find(
      (candidate) => candidate !== undefined && isPlainAddress(candidate),
    )
    return {
      name: email.fromName ?? set.name ?? configured.name,
      address: address ?? configured.address,
    }
  }

  if (config.smtpUrl === undefined) {
    const mailbox = createMailbox(config.dataDir)
    return {
      send: (email, { sender } = {}) =>
        traceEmail(async () => mailbox.keep(email, await resolveSender(email, sender))),
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
      const from = await resolveSender(email, sender)
      const message = {
        ...rest,
        from,
        // nodemailer encodes user text, so it can't inject headers.
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        ...(idempotencyKey === undefined
          ? {}
          : { messageId: `<${idempotencyKey}@${getDomain(from.address)}>` }),
        attachments: (email.attachments ?? []).map((file) => ({ ...file })),
        // Without a deadline, an email that waited for a connection could be sent after its job was retried, and so
        // arrive twice.
        signal: AbortSignal.timeout(DEADLINE_MS),
      }
      await traceEmail(() => (isBulk ? bulkTransport : transport).sendMail(message))
    },
    async close() {
      transport.close()
      bulkTransport.close()
    },
  }
}

/** Calls `run`, which sends an email, within a trace span that doesn't contain the recipient. */
export async function traceEmail<Result>(run: () => Promise<Result>): Promise<Result> {
  return withSpan('send email', { kind: 'client' }, run)
}

let opened: { key: string; mailer: Mailer } | undefined

/**
 * Sends bulk email from this thread, over its own connections. In the main thread, composing and sending it would delay
 * requests.
 */
export async function sendBulkEmailInThisThread(from: ThreadSender, email: EmailMessage): Promise<void> {
  const key = JSON.stringify(from)
  if (opened?.key !== key) {
    // The settings have changed. An email in progress fails, and its job retries it.
    void opened?.mailer.close()
    opened = { key, mailer: createMailer({ ...from, dataDir: '' }, async () => from.sender) }
  }
  await opened.mailer.send(email, { isBulk: true })
}

/**
 * Whether the URL contains a password. The password must not be sent unencrypted: if the mail server doesn't offer
 * STARTTLS, emails aren't sent, unless the URL says `?requireTLS=false`.
 */
function hasPassword(smtpUrl: string): boolean {
  const { protocol, username, password } = new URL(smtpUrl)
  return protocol === 'smtp:' && (username !== '' || password !== '')
}

const getDomain = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** Whether the text has no characters that could end the address and start another one or a new line. */
function isPlainAddress(text: string): boolean {
  return /^[^\s<>(),;:"\\@]+@[^\s<>(),;:"\\@]+$/u.test(text)
}

/** `Back to Back <hello@b2b.example>` -> `Back to Back`; empty when there is only an address. */
function parseName(mailFrom: string): string {
  return (/^(.*)<[^<>]+>\s*$/.exec(mailFrom)?.[1] ?? '').trim().replaceAll(/^"|"$/g, '')
}
