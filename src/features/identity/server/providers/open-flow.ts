import { readTheme, getThemeAttribute } from '~/design/theme'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import { FLOW_EXPIRED } from '../../rules/provider-sentences'
import type { IdentityContext } from '../context'
import { isSecure } from '../sessions/cookies'
import { renderConsent } from './consent-page'
import { findProvider } from './find-provider'
import { getProviderLabel } from './list-providers'
import { ownCallback } from './finish-flow'
import { findFlow, type Flow } from './flow'
import { isSameSecret } from '~/platform/secrets/is-same-secret'
import { hashToken, generateToken } from '../tokens/random-token'
import { formatBrowserCookie, deriveConsent, findBrowser } from './flow-secrets'
import { withError } from './redirect-addresses'
import { findAuthorizationAddress } from './authorization-address'
import { FlowFailed } from './provider'

/** Returns the URL that an app opens in a browser when it can’t redirect by itself. */
export function formatHopAddress(publicUrl: string, state: string): string {
  return `${publicUrl}${AUTH_SERVICE_PATH}/authorize/go?${new URLSearchParams({ state })}`
}

type Opened = { address: string; cookie: string } | { page: string; cookie: string }

/**
 * Opens the URL of a flow: the first browser that opens it must complete it. Before linking, the person confirms the
 * account here: a stranger could have sent the URL, to link the person’s identity to the stranger’s account.
 * @throws TOO_MANY_REQUESTS
 */
export async function openFlow(context: IdentityContext, search: URLSearchParams): Promise<Opened> {
  const { db, config, secret, requestHeaders, limits, ip, now } = context
  await limits.consume('provider_ip', ip, { points: 240, seconds: 600 })
  const known = findBrowser(requestHeaders, isSecure(context))
  const browser = known ?? generateToken()
  const cookie = formatBrowserCookie(browser, isSecure(context))
  const state = search.get('state') ?? ''
  const flow = await findFlow(db, state)
  const isOpen = flow !== undefined && !flow.isUsed && flow.expiresAt > now()
  const idp = flow && findProvider(context, flow.provider)
  if (!isOpen || idp === undefined || !(await bind(context, flow, browser)))
    return { address: formatExpiredFlowAddress(config.publicUrl), cookie }
  const consent = deriveConsent(state, browser, secret)
  const hasConsent =
    flow.linkTo === undefined || isSameSecret(hashToken(search.get('consent') ?? ''), hashToken(consent))
  if (!hasConsent) {
    const account = await describeAccount(context, flow)
    const address = `${formatHopAddress(config.publicUrl, state)}&${new URLSearchParams({ consent })}`
    const { name: siteName } = await context.settings.read()
    const theme = getThemeAttribute(readTheme(requestHeaders.get('cookie')))
    const provider = getProviderLabel(config.auth, flow.provider)
    return { page: renderConsent({ provider, account, address, siteName, theme }), cookie }
  }
  return { address: await findAuthorizationOrErrorAddress(context, { flow, state, idp }), cookie }
}

/** Returns where to redirect the browser: to the provider, or back to the app when the provider does not respond. */
export async function findAuthorizationOrErrorAddress(
  context: IdentityContext,
  {
    flow,
    state,
    idp,
  }: {
    flow: Pick<Flow, 'redirectTo' | 'payload'>
    state: string
    idp: Parameters<typeof findAuthorizationAddress>[1]['idp']
  },
): Promise<string> {
  try {
    return await findAuthorizationAddress(context, { idp, state, wishes: flow.payload.wishes })
  } catch (failure) {
    if (!(failure instanceof FlowFailed)) throw failure
    context.log.warn({ err: failure.cause, provider: idp.name }, 'a provider failed')
    return withError(flow.redirectTo, {
      error: failure.error,
      code: failure.code,
      description: failure.message,
    })
  }
}

async function bind({ db }: IdentityContext, flow: Flow, browser: string): Promise<boolean> {
  const half = hashToken(browser)
  if (flow.browserHash !== undefined) return isSameSecret(flow.browserHash, half)
  const bound = await db
    .updateTable('sign_in_flows')
    .set({ browser_hash: half })
    .where('id', '=', flow.id)
    .where('browser_hash', 'is', null)
    .executeTakeFirst()
  return bound.numUpdatedRows === 1n
}

function formatExpiredFlowAddress(publicUrl: string): string {
  const failure = { error: 'invalid_request', code: 'bad_oauth_state', description: FLOW_EXPIRED }
  return withError(ownCallback(publicUrl), failure, { isOwn: true })
}

async function describeAccount({ db }: IdentityContext, { linkTo }: Flow): Promise<string> {
  const row = await db
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select(['p.full_name', 'a.email', 'a.phone'])
    .where('a.id', '=', linkTo ?? null)
    .executeTakeFirst()
  return `${row?.full_name ?? ''} (${row?.email ?? row?.phone ?? ''})`
}
