export interface TextMessage {
  /** E.164, such as +4930123456. */
  to: string
  text: string
  channel: 'sms' | 'whatsapp'
  /** The code in the text, if any. */
  code?: string
}

export interface Sms {
  /** Whether a provider is configured. Without one, phones can't be used to sign in. */
  readonly isOn: boolean
  /** Resolves with the provider's message id once the provider accepted it; rejects otherwise. */
  send(message: TextMessage): Promise<string>
}
