import { join } from 'node:path'
import { sql } from 'kysely'
import { SECRET } from '../../bench/harness/processes'
import { type EdgeResponse, sendRequest } from '../support/edge-proxies'
import { prepareProduct } from '../support/product'
import { DEMO_PASSWORD } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { connect, type Database } from '~/database/connect'
import { startScratchDatabase } from '~/database/scratch-database'
import { hashPassword } from '~/features/identity/server/public'
import { sealSessionId } from '~/features/identity/server/sessions/session-cookie'
import { newId } from '~/lib/ids'
import { createFolderStorage } from '~/platform/storage/folder-storage'

/** The domain of every email address. No response to a visitor may contain it. */
export const PRIVATE_DOMAIN = '@readers.example'

/** A picture that the product serves. */
export const PICTURE = 'avatars/0123456789abcdefghijkl/256.webp'

export interface EdgeSite {
  db: Database
  /** The address of the product, without a proxy. */
  origin: string
  /** Sends a request to the product itself. */
  get: (path: string, headers?: Record<string, string>) => Promise<EdgeResponse>
  /** Starts a session of a person of the demo and returns its cookie. */
  signIn: (key: string, session?: { isExpired?: boolean; isEnded?: boolean }) => Promise<string>
  /** Returns an access token for the API. */
  createToken: (key: string) => Promise<string>
  stopDatabase: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts the built product with the demo, whose email addresses all end in PRIVATE_DOMAIN, for a proxy that caches. */
export async function startEdgeSite(): Promise<EdgeSite> {
  const postgres = await startScratchDatabase()
  const db = connect({ url: postgres.url, poolSize: 2 })
  await seedDemo(db, { now: new Date(), hashPassword })
  await sql`update accounts set email = replace(email, '@backtoback.example', ${PRIVATE_DOMAIN})`.execute(db)
  await sql`update profiles set email = replace(email, '@backtoback.example', ${PRIVATE_DOMAIN})`.execute(db)
  const product = prepareProduct('scripts/start.mjs', {
    DATABASE_URL: postgres.url,
    EDGE_CACHE: 'on',
    PUBLIC_URL: 'https://b2b.example',
    TRUST_PROXY: 'true',
    PAYMENTS: 'sandbox',
    PUBLIC_DEMO: 'true',
    STAFF_TWO_STEP: 'optional',
  })
  await createFolderStorage(join(product.dataDir, 'media')).put(PICTURE, Buffer.from('RIFF'))
  await product.start()
  const port = Number(new URL(product.address).port)
  let isRunning = true

  async function stopDatabase(): Promise<void> {
    if (!isRunning) return
    isRunning = false
    await db.destroy()
    await postgres.stop()
  }

  return {
    db,
    origin: `127.0.0.1:${port}`,
    get: (path, headers = {}) => sendRequest({ host: '127.0.0.1', port }, path, headers),
    async signIn(key, { isExpired = false, isEnded = false } = {}) {
      const id = newId()
      await sql`insert into sessions (id, user_id, expires_at, ended_at)
        select ${id}, id, now() + ${isExpired ? '-1 hour' : '1 day'}::interval, case when ${isEnded} then now() end
        from accounts where email = ${key + PRIVATE_DOMAIN}`.execute(db)
      return `__Host-b2b_session=${sealSessionId(id, SECRET)}`
    },
    async createToken(key) {
      const response = await fetch(`${product.address}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: key + PRIVATE_DOMAIN, password: DEMO_PASSWORD }),
      })
      const { access_token: token }: { access_token?: string } = await response.json()
      if (token === undefined) throw new Error(`No token for ${key}: ${response.status}`)
      return token
    },
    stopDatabase,
    async stop() {
      await product.stop()
      product.remove()
      await stopDatabase()
    },
  }
}
