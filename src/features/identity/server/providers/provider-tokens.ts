import { z } from 'zod'
import type { Transaction } from '~/database/connect'
import { seal, unseal } from '~/platform/secrets/encrypted-text'
import { hashToken } from '../tokens/random-token'
import type { ProviderTokens } from './provider'

const purpose = 'provider tokens'
const shape = z.object({ access: z.string(), refresh: z.string().optional() })

/** Stores the tokens with a code until it is exchanged, for at most five minutes. */
export async function storeProviderTokens(
  trx: Pick<Transaction, 'updateTable'>,
  { code, tokens, secret }: { code: string; tokens: ProviderTokens; secret: string },
): Promise<void> {
  await trx
    .updateTable('auth_codes')
    .set({ provider_tokens_sealed: seal(JSON.stringify(tokens), { secret, purpose }) })
    .where('code_hash', '=', hashToken(code))
    .execute()
}

/** Returns undefined when no tokens were stored, or SECRET has changed since. */
export function decryptProviderTokens(sealed: Buffer | null, secret: string): ProviderTokens | undefined {
  const opened = sealed === null ? undefined : unseal(sealed, { secret, purpose })
  return opened === undefined ? undefined : shape.parse(JSON.parse(opened))
}

/** Returns the tokens in the format for clients, which get them together with our own. */
export function toClientTokens(tokens: ProviderTokens | undefined): Record<string, string> {
  if (tokens === undefined) return {}
  return {
    provider_token: tokens.access,
    ...(tokens.refresh !== undefined && { provider_refresh_token: tokens.refresh }),
  }
}
