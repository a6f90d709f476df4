export interface TextMessage {
  /** E.164, such as +4930123456. */
  to: string
  text: string
  channel: 'sms' | 'whatsapp'
}

/** Where text messages leave the house. */
export interface Sms {
  /** Whether anything leaves at all: without a provider, phones open nothing. */
  readonly isOn: boolean
  /** Resolves with the provider's id of the message once it was taken over; throws when it was not. */
  send(message: TextMessage): Promise<string>
}
