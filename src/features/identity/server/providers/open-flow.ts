import { readTheme, getThemeAttribute } from '~/design/theme'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import { FLOW_EXPIRED } from '../../rules/provider-sentences'
import type { IdentityContext } from '../context'
import { isSecureSite } from '../sessions/cookies'
import { findProvider } from './find-provider'
import { getProviderLabel } from './list-providers'
import { getOwnCallbackUrl } from './finish-flow'
import { findFlow, type Flow, findAuthorizationAddress } from './flow'
import { isSameSecret } from '~/platform/secrets/is-same-secret'
import { hashToken, generateToken } from '../tokens/random-token'
import { formatBrowserCookie, deriveConsentToken, findBrowserToken } from './flow-secrets'
import { withError } from './redirect-addresses'
import { FlowFailed } from './provider'
import { fontPreload } from '~/design/fonts'
import { MARK_PATHS, MARK_SIZE } from '~/design/mark-paths'
import { escapeHtml } from '~/lib/escape-html'
import { formatPageTitle } from '~/lib/page-title'
import { consumeBudget } from '../limits/action-limits'

type Consent = {
  provider: string
  account: string
  address: string
  siteName: string
  /** The theme that the visitor chose; undefined follows the device. */
  theme: 'light' | 'dark' | undefined
}

const mark = `<svg viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}" aria-hidden="true">${MARK_PATHS.map((half) => `<path fill="currentColor" d="${half}"/>`).join('')}</svg>`

const rings = 16

const band = 430 / (rings * 2)

const drawDiscs = (x: number, y: number) =>
  Array.from(
    { length: rings },
    (_, ring) => `<circle cx="${x}" cy="${y}" r="${430 - (ring * 2 + 0.5) * band}"/>`,
  ).join('')

/** Draws half of the logo, as on the posters of other pages. Each half is clipped at its edge. */
const drawHalf = (x: number, discX: number, discY: number) =>
  `<svg x="${x}" y="-70" width="450" height="1040">${drawDiscs(discX, discY + 70)}</svg>`

const record = `<svg viewBox="0 0 900 900" fill="none" stroke="currentColor" stroke-width="${band}" aria-hidden="true">${drawHalf(0, 450, 360)}${drawHalf(450, 0, 540)}</svg>`

/** Copies the colors of tokens.css, because the page loads only the font. */
const style = `
@font-face { font-family: "Mona Sans Variable"; src: url("${fontPreload.href}") format("woff2"); font-weight: 200 900; font-stretch: 75% 125%; font-display: swap }
:root { color-scheme: light dark; --ink: oklch(.19 .008 85); --paper: oklch(.965 .008 95); --yellow: oklch(.926 .186 111); --orange: oklch(.785 .156 59);
  --text: light-dark(var(--ink), var(--paper)); --text-2: light-dark(oklch(.4 .01 85), oklch(.795 .01 92)) }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; display: grid; grid-template-columns: 1.1fr 1fr; background: light-dark(oklch(.966 .006 95), oklch(.168 .004 85)); color: var(--text-2);
  font: 420 .9375rem/1.5 "Mona Sans Variable", ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere }
header { position: relative; overflow: hidden; display: flex; flex-direction: column; justify-content: space-between; padding: 1.25rem 2.5rem 2.5rem; background: var(--orange); color: var(--ink) }
.logo { position: relative; display: flex; align-items: center; gap: .625rem; max-width: 13rem; font-size: 1.0625rem; line-height: 1.15; font-weight: 760; font-stretch: 112%; letter-spacing: -.025em }
.logo svg { flex: none; width: 1.75rem }
.record { position: absolute; width: 44rem; left: 13rem; top: -3.5rem }
.record > svg { display: block; overflow: visible }
.poster { position: relative; font-size: clamp(2.5rem, 4.6vw, 4.5rem); line-height: .92; font-weight: 800; font-stretch: 116%; letter-spacing: -.035em }
main { align-self: center; justify-self: center; width: min(25rem, 100% - 5rem); padding-block: 2.5rem; display: grid; gap: 1.25rem }
h1 { color: var(--text); font-size: clamp(1.875rem, 1.6rem + 1.2vw, 2.5rem); line-height: 1.06; font-weight: 720; font-stretch: 110%; letter-spacing: -.02em; text-wrap: balance }
.whose { padding-block: .75rem; border-block: 1px solid light-dark(oklch(.868 .01 95), oklch(.315 .007 85)); color: var(--text); font-weight: 620 }
a { display: block; padding: .8125rem 1.625rem; border-radius: 99px; background: light-dark(var(--ink), var(--yellow)); color: light-dark(var(--paper), var(--ink)); font-size: 1.0625rem; font-weight: 640; font-stretch: 102%; text-align: center; text-decoration: none }
a:focus-visible { outline: 2px solid light-dark(var(--ink), var(--yellow)); outline-offset: 2px }
@media (min-width: 48em) and (max-width: 63.9375em) and (min-height: 50em) {
  .record { width: 32rem; left: calc(72% - 16rem); top: 4.5rem }
}
@media (max-width: 47.9375em) {
  body { grid-template: auto 1fr / 1fr }
  header { min-height: 9.5rem; padding: 1rem }
  .logo { max-width: 48% }
  .record { width: 24rem; left: 12rem; top: -5rem }
  .poster { display: none }
  main { align-self: start; width: 100%; padding: 2rem 1rem }
}
`

/** Returns the URL that an app opens in a browser, if it has only requested a sign-in with a provider. */
export function formatStartUrl(publicUrl: string, state: string): string {
  return `${publicUrl}${AUTH_SERVICE_PATH}/authorize/go?${new URLSearchParams({ state })}`
}

type Opened = { address: string; cookie: string } | { page: string; cookie: string }

/**
 * Opens the URL of a flow. The first browser that opens it must complete it. Before linking, the person confirms the
 * account on this page: a stranger could have sent the URL, to link the person’s identity to the stranger’s account.
 * @throws TOO_MANY_REQUESTS
 */
export async function openFlow(context: IdentityContext, search: URLSearchParams): Promise<Opened> {
  const { db, config, secret, requestHeaders, limits, ip, now } = context
  await consumeBudget(limits, 'provider_ip', ip)
  const known = findBrowserToken(requestHeaders, isSecureSite(context))
  const browser = known ?? generateToken()
  const cookie = formatBrowserCookie(browser, isSecureSite(context))
  const state = search.get('state') ?? ''
  const flow = await findFlow(db, state)
  const isOpen = flow !== undefined && !flow.isUsed && flow.expiresAt > now()
  const idp = flow && findProvider(context, flow.provider)
  if (!isOpen || idp === undefined || !(await bindToBrowser(context, flow, browser)))
    return { address: formatExpiredFlowAddress(config.publicUrl), cookie }
  const consent = deriveConsentToken(state, browser, secret)
  const hasConsent =
    flow.linkTo === undefined || isSameSecret(hashToken(search.get('consent') ?? ''), hashToken(consent))
  if (!hasConsent) {
    const account = await describeAccount(context, flow)
    const address = `${formatStartUrl(config.publicUrl, state)}&${new URLSearchParams({ consent })}`
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

async function bindToBrowser({ db }: IdentityContext, flow: Flow, browser: string): Promise<boolean> {
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
  return withError(getOwnCallbackUrl(publicUrl), failure, { isOwn: true })
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

/**
 * Renders a page without scripts, in the style of the sign-in pages. The auth service renders it itself, because the
 * visitor may have no session on our pages.
 */
function renderConsent({ provider, account, address, siteName, theme }: Consent): string {
  const [to, accountName, name] = [provider, account, siteName].map(escapeHtml)
  return `<!doctype html>
<html lang="en"${theme === undefined ? '' : ` style="color-scheme: ${theme}"`}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(formatPageTitle(`Link ${provider}`, siteName))}</title>
<style>${style}</style>
<header>
<p class="logo">${mark}<span>${name}</span></p>
<div class="record">${record}</div>
<p class="poster">Two doors,<br>one name<br>on the list.</p>
</header>
<main>
<h1>Link ${to} to this account?</h1>
<p class="whose">${accountName}</p>
<p>Anyone who can sign in to your ${to} account will also be able to sign in to this account. Continue only if this account is yours and you just requested this. Otherwise, close this page.</p>
<p><a href="${escapeHtml(address)}" rel="noreferrer">Link ${to}</a></p>
</main>
</html>
`
}
