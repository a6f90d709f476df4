import type { AuthFile } from '~/platform/config/auth-file'
import type { Sms } from './sms'

type Twilio = NonNullable<AuthFile['sms']>

const API = 'https://api.twilio.com'
const PATIENCE_MS = 10_000

/**
 * Sends through Twilio’s Messages resource (2010-04-01). Errors contain Twilio’s error number but not the phone,
 * because jobs store them. Without a WhatsApp sender, such messages are sent as text messages to the same phone.
 */
export function createTwilio({ accountSid, authToken, from, whatsappFrom, apiUrl = API }: Twilio): Sms {
  const address = `${apiUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  return {
    isOn: true,
    async send({ to, text, channel }) {
      const isWhatsapp = channel === 'whatsapp' && whatsappFrom !== undefined
      const body = new URLSearchParams({
        To: isWhatsapp ? `whatsapp:${to}` : to,
        Body: text,
        ...toSender(isWhatsapp ? `whatsapp:${whatsappFrom}` : from),
      })
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
        // Twilio does not redirect, and another address must not get the credentials.
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

/** A messaging service picks its sender itself. */
function toSender(from: string): Record<string, string> {
  return from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
}

function findProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
