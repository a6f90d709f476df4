export interface TextMessage {
  /** E.164, such as +4930123456. */
  to: string
  text: string
  channel: 'sms' | 'whatsapp'
  /** The digits in the text, if it brings some. */
  code?: string
}

/** Sends text messages. */
export interface Sms {
  /** Whether there is a provider. Without one, phones are no sign-in method. */
  readonly isOn: boolean
  /** Resolves with the provider's id of the message once it was taken over; throws when it was not. */
  send(message: TextMessage): Promise<string>
}
