import { createTransport } from 'nodemailer'
import type { Mail } from './mail'
import { createMailbox } from './mailbox'
import { addressOf } from './sender-address'

export type { Mail } from './mail'

export interface Mailer {
  /**
   * Resolves when the mail server took the mail; throws when it did not, so that a job repeats it. `sender`: an address to
   * try instead of the one that is set.
   */
  send(mail: Mail, options?: { sender?: string }): Promise<void>
  close(): Promise<void>
}

/** What is not said stands as configured. */
export type Sender = { name?: string; address?: string }

/**
 * By SMTP when `smtpUrl` is set; otherwise mail is kept in the data folder, where the demo shows it at /dev/mail. `findSender`
 * is asked at each mail, so that a change counts for the next one.
 */
export function createMailer(
  config: { smtpUrl: string | undefined; mailFrom: string; dataDir: string },
  findSender: () => Promise<Sender>,
): Mailer {
  const configured = { name: nameOf(config.mailFrom), address: addressOf(config.mailFrom) }

  async function fromOf(mail: Mail, tried: string | undefined): Promise<{ name: string; address: string }> {
    const set = await findSender()
    const address = [tried, set.address].find((one) => one !== undefined && isPlainAddress(one))
    return {
      name: mail.fromName ?? set.name ?? configured.name,
      address: address ?? configured.address,
    }
  }

  if (config.smtpUrl === undefined) {
    const mailbox = createMailbox(config.dataDir)
    return {
      send: async (mail, { sender } = {}) => mailbox.keep(mail, await fromOf(mail, sender)),
      close: () => Promise.resolve(),
    }
  }
  const transport = createTransport({
    url: config.smtpUrl,
    pool: true,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async send(mail, { sender } = {}) {
      // A text from a form never becomes a header: nodemailer encodes what it puts there.
      const { fromName: _, headers, ...rest } = mail
      await transport.sendMail({
        ...rest,
        from: await fromOf(mail, sender),
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        attachments: (mail.attachments ?? []).map((file) => ({ ...file })),
      })
    },
    close: () => Promise.resolve(transport.close()),
  }
}

/** Nothing that could end the address and begin another one, or another line. */
function isPlainAddress(text: string): boolean {
  return /^[^\s<>(),;:"\\@]+@[^\s<>(),;:"\\@]+$/u.test(text)
}

/** `Back to Back <hello@b2b.example>` -> `Back to Back`; empty when there is only an address. */
function nameOf(mailFrom: string): string {
  return (/^(.*)<[^<>]+>\s*$/.exec(mailFrom)?.[1] ?? '').trim().replaceAll(/^"|"$/g, '')
}
