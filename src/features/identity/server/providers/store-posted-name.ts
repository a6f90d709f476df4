import { sql } from 'kysely'
import { z } from 'zod'
import { cleanSingleLineText } from '~/lib/single-line-text'
import type { IdentityContext } from '../context'
import { hashToken } from '../tokens/random-token'

const user = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
})

/**
 * Stores the name that Apple posts with its response to the first sign-in only, so that it doesn't have to be in a URL.
 */
export async function storePostedName(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  posted: URLSearchParams,
): Promise<void> {
  const fullName = parsePostedName(posted.get('user'))
  const state = posted.get('state')
  if (fullName === undefined || state === null) return
  await db
    .updateTable('sign_in_flows')
    .set({ payload: sql`payload || ${JSON.stringify({ fullName })}::jsonb` })
    .where('state_hash', '=', hashToken(state))
    .where('provider', '=', 'apple')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .execute()
}

function parsePostedName(text: string | null): string | undefined {
  if (text === null) return undefined
  try {
    const { name } = user.parse(JSON.parse(text))
    const full = cleanSingleLineText([name?.firstName, name?.lastName].filter(Boolean).join(' ')).slice(
      0,
      200,
    )
    return full === '' ? undefined : full
  } catch {
    return undefined
  }
}
