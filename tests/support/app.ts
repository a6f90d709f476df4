import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppOptions, createApp } from '~/app'
import { DEMO_PASSWORD } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createDemoDatabase } from './database'
import { hashPassword } from '~/features/identity/server/public'
import { type AuthFile, NO_AUTH_FILE } from '~/platform/config/auth-file'
import { readConfiguration } from '~/platform/config/configuration'
import { createLog } from '~/platform/log/log'

const SECRET = 'only for these tests, and long enough for it'

/**
 * Starts the product without its pages on a separate database with the demo data. It serves one static file,
 * /hello.txt. `auth` is the operator's sign-in configuration. Without `smtpUrl`, emails are stored in the data folder.
 * The product runs behind a proxy, so that every request can come from another IP address and stay below the rate
 * limits.
 */
export async function startTestApp({
  auth = {},
  apiOrigins = [],
  smtpUrl,
  logTo,
  providerPatienceMs,
  limitPoints = {},
  STAFF_TWO_STEP = 'optional',
  ROLE = 'all',
  secret = SECRET,
  on,
}: {
  auth?: Partial<AuthFile>
  apiOrigins?: readonly string[]
  smtpUrl?: string
  /** Receives every line of the log. */
  logTo?: { write: (line: string) => void }
  /** Shorter than in production, for tests that wait for the timeout. */
  providerPatienceMs?: number
  /** Lower than in production, by name of the rate limit, for tests that use one up. */
  limitPoints?: Readonly<Record<string, number>>
  STAFF_TWO_STEP?: 'required' | 'optional'
  ROLE?: 'all' | 'web' | 'jobs'
  secret?: string
  /** The database of another app, which drops it when it stops, or connection pools that the test closes itself. */
  on?: AppOptions['database']
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'back-to-back-app-'))
  writeFileSync(join(folder, 'hello.txt'), 'hello')
  const env = {
    SECRET,
    PAYMENTS: 'sandbox',
    PUBLIC_DEMO: 'true',
    TRUST_PROXY: 'true',
    STAFF_TWO_STEP,
    ROLE,
  }
  const createOn = (database: AppOptions['database']) =>
    createApp({
      config: {
        ...readConfiguration({ ...env, DATABASE_URL: database.url }),
        port: 0,
        dataDir: folder,
        auth: { ...NO_AUTH_FILE, ...auth },
        apiOrigins,
        ...(smtpUrl !== undefined && { smtpUrl }),
      },
      secret,
      log: createLog(logTo ? { level: 'trace', destination: logTo } : { level: 'silent' }),
      database,
      ...(providerPatienceMs !== undefined && { providerPatienceMs }),
      limitPoints,
      renderPage: () =>
        new Response('<!doctype html><title>A page</title>', { headers: { 'content-type': 'text/html' } }),
    })
  const database = on
    ? { ...on, drop: async () => {} }
    : await createDemoDatabase(async (empty) => {
        await seedDemo(empty.db, { now: new Date(), hashPassword })
        // Copies include the job queues, whose creation takes most of the start time.
        const first = createOn(empty)
        await first.start()
        await first.stop()
      })
  const { db, url } = database
  const app = createOn(on ?? { db, url })
  await app.start()
  const { address, close } = await app.listen(folder)
  let count = 0

  /** Returns a new address from a documentation block each time. */
  function someAddress(): string {
    count += 1
    return `198.51.${Math.floor(count / 250) % 250}.${(count % 250) + 1}`
  }

  async function signIn(key: string): Promise<string> {
    const answer = await fetch(`${address}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
      body: JSON.stringify({ email: `${key}@backtoback.example`, password: DEMO_PASSWORD }),
    })
    if (answer.status !== 200) throw new Error(`${key} cannot sign in: ${await answer.text()}`)
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }

  return {
    db,
    url,
    address,
    secret,
    providerPatienceMs: app.services.providerPatienceMs,
    limits: app.services.limits,
    /** Routes that are neither calls nor pages. */
    raw: app.raw,
    /** The folder of uploads and emails of this product. */
    dataDir: folder,
    someAddress,
    signIn,
    stop: async () => {
      await close()
      await app.stop()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}
