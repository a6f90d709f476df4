import { z } from 'zod'
import { resolveRedirect } from '../../../rules/redirect-target'
import { findSsoProvider } from '../../providers/find-provider'
import { formatStartUrl } from '../../providers/open-flow'
import { startFlow } from '../../providers/flow'
import { AuthError, createValidationError } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { createRedirect } from '../redirect-response'
import { parseCodeChallenge } from '../request-schemas'
import { consumeBudget } from '../../limits/action-limits'

const body = z.looseObject({
  provider_id: z.string().max(100).nullish(),
  domain: z.string().max(300).nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
  code_challenge: z.unknown().optional(),
  code_challenge_method: z.unknown().optional(),
})

export const ssoCalls: readonly AuthCall[] = [
  {
    method: 'POST',
    path: '/sso',
    handle: async ({ context, read }) => {
      const { config, limits, ip } = context
      await consumeBudget(limits, 'provider_ip', ip)
      if (config.auth.sso.length === 0)
        throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
      const input = read(body)
      if (!input.provider_id === !input.domain)
        throw createValidationError('Either provider_id or domain must be set, and not both')
      const entry = findSsoProvider(config.auth, { id: input.provider_id, domain: input.domain })
      if (entry === undefined)
        throw new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')
      const { state } = await startFlow(context, {
        provider: `sso:${entry.id}`,
        redirectTo: resolveRedirect(config.auth, config.publicUrl, input.redirect_to),
        challenge: parseCodeChallenge(input),
      })
      const url = formatStartUrl(config.publicUrl, state)
      return input.skip_http_redirect === true ? { url } : createRedirect(303, url)
    },
  },
]
