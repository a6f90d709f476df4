/** A person at a provider, after every signature was verified. */
export interface ProviderIdentity {
  /** 'google', …, or 'sso:<id of the entry>'. */
  provider: string
  /** The method in the session’s amr. */
  method: 'oauth' | 'sso/saml'
  /** The provider’s permanent id. Never an email: those change owners. */
  subject: string
  /** Normalised. */
  email?: string | undefined
  /** Whether the provider has verified the email. */
  isEmailProven: boolean
  fullName?: string | undefined
  /** Shown to the person as identity_data; no tokens. */
  claims: Readonly<Record<string, unknown>>
  /** Only for an app that requested scopes. */
  tokens?: ProviderTokens | undefined
}

/** The provider’s own tokens for the person. */
export interface ProviderTokens {
  access: string
  refresh?: string | undefined
}

/** The secrets of a flow that a provider may use. */
export interface FlowSecrets {
  /** Travels to the provider and back. */
  state: string
  /** Made from the state with our secret, so nothing of them is stored. */
  nonce: string
  verifier: string
}

/** Scopes and parameters that an app adds, such as prompt=consent. */
export interface RequestedParameters {
  scopes: string[]
  parameters: Record<string, string>
}

/** An identity provider. */
export interface Provider {
  name: string
  /** The label of its button. */
  label: string
  /**
   * Returns the address that the browser is sent to. `kept` is stored with the flow, such as the id of a SAML request.
   * @throws FlowFailed when the provider does not answer
   */
  authorize(
    secrets: FlowSecrets,
    wishes: RequestedParameters,
  ): Promise<{ address: string; kept?: Record<string, unknown> }>
  /**
   * Identifies the person from the callback. A provider that posts its answer (store-identity.ts) only reports errors here.
   * @throws FlowFailed
   */
  identify?: (secrets: FlowSecrets, answer: URLSearchParams, posted: Posted) => Promise<ProviderIdentity>
}

/** The name that Apple posts beside its first answer; unsigned, so used for nothing else. */
export interface Posted {
  fullName?: string | undefined
}

/** Why a flow ends without a session. `code` is one of GoTrue’s; the sentence is for people and contains no text of strangers. */
export class FlowFailed extends Error {
  readonly code: string
  /** OAuth's own word for it, in `error=`. */
  readonly error: string

  constructor(code: string, message: string, options: { error?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.error = options.error ?? 'server_error'
  }
}
