import type { CodeChallenge } from '../../rules/code-challenge'
import type { IdentityContext } from '../context'
import { hashToken, generateToken } from '../tokens/random-token'
import { FLOW_MS } from './flow-secrets'
import type { FlowPayload } from './flow'
import type { RequestedParameters } from './provider'

export interface NewFlow {
  /** A provider name that findProvider accepts. */
  provider: string
  /** As returned by resolveRedirect. */
  redirectTo: string
  /** Without a challenge, the app gets tokens in the fragment of the redirect. */
  challenge?: CodeChallenge | undefined
  /** Links the identity to this account, as long as this session is live. */
  linkTo?: { userId: string; sessionId: string } | undefined
  /** Normalized. */
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
