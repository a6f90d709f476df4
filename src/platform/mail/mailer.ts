import { createTransport } from 'nodemailer'
import type { Mail } from './mail'
import { createMailbox } from './mailbox'

export type { Mail } from './mail'

export interface Mailer {
  /** Resolves when the mail server took the mail; throws when it did not, so that a job repeats it. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** By SMTP when `smtpUrl` is set; otherwise mail is kept in the data folder, where the demo shows it at /dev/mail. */
export function createMailer(config: {
  smtpUrl: string | undefined
  mailFrom: string
  dataDir: string
}): Mailer {
  if (config.smtpUrl === undefined) {
    const mailbox = createMailbox(config.dataDir)
    return { send: (mail) => mailbox.keep(mail), close: () => Promise.resolve() }
  }
  const transport = createTransport(
    { url: config.smtpUrl, pool: true, connectionTimeout: 10_000, socketTimeout: 30_000 },
    { from: config.mailFrom },
  )
  return {
    async send(mail) {
      // A text from a form never becomes a header: nodemailer encodes what it puts there.
      const { fromName, headers, ...rest } = mail
      await transport.sendMail({
        ...rest,
        ...(fromName === undefined ? {} : { from: { name: fromName, address: addressOf(config.mailFrom) } }),
        ...(headers === undefined ? {} : { headers: { ...headers } }),
        attachments: (mail.attachments ?? []).map((file) => ({ ...file })),
      })
    },
    close: () => Promise.resolve(transport.close()),
  }
}

/** `Back to Back <hello@b2b.example>` -> `hello@b2b.example` */
function addressOf(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
}
