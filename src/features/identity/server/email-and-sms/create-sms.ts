import type { AuthFile } from '~/platform/config/auth-file'
import { createMailbox } from '~/platform/email/mailbox'
import type { Sms } from './sms'
import { callHook } from './call-hook'

type Twilio = NonNullable<AuthFile['sms']>

const API = 'https://api.twilio.com'

const PATIENCE_MS = 10_000

type SmsConfig = Partial<Pick<AuthFile, 'sms' | 'hooks' | 'testOtps'>>

/**
 * Sends text messages as AUTH_FILE configures: through the operator's hook or a provider. The demo stores them with its
 * emails, in `mailboxFolder`. Numbers in `testOtps` get no message.
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

/**
 * Sends through Twilio’s Messages resource (2010-04-01). Errors contain Twilio’s error number but not the phone,
 * because jobs store them. Without a WhatsApp sender, such messages are sent as text messages to the same phone.
 */
function createTwilio({ accountSid, authToken, from, whatsappFrom, apiUrl = API }: Twilio): Sms {
  const address = `${apiUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  return {
    isOn: true,
    async send({ to, text, channel }) {
      const isWhatsapp = channel === 'whatsapp' && whatsappFrom !== undefined
      const body = new URLSearchParams({
        To: isWhatsapp ? `whatsapp:${to}` : to,
        Body: text,
        ...toSenderField(isWhatsapp ? `whatsapp:${whatsappFrom}` : from),
      })
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
        // Twilio does not redirect, and the credentials must not be sent to another address.
        redirect: 'error',
      })
      const notified: unknown = await response.json().catch(() => undefined)
      const sid = findProperty(notified, 'sid')
      if (response.ok && typeof sid === 'string') return sid
      const code = findProperty(notified, 'code')
      throw new Error(
        `Twilio refused a message: ${response.status}${typeof code === 'number' ? `, error ${code}` : ''}`,
      )
    },
  }
}

/** Twilio takes the id of a messaging service in a separate field; the service then picks the sender. */
function toSenderField(from: string): Record<string, string> {
  return from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
}

function findProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
