import { expect, test } from 'vitest'
import { codeIn } from '~tests/support/stored-emails'
import {
  writeAlreadyRegisteredEmail,
  writeAddressChangeEmail,
  writeInviteEmail,
  writeNonceEmail,
  writeResetPasswordEmail,
  writeSignInEmail,
  writeVerificationEmail,
} from './emails'

const site = { name: 'Slipped Halves' }
const email = 'mara@voss.example'
const link = 'https://b2b.example/auth/link?token=a_b-c&type=magiclink'
const sent = { link, code: '418207', until: 'Sat 21 Nov, 14:02 UTC' }

const emails = {
  verify: () => writeVerificationEmail({ name: 'Mara', email, ...sent }, site),
  recover: () => writeResetPasswordEmail({ email, ...sent }, site),
  signIn: () => writeSignInEmail({ email, isNew: false, ...sent }, site),
  invite: () => writeInviteEmail({ email, ...sent }, site),
  change: () =>
    writeAddressChangeEmail(
      { end: 'current', current: email, next: 'new@voss.example', needsBoth: true, ...sent },
      site,
    ),
  nonce: () => writeNonceEmail({ code: sent.code, until: sent.until }, site),
}

test.each(Object.entries(emails))(
  '%s: the code can be copied in one piece, and the HTML and text parts show the expiry',
  async (kind, write) => {
    const { html, text } = await write()
    expect(codeIn({ text })).toBe('418207')
    expect(html.match(/class="cell"/g)).toHaveLength(6)
    for (const part of [html, text]) expect(part).toContain(sent.until)
    expect(text).toMatch(/Not you\?|Don’t know what this is about\?/)
    // Every email has a link, except the one with the nonce, which must be typed in the session that requested it.
    if (kind === 'nonce') expect(text).not.toContain('http')
    else expect(text).toContain(link)
  },
)

test('the email to the current address shows both addresses, and says that both must confirm', async () => {
  const { subject, text } = await emails.change()
  expect(subject).toBe('Your email address is about to change')
  for (const words of [
    email,
    'new@voss.example',
    'It changes once both addresses confirm',
    'Set a new password',
  ])
    expect(text).toContain(words)
  const alone = { end: 'new', current: email, next: email, needsBoth: false, ...sent } as const
  const fresh = await writeAddressChangeEmail(alone, site)
  expect(fresh.subject).toBe('Verify your new address')
  expect(fresh.text).not.toContain('both addresses')
})

test('a code for an email without an account says that it creates one', async () => {
  const { text } = await writeSignInEmail({ email, isNew: true, ...sent }, site)
  expect(text).toContain('which has no account yet')
  expect((await emails.signIn()).text).not.toContain('which has no account yet')
})

test('the email to the owner of a taken address says that nothing changed, and links to sign-in and password reset', async () => {
  const props = {
    email,
    signInLink: 'https://b2b.example/auth',
    resetLink: 'https://b2b.example/auth/forgot',
  }
  const { subject, text } = await writeAlreadyRegisteredEmail(props, site)
  expect(subject).toBe('You already have an account')
  for (const words of [props.signInLink, props.resetLink, 'Nothing was changed'])
    expect(text).toContain(words)
})
