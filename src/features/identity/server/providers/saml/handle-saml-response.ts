import type { IdentityContext } from '../../context'
import { ownCallback } from '../finish-flow'
import { getCallbackAddress } from '../find-provider'
import { findFlow } from '../flow'
import { findStoredRequest, storeIdentity } from '../store-identity'
import { withError } from '../redirect-addresses'
import type { ProviderIdentity } from '../provider'
import { readAssertion } from './read-assertion'
import { readEnvelope } from './read-envelope'
import { findSamlEntry, type SamlEntry } from './saml-entry'
import { toProviderIdentity } from './saml-identity'
import { storedRequest, type SamlError } from './saml-provider'

const UNASKED = 'This sign-in was not requested here, or it took too long. Start from the sign-in page.'

/**
 * Handles the response that a company posts cross-site and returns where to redirect the browser: to the callback,
 * which requires the cookie of the browser that started the flow and reports errors. Unsolicited responses go to our
 * own page.
 * @throws TOO_MANY_REQUESTS
 */
export async function handleSamlResponse(
  context: IdentityContext,
  { state, response }: { state: string | null; response: string },
): Promise<string> {
  const { db, config, limits, ip } = context
  await limits.consume('provider_ip', ip, { points: 240, seconds: 600 })
  const flow = await findFlow(db, state)
  const entry = flow && findSamlEntry(config.auth, flow.provider)
  if (state === null || flow === undefined || entry === undefined)
    return withError(
      ownCallback(config.publicUrl),
      { error: 'invalid_request', code: 'saml_relay_state_not_found', description: UNASKED },
      { isOwn: true },
    )
  const formatCallback = (parameters: Record<string, string>) =>
    `${getCallbackAddress(config.publicUrl)}?${new URLSearchParams({ state, ...parameters })}`
  const stored = await findStoredRequest(context, { state, provider: flow.provider })
  // The flow is expired, used or already identified; the callback reports which.
  if (stored === undefined) return formatCallback({})
  const outcome = await identify(context, { entry, response, stored })
  if ('subject' in outcome)
    return (await storeIdentity(context, { state, proof: outcome })) ?? formatCallback({})
  return formatCallback(outcome)
}

async function identify(
  { config: { publicUrl }, now, log }: IdentityContext,
  { entry, response, stored }: { entry: SamlEntry; response: string; stored: Record<string, unknown> },
): Promise<ProviderIdentity | { fault: SamlError } | { error: string }> {
  try {
    const { requestId } = storedRequest.parse(stored)
    const envelope = await readEnvelope(response, publicUrl)
    if ('error' in envelope) return envelope
    const signed = await readAssertion(envelope.xml, { entry, publicUrl, requestId, now: now() })
    const proof = toProviderIdentity(entry, signed)
    return typeof proof === 'string' ? { fault: proof } : proof
  } catch (error) {
    // Logged so that an operator who configures a company can see what is wrong.
    log.warn({ err: error, provider: `sso:${entry.id}` }, 'a SAML response was refused')
    return { fault: 'unproven' }
  }
}
