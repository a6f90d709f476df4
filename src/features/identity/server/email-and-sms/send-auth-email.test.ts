import { expect, test, vi } from 'vitest'
import { NO_AUTH_FILE } from '~/platform/config/auth-file'
import { sendAuthEmail } from './send-auth-email'

const send = vi.fn(() => Promise.resolve())
const template = {
  subject: 'Sign in to {{ .SiteURL }}',
  html: '<p>{{ .Email }}: <a href="{{ .ConfirmationURL }}">enter</a> or {{.Token}}</p>',
  text: '{{ .Email }}: {{ .ConfirmationURL }} or {{.Token}}',
}
const services = {
  config: {
    publicUrl: 'https://site.example',
    mailFrom: '',
    auth: { ...NO_AUTH_FILE, emailTemplates: { magicLink: template } },
  },
  // Rendering a template or the default email needs no database.
  db: {} as never,
  mailer: { send, close: () => Promise.resolve() },
}
const details = {
  to: `"a<b>"@sand.example`,
  userId: null,
  code: '123456',
  link: 'https://site.example/auth/link?token=x&type=magiclink',
  token: 'x',
  redirectTo: undefined,
}

test('A-08 fills the operator’s template, and escapes people’s text in HTML', async () => {
  await sendAuthEmail(services, { kind: 'magicLink', ...details }, () =>
    Promise.reject(new Error('not written')),
  )
  expect(send).toHaveBeenLastCalledWith({
    to: details.to,
    subject: 'Sign in to https://site.example',
    html: '<p>&quot;a&lt;b&gt;&quot;@sand.example: <a href="https://site.example/auth/link?token=x&amp;type=magiclink">enter</a> or 123456</p>',
    text: '"a<b>"@sand.example: https://site.example/auth/link?token=x&type=magiclink or 123456',
  })
})

test('A-08 an email without a template uses the default text', async () => {
  const ours = { subject: 'Ours', html: '<p>Ours</p>', text: 'Ours' }
  await sendAuthEmail(services, { kind: 'recovery', ...details }, () => Promise.resolve(ours))
  expect(send).toHaveBeenLastCalledWith({ to: details.to, ...ours })
})
