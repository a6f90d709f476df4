import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findEmailPage } from '~/platform/email/email-pages'
import { createMailbox } from '~/platform/email/mailbox'
import { startFormService } from '~tests/support/form-service'
import { createSms } from './create-sms'

const service = await startFormService((form) => {
  const to = form.get('To') ?? ''
  if (to.endsWith('000'))
    return {
      status: 400,
      body: {
        code: 21211,
        message: `The 'To' number ${to} is not a valid phone number.`,
        more_info: 'https://www.twilio.com/docs/errors/21211',
        status: 400,
      },
    }
  if (to.endsWith('999')) return { status: 502, body: 'a proxy between us' }
  return { status: 201, body: { sid: 'SM0123', status: 'queued', to } }
})
afterAll(service.stop)
beforeEach(() => void (service.received.length = 0))

const account = {
  kind: 'twilio' as const,
  accountSid: 'AC0123',
  authToken: 'of the site',
  from: '+15550001',
  apiUrl: service.url,
}
const message = { to: '+4930123456', text: '123456 is your code. Süß & gut', channel: 'sms' as const }

test('A-08 sends Twilio a message in the format of its Messages resource', async () => {
  const sms = createSms({ sms: account })
  expect(sms.isOn).toBe(true)
  expect(await sms.send(message)).toBe('SM0123')
  const [{ path, headers, form } = { path: '', headers: {}, form: new URLSearchParams() }] = service.received
  expect(path).toBe('/2010-04-01/Accounts/AC0123/Messages.json')
  expect(headers).toMatchObject({
    authorization: `Basic ${btoa('AC0123:of the site')}`,
    'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
  })
  expect(Object.fromEntries(form)).toEqual({ To: message.to, From: '+15550001', Body: message.text })
})

test('A-08 sends by WhatsApp from its own sender, or as a text message without one; a messaging service picks its sender', async () => {
  const byWhatsapp = { ...message, channel: 'whatsapp' as const }
  await createSms({ sms: { ...account, whatsappFrom: '+15550002' } }).send(byWhatsapp)
  await createSms({ sms: account }).send(byWhatsapp)
  await createSms({ sms: { ...account, from: 'MG0123' } }).send(message)
  expect(
    service.received.map(({ form }) => [form.get('To'), form.get('From'), form.get('MessagingServiceSid')]),
  ).toEqual([
    ['whatsapp:+4930123456', 'whatsapp:+15550002', null],
    ['+4930123456', '+15550001', null],
    ['+4930123456', null, 'MG0123'],
  ])
})

test('A-08 a Twilio error contains its error number and not the recipient', async () => {
  const sms = createSms({ sms: account })
  await expect(sms.send({ ...message, to: '+49300000000' })).rejects.toThrow(
    /^Twilio refused a message: 400, error 21211$/,
  )
  await expect(sms.send({ ...message, to: '+49309999999' })).rejects.toThrow(
    /^Twilio refused a message: 502$/,
  )
})

test('A-08 the demo stores text messages with its emails; a site without a provider sends none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'back-to-back-texts-'))
  const sms = createSms({}, folder)
  expect(sms.isOn).toBe(true)
  const text = `${message.text}\n\n@localhost #123456 <b>`
  const id = await sms.send({ ...message, text })
  const mailbox = createMailbox(folder)
  const list = String((await findEmailPage(mailbox, '/dev/mail'))?.body)
  expect(list).toContain('123456 is your code. Süß &amp; gut')
  expect(list).toContain('Text message to +4930123456')
  const page = String((await findEmailPage(mailbox, `/dev/mail/${id}`))?.body)
  expect(page).toContain('@localhost #123456 &lt;b&gt;')
  expect(page).not.toContain('<iframe')
  rmSync(folder, { recursive: true })

  const none = createSms({})
  expect(none.isOn).toBe(false)
  await expect(none.send(message)).rejects.toThrow('not set up')
})
