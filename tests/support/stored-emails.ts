import { PATIENCE_MS } from './wait-limit'
import { createMailbox, type StoredEmail } from '~/platform/email/mailbox'

/** Reads the emails that a product stored in its data folder. */
export function createPostman(dataDir: string) {
  const mailbox = createMailbox(dataDir)
  const read = new Set<string>()

  async function findUnreadEmail(to: string): Promise<StoredEmail | undefined> {
    const emails = await mailbox.list()
    return emails.findLast((email) => email.to === to && !read.has(email.id))
  }

  return {
    /** Takes the oldest unread email to this address; waits until there is one. */
    async next(to: string): Promise<StoredEmail> {
      const end = Date.now() + PATIENCE_MS
      for (;;) {
        const email = await findUnreadEmail(to)
        if (email !== undefined) {
          read.add(email.id)
          return email
        }
        if (Date.now() > end) throw new Error(`no mail to ${to} within ${PATIENCE_MS / 1000} seconds`)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    unread: async (to: string) =>
      (await mailbox.list()).filter((email) => email.to === to && !read.has(email.id)),
  }
}

export function codeIn({ text }: { text: string }): string {
  return /^\d{6}$/m.exec(text)?.[0] ?? ''
}

export function linkIn({ text }: { text: string }): string {
  return /https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? ''
}

export function tokenIn(email: { text: string }): string {
  return new URL(linkIn(email)).searchParams.get('token') ?? ''
}
