import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { newId } from '~/lib/ids'
import { seal, unseal } from '~/platform/secrets/encrypted-text'

export const ALGORITHM = 'ES256'
/** The longest lifetime of an access token, in seconds. An operator may set less. */
export const TOKEN_SECONDS = 3600
// Apps cache /.well-known/jwks.json for ten minutes, so a key is published before it signs.
const PUBLISHED_BEFORE_MS = 15 * 60 * 1000
// A key verifies until its last token expires, with a margin for clock differences.
const VERIFIES_AFTER_MS = (TOKEN_SECONDS + 300) * 1000
const CACHE_MS = 60_000
const LOCK = 7_316_402

type Key = Awaited<ReturnType<typeof importJWK>>

interface SigningKey {
  id: string
  publicJwk: JWK
  publicKey: Key
  privateKey: Key
  signsFrom: Date
  verifiesUntil: Date | null
}

export interface SigningKeys {
  /** Returns the current key. Creates one if the site has none yet. */
  current(): Promise<{ id: string; privateKey: Key }>
  /** Finds a key to verify a token; undefined when it is unknown or expired. */
  find(id: string): Promise<Key | undefined>
  /** Returns the public keys for verifying our tokens, including keys that will sign soon. */
  published(): Promise<JWK[]>
}

/**
 * Creates the store of this site's keys. The keys are read again every minute, and immediately for a token with an
 * unknown key.
 */
export function createSigningKeys(services: { db: Database; secret: string; now?: () => Date }): SigningKeys {
  const { db, secret, now = () => new Date() } = services
  let cached: { keys: Promise<SigningKey[]>; at: number } | undefined

  function getCachedKeys(isFresh = false): Promise<SigningKey[]> {
    const at = now().getTime()
    // Tokens with made-up key ids cause at most one query a second.
    if (cached && at - cached.at < (isFresh ? 1000 : CACHE_MS)) return cached.keys
    const keys = readKeys(db, secret, now())
    cached = { keys, at }
    keys.catch(() => (cached = undefined))
    return keys
  }

  return {
    async current() {
      const at = now()
      const findSigningKey = (keys: SigningKey[]) =>
        keys.findLast((key) => key.signsFrom <= at && canVerify(key, at))
      const known = findSigningKey(await getCachedKeys())
      if (known) return known
      await createFirstKey(db, { secret, now: at })
      cached = undefined
      const made = findSigningKey(await getCachedKeys())
      if (made === undefined) throw new Error('no signing key found right after one was created')
      return made
    },
    async find(id) {
      const at = now()
      const findById = (keys: SigningKey[]) => keys.find((key) => key.id === id)
      const key = findById(await getCachedKeys()) ?? findById(await getCachedKeys(true))
      return key && canVerify(key, at) ? key.publicKey : undefined
    },
    async published() {
      await this.current()
      const at = now()
      return (await getCachedKeys()).filter((key) => canVerify(key, at)).map((key) => key.publicJwk)
    },
  }
}

function canVerify({ verifiesUntil }: SigningKey, at: Date): boolean {
  return verifiesUntil === null || verifiesUntil > at
}

async function readKeys(
  db: Pick<Transaction, 'selectFrom'>,
  secret: string,
  now: Date,
): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['id', 'public_jwk', 'private_sealed', 'signs_from', 'verifies_until'])
    .where((eb) => eb.or([eb('verifies_until', 'is', null), eb('verifies_until', '>', now)]))
    .orderBy('signs_from')
    .orderBy('id')
    .execute()
  const keys = await Promise.all(
    rows.map(async (row) => {
      // A key encrypted with another SECRET is skipped: the sessions of its tokens have ended, too.
      const opened = unseal(row.private_sealed, { secret, purpose: 'signing key' })
      if (opened === undefined) return []
      const privateKey = await importJWK(JSON.parse(opened), ALGORITHM)
      const publicJwk = row.public_jwk as JWK
      const publicKey = await importJWK(publicJwk, ALGORITHM)
      const times = { signsFrom: row.signs_from, verifiesUntil: row.verifies_until }
      return [{ id: row.id, publicJwk, publicKey, privateKey, ...times }]
    }),
  )
  return keys.flat()
}

async function generateKey(secret: string) {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const id = newId()
  return {
    id,
    public_jwk: JSON.stringify({
      ...(await exportJWK(publicKey)),
      kid: id,
      alg: ALGORITHM,
      use: 'sig',
      key_ops: ['verify'],
    }),
    private_sealed: seal(JSON.stringify(await exportJWK(privateKey)), { secret, purpose: 'signing key' }),
  }
}

/** Creates the first key. Of several processes that start concurrently, one creates it. */
async function createFirstKey(db: Database, { secret, now }: { secret: string; now: Date }): Promise<void> {
  const key = await generateKey(secret)
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    const open = (await readKeys(trx, secret, now)).some((known) => known.signsFrom <= now)
    if (!open)
      await trx
        .insertInto('signing_keys')
        .values({ ...key, signs_from: now, created_at: now })
        .execute()
  })
}

/**
 * Creates a key that signs in 15 minutes, once it is published. The others verify until their last token expires. Use
 * `isImmediate` after a key has leaked: the others become invalid immediately, and every app needs a new access token.
 */
export async function rotateSigningKey(
  db: Database,
  { secret, now, isImmediate }: { secret: string; now: Date; isImmediate: boolean },
): Promise<{ id: string; signsFrom: Date }> {
  const key = await generateKey(secret)
  const signsFrom = isImmediate ? now : new Date(now.getTime() + PUBLISHED_BEFORE_MS)
  const verifiesUntil = isImmediate ? now : new Date(signsFrom.getTime() + VERIFIES_AFTER_MS)
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    await trx
      .updateTable('signing_keys')
      .set({ verifies_until: verifiesUntil })
      .where((eb) => eb.or([eb('verifies_until', 'is', null), eb('verifies_until', '>', verifiesUntil)]))
      .execute()
    await trx
      .insertInto('signing_keys')
      .values({ ...key, signs_from: signsFrom, created_at: now })
      .execute()
  })
  return { id: key.id, signsFrom }
}
