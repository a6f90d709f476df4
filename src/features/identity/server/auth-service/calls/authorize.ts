import type { HttpResponse } from '~/platform/http/http-response'
import { normalizeCode } from '~/features/invitations/server/public'
import { resolveRedirect } from '../../../rules/redirect-target'
import type { IdentityContext } from '../../context'
import { findProvider } from '../../providers/find-provider'
import { generateToken } from '../../tokens/random-token'
import { formatBrowserCookie, findBrowserToken } from '../../providers/flow-secrets'
import { formatStartUrl, findAuthorizationOrErrorAddress, openFlow } from '../../providers/open-flow'
import { startFlow } from '../../providers/flow'
import type { RequestedParameters } from '../../providers/provider'
import { createValidationError } from '../auth-error'
import { isSecureSite } from '../../sessions/cookies'
import type { AuthCall, AuthRequest } from '../auth-call'
import { parseCodeChallenge } from '../request-schemas'
import { createConsentResponse, createRedirect } from '../redirect-response'
import { consumeBudget } from '../../limits/action-limits'

export const authorizeCalls: readonly AuthCall[] = [
  { method: 'GET', path: '/authorize', handle: handleAuthorize },
  {
    method: 'GET',
    path: '/authorize/go',
    handle: async ({ context, search }) => {
      const opened = await openFlow(context, search)
      return 'page' in opened
        ? createConsentResponse(opened.page, opened.cookie)
        : createRedirect(302, opened.address, opened.cookie)
    },
  },
]

/**
 * Starts a sign-in with a provider. A browser that opens this URL gets its cookie here. If an app only requests the
 * URL, the browser gets its cookie later, at `/authorize/go`.
 */
async function handleAuthorize({
  context,
  search,
}: AuthRequest): Promise<HttpResponse | Record<string, unknown>> {
  const { config, limits, ip, requestHeaders } = context
  await consumeBudget(limits, 'provider_ip', ip)
  const flow = readFlow(context, search)
  if (search.get('skip_http_redirect') === 'true') {
    const { state } = await startFlow(context, flow)
    return { url: formatStartUrl(config.publicUrl, state) }
  }
  const browser = findBrowserToken(requestHeaders, isSecureSite(context)) ?? generateToken()
  const { state } = await startFlow(context, { ...flow, browser })
  const { redirectTo, wishes } = flow
  const address = await findAuthorizationOrErrorAddress(context, {
    flow: { redirectTo, payload: { wishes } },
    state,
    idp: flow.idp,
  })
  return createRedirect(302, address, formatBrowserCookie(browser, isSecureSite(context)))
}

/**
 * Reads the parameters of an app from the URL, also for user/identities/authorize.
 * @throws AuthError validation_failed
 */
export function readFlow(
  context: Pick<IdentityContext, 'config' | 'providerPatienceMs'>,
  search: URLSearchParams,
) {
  const { config } = context
  const provider = search.get('provider') ?? ''
  const idp = provider.startsWith('sso:') ? undefined : findProvider(context, provider)
  if (idp === undefined) throw createValidationError('Unsupported provider: provider is not enabled')
  return {
    idp,
    provider,
    redirectTo: resolveRedirect(config.auth, config.publicUrl, search.get('redirect_to')),
    challenge: parseCodeChallenge(Object.fromEntries(search)),
    invitationCode: parseInvitationCode(search.get('invitation_code')),
    wishes: parseRequestedParameters(search),
  }
}

/** Refuses text that can’t be an invitation code. Whether the code is valid is checked when an account is created. */
function parseInvitationCode(given: string | null): string | undefined {
  const code = normalizeCode((given ?? '').slice(0, 100))
  if (/^[A-Z0-9]*$/.test(code)) return code === '' ? undefined : code
  throw createValidationError('Invalid or expired invitation code')
}

// The parameters that an app may pass to a provider.
const NAMES = [
  'prompt',
  'login_hint',
  'hd',
  'domain_hint',
  'ui_locales',
  'access_type',
  'include_granted_scopes',
  'auth_type',
  'show_dialog',
  'allow_signup',
]
// PostgreSQL's JSON cannot store NUL or unpaired surrogates.
const PLAIN = /^[^\p{Cc}\p{Cs}]{1,200}$/u
const SCOPE = /^[\w:./-]{1,100}$/

/** Reads scopes, separated by spaces or commas, and parameters such as prompt=consent. */
function parseRequestedParameters(search: URLSearchParams): RequestedParameters | undefined {
  const scopes = (search.get('scopes') ?? '').split(/[\s,]+/).filter((scope) => SCOPE.test(scope))
  const parameters = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search.get(name)
      return value !== null && PLAIN.test(value) ? [[name, value]] : []
    }),
  )
  if (scopes.length === 0 && Object.keys(parameters).length === 0) return undefined
  return { scopes: scopes.slice(0, 20), parameters }
}
