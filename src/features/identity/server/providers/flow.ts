import { z } from 'zod'
import type { Database } from '~/database/connect'
import type { CodeChallenge } from '../../rules/code-challenge'
import { hashToken } from '../tokens/random-token'

const proof = z.object({
  provider: z.string(),
  method: z.enum(['oauth', 'sso/saml']),
  subject: z.string(),
  email: z.string().optional(),
  hasVerifiedEmail: z.boolean(),
  fullName: z.string().optional(),
  claims: z.record(z.string(), z.unknown()),
})

/** The content of sign_in_flows.payload. */
export const flowPayload = z.object({
  /**
   * Whether our own pages started the flow. The callback is then one of them, and uses the verifier derived from its
   * cookie.
   */
  isOwn: z.boolean().optional(),
  /** The session that requested to link the identity. */
  sessionId: z.uuid().optional(),
  /** A new account with this code belongs to a member. */
  invitationCode: z.string().optional(),
  wishes: z.object({ scopes: z.array(z.string()), parameters: z.record(z.string(), z.string()) }).optional(),
  /** Data that the provider stored for the callback. */
  kept: z.record(z.string(), z.unknown()).optional(),
  /** The identity, if the provider posts it in a request without the browser's cookie. */
  proof: proof.optional(),
  /** The name that Apple posts with its response. */
  fullName: z.string().optional(),
})
export type FlowPayload = z.output<typeof flowPayload>

/** A sign-in or link with a provider, until its callback. */
export interface Flow {
  id: string
  provider: string
  redirectTo: string
  challenge: CodeChallenge | undefined
  linkTo: string | undefined
  browserHash: Buffer | undefined
  payload: FlowPayload
  isUsed: boolean
  expiresAt: Date
}

/** Finds the flow of a state, including used and expired ones; undefined for an unknown state. */
export async function findFlow(
  db: Pick<Database, 'selectFrom'>,
  state: string | null | undefined,
): Promise<Flow | undefined> {
  if (state == null || !/^[\w-]{43}$/.test(state)) return undefined
  const row = await db
    .selectFrom('sign_in_flows')
    .selectAll()
    .where('state_hash', '=', hashToken(state))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { code_challenge: value, code_challenge_method: method } = row
  return {
    id: row.id,
    provider: row.provider,
    redirectTo: row.redirect_to,
    challenge: value === null ? undefined : { value, method: method === 'plain' ? 'plain' : 's256' },
    linkTo: row.link_to ?? undefined,
    browserHash: row.browser_hash ?? undefined,
    payload: flowPayload.parse(row.payload),
    isUsed: row.used_at !== null,
    expiresAt: row.expires_at,
  }
}
