import type { CodeChallenge } from '../../rules/code-challenge'
import type { IdentityContext } from '../context'
import { hashToken, newToken } from '../tokens/random-token'
import { FLOW_MS } from './flow-secrets'
import type { FlowPayload } from './flow'
import type { RequestedParameters } from './provider'

export interface NewFlow {
  /** A name that findProvider knows. */
  provider: string
  /** As allowedRedirect answered it. */
  redirectTo: string
  /** Without one the app gets tokens in the fragment of the way back. */
  challenge?: CodeChallenge | undefined
  /** Links to this account, as long as this session of it is alive. */
  linkTo?: { userId: string; sessionId: string } | undefined
  /** Normalised. */
  invitationCode?: string | undefined
  isOwn?: boolean
  wishes?: RequestedParameters | undefined
  /** The browser that asks. Unknown when an app asks for an address to open: whoever opens it first is who must come back. */
  browser?: string | undefined
}

/** Begins to sign somebody in, or to link, with somebody else's word. Answers the state, which is written down nowhere. */
export async function startFlow(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  { provider, redirectTo, challenge, linkTo, invitationCode, isOwn, wishes, browser }: NewFlow,
): Promise<{ state: string }> {
  const state = newToken()
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
