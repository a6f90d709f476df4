import { PATIENCE_MS } from './patience'
import { createMailbox, type KeptMail } from '~/platform/mail/mailbox'

/** The mails that a product kept in its data folder. */
export function createPostman(dataDir: string) {
  const mailbox = createMailbox(dataDir)
  const read = new Set<string>()

  async function lookFor(to: string): Promise<KeptMail | undefined> {
    const mails = await mailbox.list()
    return mails.findLast((mail) => mail.to === to && !read.has(mail.id))
  }

  return {
    /** The oldest mail to this address that was not read yet; waits until it comes. */
    async next(to: string): Promise<KeptMail> {
      const end = Date.now() + PATIENCE_MS
      for (;;) {
        const mail = await lookFor(to)
        if (mail !== undefined) {
          read.add(mail.id)
          return mail
        }
        if (Date.now() > end) throw new Error(`no mail to ${to} within ${PATIENCE_MS / 1000} seconds`)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    /** What came for this address and was not read. */
    unread: async (to: string) =>
      (await mailbox.list()).filter((mail) => mail.to === to && !read.has(mail.id)),
  }
}

/** The six digits in a mail. */
export function codeIn({ text }: { text: string }): string {
  return /^\d{6}$/m.exec(text)?.[0] ?? ''
}

/** The address behind a mail's button. */
export function linkIn({ text }: { text: string }): string {
  return /https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? ''
}

/** The token in it. */
export function tokenIn(mail: { text: string }): string {
  return new URL(linkIn(mail)).searchParams.get('token') ?? ''
}
