import type { Database } from '~/database/connect'
import { createTestSettings } from '~/features/settings/server/testing'
import { NO_AUTH_FILE } from '~/platform/config/auth-file'
import type { EnqueueOptions, Jobs } from '~/platform/jobs/jobs'
import { createLimits, type Limits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { EmailMessage } from '~/platform/email/mailer'
import { registerChangeNotifications } from './send-change-notifications'
import type { TextMessage } from './sms'
import { type DescribedChange, notifyOfChange } from './notify-of-change'

let db: Database
let userId = ''
export const site = { contactAddress: '', emailSender: '' }
export const emails: EmailMessage[] = []
export const messages: TextMessage[] = []
const queue: { name: string; payload: object }[] = []
let limits = createLimits()
/** Jobs delayed to the end of the hour, by key: of two with the same key the second is dropped, as in the real queue. */
export const later = new Map<string, { name: string; payload: object; startAfter: Date }>()
export const provider = { isDown: false, refuses: '' }
export const noon = () => new Date('2026-11-21T12:00:00Z')
export const workers = new Map<string, (payload: never) => Promise<void>>()
const jobs = {
  enqueue: async (_db: unknown, name: string, payload: object, options: EnqueueOptions = {}) => {
    const { singletonKey = '', startAfter } = options
    if (startAfter === undefined) queue.push({ name, payload })
    else if (!later.has(singletonKey)) later.set(singletonKey, { name, payload, startAfter })
  },
  enqueueMany: async (_db: unknown, name: string, payloads: object[]) =>
    void queue.push(...payloads.map((payload) => ({ name, payload }))),
  work: (name: string, run: (payload: never) => Promise<void>) => void workers.set(name, run),
} as unknown as Jobs

/** Creates the recipient Ida in the test's database and registers the jobs. */
export async function listen(own: Database): Promise<void> {
  db = own
  const account = await db
    .insertInto('accounts')
    .values({ email: 'ida@sand.example', email_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  userId = account.id
  await db.insertInto('profiles').values({ id: userId, full_name: 'Ida Sand' }).execute()
  const services = {
    db,
    jobs,
    limits: {
      consume: (...limited) => limits.consume(...limited),
      check: (...limited) => limits.check(...limited),
      reset: (...limited) => limits.reset(...limited),
    } satisfies Limits,
    log: createLog({ level: 'silent' }),
    mailer: {
      send: async (emailMessage: EmailMessage) => {
        if (provider.isDown || emailMessage.to === provider.refuses)
          throw new Error('the mail server is down')
        emails.push(emailMessage)
      },
      close: async () => undefined,
    },
    settings: createTestSettings(site),
    config: {
      publicUrl: 'https://b2b.example',
      mailFrom: 'Back to Back <hello@b2b.example>',
      auth: NO_AUTH_FILE,
    },
    secret: 'of the tests',
    sms: {
      isOn: true,
      send: async (message: TextMessage) => {
        messages.push(message)
        return 'SM1'
      },
    },
  }
  registerChangeNotifications(services, noon)
}
/** Call before each test. */
export function resetState(): void {
  site.emailSender = ''
  emails.length = 0
  messages.length = 0
  queue.length = 0
  later.clear()
  limits = createLimits()
}

/** Records a change at noon from a fixed network, and runs the jobs. */
export async function tell(change: Omit<DescribedChange, 'userId'>): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      notifyOfChange(
        trx,
        { jobs, now: noon, ip: '203.0.113.9', requestHeaders: new Headers() },
        { userId, ...change },
      ),
    )
  await runQueue()
}

/** Runs all jobs and the jobs that they enqueue; a failed job is retried once, as in the real queue. */
async function runQueue(): Promise<void> {
  let failed: unknown
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    const { name, payload } = job
    const run = async () => workers.get(name)?.(payload as never)
    await run().catch(() =>
      run().catch((error: unknown) => {
        failed = error
      }),
    )
  }
  if (failed !== undefined) throw failed
}
export const setReach = (values: {
  email?: string | null
  email_verified_at?: Date | null
  phone?: string | null
}) => db.updateTable('accounts').set(values).where('id', '=', userId).execute()

/** Runs the delayed jobs as if the hour had passed. */
export async function runLater(): Promise<void> {
  limits = createLimits()
  const waiting = [...later.values()]
  later.clear()
  for (const job of waiting) await workers.get(job.name)?.(job.payload as never)
}

export function resetLimits(): void {
  limits = createLimits()
}
