import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { FLOW_EXPIRED } from '../../../rules/provider-sentences'
import { FlowFailed, type Provider } from '../provider'
import { labelOfEntry, type SamlEntry } from './saml-entry'
import { serviceProvider } from './service-provider'

/** Why a company’s response was refused. The callback passes it to the app. */
export const samlFault = z.enum(['unproven', 'address_foreign', 'address_missing'])
export type SamlFault = z.output<typeof samlFault>

/** Stored with the flow between the request and its response. */
export const storedRequest = z.object({ requestId: z.string() })

/**
 * Creates a SAML provider for a company. Its response is posted to the ACS (handle-saml-response.ts), so the callback
 * itself never identifies a person.
 */
export function samlProvider({ entry, publicUrl }: { entry: SamlEntry; publicUrl: string }): Provider {
  const label = labelOfEntry(entry)
  return {
    name: `sso:${entry.id}`,
    label,
    async authorize({ state }, { parameters }) {
      // An NCName must not begin with a digit.
      const requestId = `_${randomBytes(20).toString('hex')}`
      const provider = await serviceProvider(entry, { publicUrl, requestId })
      const { login_hint } = parameters
      const address = await provider.getAuthorizeUrlAsync(state, undefined, {
        ...(login_hint !== undefined && { additionalParams: { login_hint } }),
      })
      return { address, kept: { requestId } }
    },
    async identify(_secrets, answer) {
      throw failureOf(samlFault.safeParse(answer.get('fault')).data, label)
    },
  }
}

function failureOf(fault: SamlFault | undefined, label: string): FlowFailed {
  const isRefusal = { error: 'access_denied' }
  if (fault === 'unproven')
    return new FlowFailed(
      'validation_failed',
      `${label} could not verify who you are. Start again.`,
      isRefusal,
    )
  if (fault === 'address_foreign')
    return new FlowFailed('validation_failed', `That email address does not belong to ${label}.`, isRefusal)
  if (fault === 'address_missing')
    return new FlowFailed(
      'saml_assertion_no_email',
      `${label} did not send your email address. Contact the administrator of its sign-in.`,
      isRefusal,
    )
  return new FlowFailed('bad_oauth_callback', FLOW_EXPIRED, { error: 'invalid_request' })
}
