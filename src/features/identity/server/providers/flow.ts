import { z } from 'zod'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { CodeChallenge } from '../../rules/code-challenge'
import { hashToken, generateToken } from '../tokens/random-token'
import type { IdentityContext } from '../context'
import { FLOW_MS, deriveFlowSecrets } from './flow-secrets'
import type { RequestedParameters, ProviderIdentity, Provider } from './provider'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'

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
const flowPayload = z.object({
  /**
   * Whether our own pages started the flow. The callback page is then also ours, and uses the verifier derived from
   * the browser's cookie.
   */
  isOwn: z.boolean().optional(),
  /** The session that requested to link the identity. */
  sessionId: z.uuid().optional(),
  /** If the flow creates an account, this code makes the person a member. */
  invitationCode: z.string().optional(),
  wishes: z.object({ scopes: z.array(z.string()), parameters: z.record(z.string(), z.string()) }).optional(),
  /** Data that the provider stored for the callback. */
  kept: z.record(z.string(), z.unknown()).optional(),
  /** The identity, if the provider posts it in a request without the browser's cookie. */
  proof: proof.optional(),
  /** The name that Apple posts with its response. */
  fullName: z.string().optional(),
})
type FlowPayload = z.output<typeof flowPayload>

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

interface NewFlow {
  /** A provider name that findProvider accepts. */
  provider: string
  /** The redirect target, as returned by resolveRedirect. */
  redirectTo: string
  /** Without a challenge, the app gets tokens in the fragment of the redirect. */
  challenge?: CodeChallenge | undefined
  /** Links the identity to this account, as long as this session is live. */
  linkTo?: { userId: string; sessionId: string } | undefined
  /** An invitation code, normalized. */
  invitationCode?: string | undefined
  isOwn?: boolean
  wishes?: RequestedParameters | undefined
  /**
   * The browser that started the flow. Unknown if an app only requested the URL: the first browser that opens it must
   * then complete the flow.
   */
  browser?: string | undefined
}

/** Starts a sign-in or link with a provider. Returns the state, of which only a hash is stored. */
export async function startFlow(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  { provider, redirectTo, challenge, linkTo, invitationCode, isOwn, wishes, browser }: NewFlow,
): Promise<{ state: string }> {
  const state = generateToken()
  const payload: FlowPayload = { isOwn, sessionId: linkTo?.sessionId, invitationCode, wishes }
  await db
    .insertInto('sign_in_flows')
    .values({
      state_hash: hashToken(state),
      browser_hash: browser === undefined ? null : hashToken(browser),
      provider,
      redirect_to: redirectTo,
      code_challenge: challenge?.value ?? null,
      code_challenge_method: challenge?.method ?? null,
      link_to: linkTo?.userId ?? null,
      payload: JSON.stringify(payload),
      created_at: now(),
      expires_at: new Date(now().getTime() + FLOW_MS),
    })
    .execute()
  return { state }
}

type Context = Pick<IdentityContext, 'db' | 'now' | 'config'>

/**
 * Returns the data that the provider stored with the flow; undefined unless the flow belongs to this provider, is open
 * and has no identity yet.
 */
export async function findStoredProviderData(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { state, provider }: { state: string; provider: string },
): Promise<Record<string, unknown> | undefined> {
  const flow = await findFlow(db, state)
  if (flow === undefined || flow.provider !== provider) return undefined
  if (flow.isUsed || flow.expiresAt <= now() || flow.payload.proof) return undefined
  return flow.payload.kept ?? {}
}

/**
 * Stores the identity with the flow, and returns the URL that the browser opens next (303), with its cookie. Used for
 * providers that post their response from their own site, because browsers omit our cookie there. A second call for
 * the same flow returns undefined.
 */
export async function storeIdentity(
  { db, now, config }: Context,
  { state, proof }: { state: string; proof: ProviderIdentity },
): Promise<string | undefined> {
  const updated = await db
    .updateTable('sign_in_flows')
    .set({ payload: sql`payload || ${JSON.stringify({ proof })}::jsonb` })
    .where('state_hash', '=', hashToken(state))
    .where('provider', '=', proof.provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where(sql<boolean>`payload->'proof' is null`)
    .executeTakeFirst()
  return updated.numUpdatedRows === 0n
    ? undefined
    : `${config.publicUrl}${AUTH_SERVICE_PATH}/callback?${new URLSearchParams({ state })}`
}

const NONE: RequestedParameters = { scopes: [], parameters: {} }

/**
 * Returns the provider’s URL for the browser of a flow.
 * @throws FlowFailed when the provider does not respond
 */
export async function findAuthorizationAddress(
  { db, secret }: Pick<IdentityContext, 'db' | 'secret'>,
  { idp, state, wishes = NONE }: { idp: Provider; state: string; wishes?: RequestedParameters | undefined },
): Promise<string> {
  const { address, stored } = await idp.authorize(deriveFlowSecrets(state, secret), wishes)
  if (stored !== undefined)
    await db
      .updateTable('sign_in_flows')
      .set({ payload: sql`payload || ${JSON.stringify({ kept: stored })}::jsonb` })
      .where('state_hash', '=', hashToken(state))
      .execute()
  return address
}
