import { expect, test } from 'vitest'
import { MailCode } from './mail-code'
import { MailLayout } from './mail-layout'
import { renderMail } from './render-mail'

test('a code has a cell for each sign, and is one word in the plain part', async () => {
  const { html, text } = await renderMail(
    <MailLayout preview="Ten minutes" stock="mint" headline="Six numbers" reason="Not you? Do nothing.">
      <MailCode code="418206" />
    </MailLayout>,
    { name: 'Slipped Halves' },
  )
  expect(html.match(/class="cell"/g)).toHaveLength(6)
  expect(text).toMatch(/^418206$/m)
})
