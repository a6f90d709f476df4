import { randomInt } from 'node:crypto'
import type { Transaction } from '~/database/connect'

const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const LENGTH = 8

interface NewCodes {
  createdBy: string
  note: string | null
  createdAt: Date
  expiresAt: Date | null
  /** One entry per code to create: the address to email it to, or null. */
  sentTo: readonly (string | null)[]
}

export interface CreatedCode {
  id: string
  code: string
  address: string | null
}

/** There are 2.8 trillion codes, so ten collisions in a row mean that the generator is broken. */
const MAX_TRIES = 10

/**
 * Stores new codes, in the order of `sentTo`. Draws another random code if one is taken.
 * @throws Error when no draw is free
 */
export async function createCodes(
  trx: Transaction,
  { sentTo, ...shared }: NewCodes,
  draw: () => string = createRandomCode,
): Promise<CreatedCode[]> {
  const made: CreatedCode[] = []
  for (const address of sentTo)
    made.push({ ...(await createCode(trx, { ...shared, address }, draw)), address })
  return made
}

async function createCode(
  trx: Transaction,
  { createdBy, note, createdAt, expiresAt, address }: Omit<NewCodes, 'sentTo'> & { address: string | null },
  draw: () => string,
) {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const row = await trx
      .insertInto('invitations')
      .values({
        code: draw(),
        created_by: createdBy,
        note,
        created_at: createdAt,
        expires_at: expiresAt,
        sent_to: address,
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning(['id', 'code'])
      .executeTakeFirst()
    if (row) return row
  }
  throw new Error('No unused code found')
}

/** AD-09: returns eight capital letters or digits. Unpredictable and uniform, since randomInt avoids modulo bias. */
export function createRandomCode(): string {
  return Array.from({ length: LENGTH }, () => SYMBOLS.charAt(randomInt(SYMBOLS.length))).join('')
}
