import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { FLOW_EXPIRED } from '../../../rules/provider-sentences'
import { FlowFailed, type Provider } from '../provider'
import { getEntryLabel, type SamlEntry } from './saml-entry'
import { createServiceProvider } from './service-provider'

/** Why a company’s SAML response was refused. The callback reports it to the app. */
export const samlError = z.enum(['unproven', 'address_foreign', 'address_missing'])
export type SamlError = z.output<typeof samlError>

/** Data that the flow stores between the request and its response. */
export const storedRequest = z.object({ requestId: z.string() })

/**
 * Creates a SAML provider for a company. The response is posted to another URL (handle-saml-response.ts), so the
 * callback never identifies a person.
 */
export function createSamlProvider({ entry, publicUrl }: { entry: SamlEntry; publicUrl: string }): Provider {
  const label = getEntryLabel(entry)
  return {
    name: `sso:${entry.id}`,
    label,
    async authorize({ state }, { parameters }) {
      // An NCName must not begin with a digit.
      const requestId = `_${randomBytes(20).toString('hex')}`
      const provider = await createServiceProvider(entry, { publicUrl, requestId })
      const { login_hint } = parameters
      const address = await provider.getAuthorizeUrlAsync(state, undefined, {
        ...(login_hint !== undefined && { additionalParams: { login_hint } }),
      })
      return { address, stored: { requestId } }
    },
    async identify(_secrets, response) {
      throw createFlowError(samlError.safeParse(response.get('fault')).data, label)
    },
  }
}

function createFlowError(error: SamlError | undefined, label: string): FlowFailed {
  const accessDenied = { error: 'access_denied' }
  if (error === 'unproven')
    return new FlowFailed(
      'validation_failed',
      `${label} could not verify who you are. Start again.`,
      accessDenied,
    )
  if (error === 'address_foreign')
    return new FlowFailed(
      'validation_failed',
      `That email address does not belong to ${label}.`,
      accessDenied,
    )
  if (error === 'address_missing')
    return new FlowFailed(
      'saml_assertion_no_email',
      `${label} did not send your email address. Contact the administrator of its sign-in.`,
      accessDenied,
    )
  return new FlowFailed('bad_oauth_callback', FLOW_EXPIRED, { error: 'invalid_request' })
}
