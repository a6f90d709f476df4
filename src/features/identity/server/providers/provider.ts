/** A person at a provider, after every signature was verified. */
export interface ProviderIdentity {
  /** The provider’s name, such as 'google', or 'sso:<id>' for a company. */
  provider: string
  /** The method in the session’s amr. */
  method: 'oauth' | 'sso/saml'
  /** The provider’s permanent id for the person. Never an email, because the owner of an email can change. */
  subject: string
  /** The normalized email at the provider. */
  email?: string | undefined
  /** Whether the provider has verified the email. */
  hasVerifiedEmail: boolean
  fullName?: string | undefined
  /** Shown to the person as identity_data; contains no tokens. */
  claims: Readonly<Record<string, unknown>>
  /** Only for an app that requested scopes. */
  tokens?: ProviderTokens | undefined
}

/** The provider’s own tokens for the person. */
export interface ProviderTokens {
  access: string
  refresh?: string | undefined
}

/** The secrets of a flow, for use by a provider. */
export interface FlowSecrets {
  /** Sent to the provider and returned by it. */
  state: string
  /** Derived from the state with our secret, so that neither the nonce nor the verifier has to be stored. */
  nonce: string
  verifier: string
}

/** Scopes and parameters that an app requests, such as prompt=consent. */
export interface RequestedParameters {
  scopes: string[]
  parameters: Record<string, string>
}

export interface Provider {
  name: string
  /** The label of the provider’s button. */
  label: string
  /**
   * Returns the URL to redirect the browser to. `stored` is saved with the flow, such as the id of a SAML request.
   * @throws FlowFailed when the provider does not respond
   */
  authorize(
    secrets: FlowSecrets,
    wishes: RequestedParameters,
  ): Promise<{ address: string; stored?: Record<string, unknown> }>
  /**
   * Identifies the person from the callback. For a provider that posts its response (`storeIdentity`), the callback
   * only reports errors.
   * @throws FlowFailed
   */
  identify?: (secrets: FlowSecrets, response: URLSearchParams, posted: Posted) => Promise<ProviderIdentity>
}

/** The name that Apple posts with its first response; unsigned, so used for nothing else. */
export interface Posted {
  fullName?: string | undefined
}

/**
 * Why a flow ends without a session. `code` is one of GoTrue’s; the message is shown to people and contains no external
 * text.
 */
export class FlowFailed extends Error {
  readonly code: string
  /** The OAuth error code for `error=`. */
  readonly error: string

  constructor(code: string, message: string, options: { error?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.error = options.error ?? 'server_error'
  }
}
