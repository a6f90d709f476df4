import type { AuthFile } from '~/platform/config/auth-file'
import { createMailbox } from '~/platform/email/mailbox'
import type { Sms } from './sms'
import { callHook } from './call-hook'
import { createTwilio } from './twilio'

type SmsConfig = Partial<Pick<AuthFile, 'sms' | 'hooks' | 'testOtps'>>

/**
 * Sends text messages as AUTH_FILE configures: through the operator's hook or a provider. The demo stores them with its
 * emails, in `mailboxFolder`. The numbers of `testOtps` get none.
 */
export function createSms(auth: SmsConfig, mailboxFolder?: string): Sms {
  const { testOtps = {} } = auth
  const sms = createProvider(auth, mailboxFolder)
  return {
    isOn: sms.isOn,
    send: (message) => (Object.hasOwn(testOtps, message.to) ? Promise.resolve('test') : sms.send(message)),
  }
}

function createProvider({ sms, hooks }: SmsConfig, mailboxFolder?: string): Sms {
  const sendSms = hooks?.sendSms
  if (sendSms !== undefined)
    return {
      isOn: true,
      async send({ to, text, channel, code }) {
        await callHook(sendSms, {
          user: { phone: to },
          sms: { phone: to, otp: code ?? '', message: text, channel },
        })
        return 'hook'
      },
    }
  if (sms !== undefined) return createTwilio(sms)
  if (mailboxFolder !== undefined)
    return { isOn: true, send: (message) => createMailbox(mailboxFolder).storeText(message) }
  return {
    isOn: false,
    send: () => Promise.reject(new Error('text messages are not set up')),
  }
}
