/** Who somebody is at a provider, after everything that the provider signed was looked at. */
export interface ProviderIdentity {
  /** 'google', …, or 'sso:<id of the entry>'. */
  provider: string
  /** What is written into the session's amr. */
  method: 'oauth' | 'sso/saml'
  /** What the provider calls them for good. Never an address: those change hands. */
  subject: string
  /** Normalised. */
  email?: string | undefined
  /** Whether the provider knows that the address is theirs, and did not just write it down. */
  isEmailProven: boolean
  fullName?: string | undefined
  /** Shown to the person as identity_data; no tokens. */
  claims: Readonly<Record<string, unknown>>
  /** For an app that asked for scopes, and for nobody else. */
  tokens?: ProviderTokens | undefined
}

/** What opens the provider's own calls in somebody's name. */
export interface ProviderTokens {
  access: string
  refresh?: string | undefined
}

/** What of a flow a way may use. */
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

/** Another house that says who somebody is. */
export interface Provider {
  name: string
  /** As it is written on a button. */
  label: string
  /**
   * The address that the browser is sent to. What must be known at the way back, such as the id of a SAML request, is `kept`.
   * @throws FlowFailed when the provider does not answer
   */
  lead(
    secrets: FlowSecrets,
    wishes: RequestedParameters,
  ): Promise<{ address: string; kept?: Record<string, unknown> }>
  /**
   * Reads the way back. Whoever brings the proof in another way, see store-identity.ts, says here why there is none.
   * @throws FlowFailed
   */
  prove?: (secrets: FlowSecrets, answer: URLSearchParams, posted: Posted) => Promise<ProviderIdentity>
}

/** What Apple posts beside its answer, the first time alone: nobody signed it, so it is good for a name and nothing else. */
export interface Posted {
  fullName?: string | undefined
}

/** Why a flow ends without a session. `code` is one of GoTrue's; the sentence is for people, and no part of it a stranger's. */
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
