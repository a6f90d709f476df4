import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

// OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. Takes about 25 ms.
const memory = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32

// Hashing runs on libuv’s four threads, which files and DNS share, so only two hashes run at a time. Others wait in a
// queue of limited length, because each needs 19 MiB of memory.
const MAX_CONCURRENT = 2
const MAX_WAITING = 200

export class PasswordQueueFull extends Error {
  override name = 'PasswordQueueFull'
}

let running = 0
const waiting: (() => void)[] = []

async function runInHashQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) {
    if (waiting.length >= MAX_WAITING) throw new PasswordQueueFull('too many passwords to hash')
    // The finished task passes its slot on, so `running` doesn’t change.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

/**
 * Returns a PHC string, '$argon2id$v=19$m=…,t=…,p=…$salt$hash'.
 * @throws PasswordQueueFull
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await runInHashQueue(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: salt,
      parallelism,
      tagLength,
      memory,
      passes,
    }),
  )
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encodeUnpaddedBase64(salt)}$${encodeUnpaddedBase64(tag)}`
}

// The hash to verify for unknown accounts, so that they take as long as known ones. No password has a hash of 32 zero
// bytes, and verifyPassword returns false for it anyway.
const noOne = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encodeUnpaddedBase64(Buffer.alloc(16, 7))}$${encodeUnpaddedBase64(Buffer.alloc(tagLength))}`

/**
 * Verifies a password. Does the same work without a hash (an unknown account, an account without a password), so that
 * timing reveals nothing.
 * @throws PasswordQueueFull
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const parsed = parsePhcHash(stored ?? noOne) ?? parsePhcHash(noOne)
  if (parsed === undefined) return false
  const { hash, ...cost } = parsed
  const tag = await runInHashQueue(() =>
    derive('argon2id', { message: password.normalize('NFKC'), tagLength: hash.length, ...cost }),
  )
  return timingSafeEqual(tag, hash) && typeof stored === 'string'
}

/**
 * Returns whether the hash was made with other cost parameters than the current ones. If so, a sign-in rehashes the
 * password.
 */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`)
}

/** Returns whether an imported hash can be verified here at an acceptable cost. */
export function isUsableHash(phc: string): boolean {
  const parsed = parsePhcHash(phc)
  if (parsed === undefined) return false
  const isAffordable =
    parsed.memory <= 65_536 && parsed.passes <= 10 && parsed.memory * parsed.passes <= 262_144
  const { parallelism, nonce, hash } = parsed
  const isSound =
    parsed.passes >= 1 && parallelism >= 1 && parallelism <= 16 && parsed.memory >= 8 * parallelism
  return isAffordable && isSound && nonce.length >= 8 && hash.length >= 16 && hash.length <= 64
}

function parsePhcHash(phc: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (match === null) return undefined
  const [, m, t, p, salt = '', hash = ''] = match
  return {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    nonce: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function encodeUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
