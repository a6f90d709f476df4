import { expect, test } from 'vitest'
import { EmailCode } from './email-code'
import { EmailLayout } from './email-layout'
import { renderEmail } from './render-email'

test('shows one character of a code per cell, and the code as one word in the text part', async () => {
  const { html, text } = await renderEmail(
    <EmailLayout preview="Ten minutes" stock="mint" headline="Six numbers" reason="Not you? Do nothing.">
      <EmailCode code="418206" />
    </EmailLayout>,
    { name: 'Slipped Halves' },
  )
  expect(html.match(/class="cell"/g)).toHaveLength(6)
  expect(text).toMatch(/^418206$/m)
})
