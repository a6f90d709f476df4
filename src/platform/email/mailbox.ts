import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isId, newId } from '~/lib/ids'
import type { EmailMessage } from './email'

export interface StoredEmail extends EmailMessage {
  id: string
  /** Missing in emails that earlier versions stored. */
  from?: { name: string; address: string }
  /** Set for text messages, whose subject is their first line. */
  channel?: 'sms' | 'whatsapp'
  sentAt: string
}

/** Stores email that isn't sent, one JSON file each in `<dataDir>/mail`, named by an increasing id. */
export function createMailbox(dataDir: string) {
  const folder = join(dataDir, 'mail')

  async function read(id: string): Promise<StoredEmail> {
    const stored: StoredEmailFile = JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8'))
    const attachments = stored.attachments.map((file) => ({
      ...file,
      content: Buffer.from(file.content, 'base64'),
    }))
    return { ...stored, attachments }
  }

  async function write(stored: Omit<StoredEmailFile, 'id' | 'sentAt'>): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const id = newId()
    const whole: StoredEmailFile = { ...stored, id, sentAt: new Date().toISOString() }
    // Renaming is atomic, so the list never reads a partial email.
    await writeFile(join(folder, `${id}.part`), JSON.stringify(whole), { mode: 0o600 })
    await rename(join(folder, `${id}.part`), join(folder, `${id}.json`))
    return id
  }

  return {
    async keep(email: EmailMessage, from: { name: string; address: string }): Promise<void> {
      const attachments = (email.attachments ?? []).map((file) => ({
        ...file,
        content: file.content.toString('base64'),
      }))
      await write({ ...email, from, attachments })
    },
    /** Stores a text message among the emails. Returns its id. */
    storeText({ to, text, channel }: StoredText): Promise<string> {
      const [subject = ''] = text.split('\n')
      return write({ to, subject, text, html: '', channel, attachments: [] })
    },
    /** Returns up to 100 emails, newest first. */
    async list(): Promise<StoredEmail[]> {
      const names = await readdir(folder).catch(() => [])
      const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
      return Promise.all(ids.sort().toReversed().slice(0, 100).map(read))
    },
    async find(id: string): Promise<StoredEmail | undefined> {
      return isId(id) ? read(id).catch(() => undefined) : undefined
    },
  }
}

export type Mailbox = ReturnType<typeof createMailbox>

interface StoredText {
  to: string
  text: string
  channel: 'sms' | 'whatsapp'
}

type StoredEmailFile = Omit<StoredEmail, 'attachments'> & {
  attachments: Array<{ filename: string; contentType: string; content: string }>
}
