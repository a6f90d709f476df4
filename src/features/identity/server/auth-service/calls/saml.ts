import type { Configuration } from '~/platform/config/configuration'
import { createServiceProviderMetadata } from '../../providers/saml/service-provider'
import { handleSamlResponse } from '../../providers/saml/handle-saml-response'
import { AuthError } from '../auth-error'
import type { AuthCall } from '../auth-call'
import { createRedirect } from '../redirect-response'

export const samlCalls: readonly AuthCall[] = [
  {
    method: 'GET',
    path: '/sso/saml/metadata',
    handle: async ({ context: { config }, search }) => {
      requireSaml(config)
      return {
        status: 200,
        headers: {
          'content-type': 'application/samlmetadata+xml; charset=utf-8',
          'cache-control': 'public, max-age=600',
          ...(search.get('download') === 'true' && {
            'content-disposition': 'attachment; filename="metadata.xml"',
          }),
        },
        body: await createServiceProviderMetadata(config.publicUrl),
      }
    },
  },
  {
    // For a form posted from the company's site. Browsers omit our cookie there, but send it with the GET that
    // follows.
    method: 'POST',
    path: '/sso/saml/acs',
    handle: async ({ context, form }) => {
      requireSaml(context.config)
      const posted = form()
      const response = posted.get('SAMLResponse') ?? ''
      return createRedirect(
        303,
        await handleSamlResponse(context, { state: posted.get('RelayState'), response }),
      )
    },
  },
]

function requireSaml({ auth }: Pick<Configuration, 'auth'>): void {
  if (!auth.sso.some(({ kind }) => kind === 'saml'))
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}
