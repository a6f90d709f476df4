import { createRouterClient } from '@orpc/server'
import { afterAll } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createTestSettings } from '~/features/settings/server/testing'
import { NO_AUTH_FILE } from '~/platform/config/auth-file'
import type { EnqueueOptions, Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { EmailMessage, Mailer } from '~/platform/email/mailer'
import { identityCalls } from './calls'
import { createCallerResolver } from './sessions/caller-resolver'
import type { IdentityContext } from './context'
import { registerIdentityJobs } from './jobs'
import { SESSION_COOKIE } from './sessions/session-cookie'
import { createSms } from './email-and-sms/create-sms'
import { createTokens } from './tokens/access-token'
import { PROVIDER_PATIENCE_MS } from './providers/provider-errors'

const secret = 'a secret of the tests, long enough for anybody'

/** A job queue whose jobs are stored until `run`. */
function createTestJobs() {
  const handlers = new Map<string, (payload: never) => Promise<void>>()
  const queue: { name: string; payload: unknown }[] = []
  const jobs = {
    // Delayed jobs are dropped: no test waits for the end of an hour.
    enqueue: async (_db: unknown, name: string, payload: unknown, { startAfter }: EnqueueOptions = {}) => {
      if (startAfter === undefined) queue.push({ name, payload })
    },
    enqueueMany: async (_db: unknown, name: string, payloads: readonly unknown[]) =>
      void queue.push(...payloads.map((payload) => ({ name, payload }))),
    work: (name: string, handler: (payload: never) => Promise<void>) => void handlers.set(name, handler),
    every: () => undefined,
  } as unknown as Jobs
  const run = async (): Promise<void> => {
    for (const job of queue.splice(0)) {
      await handlers.get(job.name)?.(job.payload as never)
      // The jobs that this job enqueued run before the next job.
      await run()
    }
  }
  return { jobs, queue, run }
}

/**
 * Creates the feature without the platform around it: calls like those of a browser with one cookie jar, and emails in
 * a list.
 */
export function createIdentityHarness(
  db: Database,
  { publicUrl = 'https://b2b.example', realLimits }: { publicUrl?: string; realLimits?: Limits } = {},
) {
  const log = createLog({ level: 'silent' })
  const { jobs, queue, run } = createTestJobs()
  const emails: EmailMessage[] = []
  const mailer: Mailer = { send: async (sent) => void emails.push(sent), close: async () => undefined }
  const consumed: string[] = []
  const countingLimits = {
    consume: async (name: string, key: string) => void consumed.push(`${name} ${key}`),
    check: async () => undefined,
    reset: async () => undefined,
  } as unknown as Limits
  const limits = realLimits ?? countingLimits
  const published: { userIds: readonly (string | null)[]; topics: readonly string[] }[] = []
  const clock = { now: new Date() }
  /** How often the invitation counts were refreshed. */
  const seen = { recounts: 0 }
  const sms = createSms(NO_AUTH_FILE)
  const tokens = createTokens({ db, secret, publicUrl, now: () => clock.now })
  const { accessTokens } = tokens
  const resolveCaller = createCallerResolver({
    db,
    secret,
    log,
    accessTokens,
    isSecure: publicUrl.startsWith('https:'),
    now: () => clock.now,
  })
  registerIdentityJobs(
    {
      db,
      jobs,
      limits,
      mailer,
      log,
      settings: createTestSettings(),
      config: { publicUrl, mailFrom: 'hello@b2b.example', auth: NO_AUTH_FILE },
      secret,
      sms,
    },
    () => clock.now,
  )

  function createBrowser() {
    let cookie = ''
    let deviceCookie = ''
    const setCookies: string[] = []
    async function contextOf(): Promise<IdentityContext> {
      const requestHeaders = new Headers({
        cookie: [cookie, deviceCookie].join('; '),
        'user-agent': 'test browser',
      })
      const caller = await resolveCaller(requestHeaders)
      return {
        caller,
        requestId: 'request',
        ip: '192.0.2.1',
        requestHeaders,
        responseHeaders: new Headers(),
        now: () => clock.now,
        log,
        db,
        jobs,
        limits,
        invitationTallies: { forget: () => void (seen.recounts += 1) },
        live: { publish: (userIds, topics) => void published.push({ userIds, topics }) },
        config: { publicUrl, mailFrom: 'hello@b2b.example', auth: NO_AUTH_FILE },
        settings: createTestSettings(),
        secret,
        ...tokens,
        sms,
        providerPatienceMs: PROVIDER_PATIENCE_MS,
      }
    }
    async function call<T>(make: (client: ReturnType<typeof clientOf>) => Promise<T>): Promise<T> {
      const context = await contextOf()
      const answer = await make(clientOf(context))
      for (const header of context.responseHeaders.getSetCookie()) {
        const [pair = ''] = header.split(';')
        if (pair.includes('b2b_device=')) {
          deviceCookie = pair
          continue
        }
        setCookies.push(header)
        cookie = pair.endsWith(`${SESSION_COOKIE}=`) ? '' : pair
      }
      return answer
    }
    return {
      call,
      contextOf,
      setCookies,
      cookie: () => cookie,
      /** Drops the device cookie, like a person who deletes the site's cookies. */
      forgetDevice: () => void (deviceCookie = ''),
      setCookie: (value: string) => void (cookie = value),
    }
  }

  return {
    createBrowser,
    clock,
    consumed,
    jobs,
    limits,
    emails,
    published,
    queue,
    runJobs: run,
    seen,
    resolveCaller,
    secret,
  }
}

function clientOf(context: IdentityContext) {
  return createRouterClient(identityCalls, { context })
}

export function tokenIn(message: EmailMessage | undefined): string {
  return /token=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
}

/** Inserts an invitation like one that an admin creates. */
export async function insertInvitation(
  db: Database,
  code: string,
  columns: { expires_at?: Date | null; status?: 'pending' | 'revoked' | 'expired' } = {},
): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ code, ...columns })
    .execute()
}

/** Starts the feature with its own database, until the tests of this file end. */
export async function startIdentity() {
  const database = await createTestDatabase()
  afterAll(() => database.drop())
  return { database, harness: createIdentityHarness(database.db) }
}

/** Verifies the email of an account, as its owner would: without that, it can't add sign-in methods. */
export async function markVerified(db: Pick<Database, 'updateTable'>, email: string): Promise<void> {
  await db.updateTable('accounts').set({ email_verified_at: new Date() }).where('email', '=', email).execute()
}
