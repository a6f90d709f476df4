import type { AuthFile } from '~/platform/config/auth-file'
import { createMailbox } from '~/platform/mail/mailbox'
import type { Sms } from './sms'
import { createTwilio } from './twilio'

/** The way out for text messages that this house is set up with; the demo keeps them beside its mails, in `keptIn`. */
export function createSms({ sms }: Pick<AuthFile, 'sms'>, keptIn?: string): Sms {
  if (sms !== undefined) return createTwilio(sms)
  if (keptIn !== undefined) return { isOn: true, send: (message) => createMailbox(keptIn).keepText(message) }
  return {
    isOn: false,
    send: () => Promise.reject(new Error('text messages are not set up')),
  }
}
